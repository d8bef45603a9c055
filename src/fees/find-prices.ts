import { bangkokPeriods, type Period } from '../kernel/rules/bangkok-day';
import { findMerchant, type Merchant } from '../kernel/merchants/store';
import { orProblem } from '../kernel/rules/problem';
import type { Deps } from '../deps';
import {
  feeOf,
  feeWithin,
  isPayout,
  priceAt,
  pricedMethods,
  vatRateAt,
  type Band,
  type Fee,
  type MethodCost,
  type Price,
  type PricedMethod,
  type VatRate,
} from './rules/price';
import {
  listPrices,
  listVatRates,
  sumCosts,
  sumPriced,
  type PricedSum,
  type PriceVersion,
} from './store/prices';

export interface PriceList {
  readonly merchant: Pick<Merchant, 'id' | 'name'>;
  /** Newest first. */
  readonly versions: readonly PriceVersion[];
  readonly vatRates: readonly VatRate[];
  readonly lastMonth: Period;
  readonly costs: readonly MethodCost[];
}

/** Throws Problem `merchant_not_found`. */
export async function findPrices(
  { db }: Pick<Deps, 'db'>,
  merchantId: string,
  nowMs: number,
): Promise<PriceList> {
  const { lastMonth } = bangkokPeriods(nowMs);
  const [found, versions, vatRates, sums] = await Promise.all([
    findMerchant(db, merchantId),
    listPrices(db, merchantId),
    listVatRates(db),
    sumCosts(db, merchantId, lastMonth),
  ]);
  const merchant = orProblem(found, 'merchant_not_found');
  const costs = pricedMethods.flatMap((method) => sums.filter((sum) => sum.method === method));
  return { merchant, versions, vatRates, lastMonth, costs };
}

/** The version of each method that is valid at a time. */
export const currentOf = (
  versions: readonly PriceVersion[],
  at: Date,
): readonly (Price & { readonly method: PricedMethod })[] =>
  pricedMethods.flatMap((method) => {
    const price = priceAt(
      versions.filter((version) => version.method === method),
      at,
    );
    return price === null ? [] : [{ ...price, method }];
  });

export interface WhatIf {
  readonly before: MethodCost;
  readonly after: MethodCost;
}

/** What the orders of the last month cost, and would have cost at a price. */
export async function findWhatIf(
  { db }: Pick<Deps, 'db'>,
  { merchantId, method, bands }: Asked,
  nowMs: number,
): Promise<WhatIf> {
  const sums = await sumPriced(db, merchantId, bangkokPeriods(nowMs).lastMonth);
  const vatRate = vatRateAt(await listVatRates(db), new Date(nowMs));
  const feeFor = isPayout(method) ? feeOf : feeWithin;
  return {
    before: costOf(method, sums, (sum) => sum),
    after: costOf(method, sums, ({ amountSatang, count }) => {
      const { feeSatang, vatSatang } = feeFor({ bands }, amountSatang, vatRate);
      return { feeSatang: count * feeSatang, vatSatang: count * vatSatang };
    }),
  };
}

interface Asked {
  readonly merchantId: string;
  readonly method: PricedMethod;
  readonly bands: readonly Band[];
}

function costOf(
  method: PricedMethod,
  sums: readonly PricedSum[],
  feesOf: (sum: PricedSum) => Fee,
): MethodCost {
  const cost = { method, count: 0, volumeSatang: 0, feeSatang: 0, vatSatang: 0 };
  for (const sum of sums.filter((one) => one.method === method)) {
    const { feeSatang, vatSatang } = feesOf(sum);
    cost.count += sum.count;
    cost.volumeSatang += sum.volumeSatang;
    cost.feeSatang += feeSatang;
    cost.vatSatang += vatSatang;
  }
  return cost;
}
