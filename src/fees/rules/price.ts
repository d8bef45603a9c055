import { bangkokDay } from '../../kernel/rules/bangkok-day';

/*
 * What the gateway's operator charges a merchant for an order. Amounts are satang. Rates are
 * integers of 1/10,000 percent: 1.65 % is 16,500, and 100 % is 1,000,000.
 */

export const RATE_WHOLE = 1_000_000;

/** A price is of a merchant and one of these. */
export const pricedMethods = ['qr', 'token', 'deposit', 'withdrawal', 'refund'] as const;
export type PricedMethod = (typeof pricedMethods)[number];

export const isPayout = (method: PricedMethod): boolean =>
  method === 'withdrawal' || method === 'refund';

/** Applies from its amount up to the next band. */
export interface Band {
  readonly fromSatang: number;
  readonly rate: number;
  readonly flatSatang: number;
  /** Of the fee before VAT; null: not limited. */
  readonly minSatang: number | null;
  readonly maxSatang: number | null;
  /** Of the whole price, on its first band: a refund returns its share of the payment's fee. */
  readonly isReturned?: true;
  /** Of the whole price, on its first band: for each charge-back that the merchant bears. */
  readonly disputeSatang?: number;
  /** Of the whole price, on its first band: the fee of what is charged back or undone is kept. */
  readonly isKept?: true;
}

/** What a provider is expected to keep of a movement. */
export interface CostTerms {
  readonly rate: number;
  readonly flatSatang: number;
  /** Of VAT, which is added to it; 0: it includes VAT. */
  readonly vatRate: number;
}

/** A version. It is never changed: another one follows. */
export interface Price {
  readonly id: string;
  readonly validFrom: Date;
  /** By amount, the first from 0. */
  readonly bands: readonly Band[];
}

export interface Fee {
  readonly feeSatang: number;
  /** Value added tax on the fee. */
  readonly vatSatang: number;
}

/** What a merchant has paid for its orders of a method that money moved for in a period. */
export interface MethodCost extends Fee {
  readonly method: PricedMethod;
  readonly count: number;
  /** Credited and not taken back, or paid out. */
  readonly volumeSatang: number;
}

export const noFee: Fee = { feeSatang: 0, vatSatang: 0 };

/** The version that is valid at a time; null before the first. */
export function priceAt(prices: readonly Price[], at: Date): Price | null {
  const begun = prices.filter(({ validFrom }) => validFrom <= at);
  return begun.reduce<Price | null>(
    (latest, price) => (latest === null || price.validFrom > latest.validFrom ? price : latest),
    null,
  );
}

/** The part of a fee that refunds leave. Cumulative, so that the last one returns the remainder. */
export function keptFee(
  fee: Fee,
  amountSatang: number,
  refundedSatang: number,
  vatRate: number,
): Fee {
  const refunded = BigInt(Math.min(Math.max(0, refundedSatang), amountSatang));
  if (refunded === 0n) return fee;
  const amount = BigInt(amountSatang);
  const returned = Number((2n * BigInt(fee.feeSatang) * refunded + amount) / (2n * amount));
  const feeSatang = fee.feeSatang - returned;
  return { feeSatang, vatSatang: shareOf(feeSatang, vatRate) };
}

/** Of a number of charge-backs. */
export function disputeFee({ bands }: Pick<Price, 'bands'>, count: number, vatRate: number): Fee {
  const each = bands[0]?.disputeSatang ?? 0;
  return { feeSatang: count * each, vatSatang: count * shareOf(each, vatRate) };
}

/** Half a satang is rounded up. Exact: the product of an amount and a rate is a safe integer. */
export function shareOf(amountSatang: number, rate: number): number {
  const product = amountSatang * rate;
  if (!Number.isSafeInteger(product) || product < 0) {
    throw new RangeError(`no share of ${amountSatang} satang at the rate ${rate}`);
  }
  const remainder = product % RATE_WHOLE;
  return (product - remainder) / RATE_WHOLE + (2 * remainder >= RATE_WHOLE ? 1 : 0);
}

/** Rounded fee first, and then the VAT of the rounded fee. */
export function feeOf({ bands }: Pick<Price, 'bands'>, amountSatang: number, vatRate: number): Fee {
  const band = bands.findLast(({ fromSatang }) => fromSatang <= amountSatang);
  if (band === undefined) throw new RangeError(`no band of the price covers ${amountSatang}`);
  const { rate, flatSatang, minSatang, maxSatang } = band;
  const plain = shareOf(amountSatang, rate) + flatSatang;
  const feeSatang = Math.min(Math.max(plain, minSatang ?? 0), maxSatang ?? Infinity);
  return { feeSatang, vatSatang: shareOf(feeSatang, vatRate) };
}

/** The greatest fee that leaves no less than nothing of the amount. */
export function cappedFee(fee: Fee, amountSatang: number, vatRate: number): Fee {
  const total = ({ feeSatang, vatSatang }: Fee) => feeSatang + vatSatang;
  if (total(fee) <= amountSatang) return fee;
  const withVat = (feeSatang: number): Fee => ({
    feeSatang,
    vatSatang: shareOf(feeSatang, vatRate),
  });
  // The estimate is at most one satang too high: the rounding of the VAT.
  const estimate = Math.floor((amountSatang * RATE_WHOLE) / (RATE_WHOLE + vatRate)) + 1;
  const fits = [estimate, estimate - 1, estimate - 2]
    .filter((feeSatang) => feeSatang >= 0)
    .map(withVat)
    .find((one) => total(one) <= amountSatang);
  return fits ?? noFee;
}

/** Of incoming money, from which it is taken. */
export const feeWithin = (
  price: Pick<Price, 'bands'>,
  amountSatang: number,
  vatRate: number,
): Fee => cappedFee(feeOf(price, amountSatang, vatRate), amountSatang, vatRate);

/** The rate of VAT until the end of a day in Bangkok, `2026-09-30`. */
export interface VatRate {
  readonly rate: number;
  readonly until: string;
}

/** The last rate applies after its day, too: a payment does not wait for a decree. None: no VAT. */
export function vatRateAt(rates: readonly VatRate[], at: Date): number {
  const day = bangkokDay(at.getTime());
  return (rates.find(({ until }) => day <= until) ?? rates.at(-1))?.rate ?? 0;
}
