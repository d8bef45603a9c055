import { z } from 'zod';
import { act, approvalsAreOn } from '../kernel/acts/act';
import { accountId, entry, merchantId, option, readable } from '../kernel/acts/entry';
import { readMoment } from '../kernel/rules/moment';
import { findWhatIf } from './find-prices';
import { pricedMethods } from './rules/price';
import { readBands, readCost, readVatRates } from './rules/price-text';
import { costDetail, setExpectedCost, type CostSetting } from './set-expected-cost';
import {
  changeVatRates,
  priceDetail,
  setPrice,
  VAT,
  vatDetail,
  type PriceSetting,
  type VatSetting,
} from './set-price';

const byAdmin = { realm: 'operator', role: 'admin', stepUp: 'required' } as const;

const method = option(pricedMethods.join('|'), 'the method', z.enum(pricedMethods));
const from = option(
  'time',
  'with a time zone, such as 2026-12-01T00:00:00+07:00; at once by default',
  readable('must be a time such as 2026-12-01T00:00:00+07:00', readMoment)
    .transform((time) => time.toISOString())
    .optional(),
);

/** What a merchant pays. Money that moved before the time of the version keeps its price. */
const price = act<PriceSetting, void>({
  ...byAdmin,
  title: { en: 'Price of a merchant', th: 'ค่าธรรมเนียมของร้าน' },
  entry: entry(
    'set what a merchant pays for its orders of a method, from a time on',
    {
      merchantId,
      method,
      price: option(
        'price',
        'such as "1.65%" or "1.2% + 5.00 min 10.00 max 200.00; from 50000.00: 1%"',
        readable('must be a price such as 1.65% or 1.2% + 5.00 min 10.00', readBands),
      ),
      from,
    },
    ({ price: bands, from: validFrom = null, ...given }) => ({ ...given, bands, validFrom }),
  ),
  needsApproval: approvalsAreOn,
  /** The approver sees what the payments of last month would have cost. */
  async facts(deps, setting) {
    const { before, after } = await findWhatIf(deps, setting, Date.now());
    return {
      merchantId: setting.merchantId,
      subject: setting.merchantId,
      detail: {
        ...priceDetail(setting),
        chargedSatang: before.feeSatang,
        atPriceSatang: after.feeSatang,
      },
    };
  },
  run: setPrice,
});

/** Of a provider that names no cost. */
const expected_cost = act<CostSetting, void>({
  ...byAdmin,
  title: { en: 'Expected cost of a provider', th: 'ต้นทุนที่คาดไว้ของผู้ให้บริการ' },
  entry: entry(
    'set what a provider keeps of a movement whose cost it does not name, from a time on',
    {
      accountId,
      method,
      cost: option(
        'cost',
        'such as "1.65% + 5.00 vat 7%"; without vat it includes VAT',
        readable('must be a cost such as 1.65% + 5.00 vat 7%', readCost),
      ),
      from,
    },
    ({ cost: terms, from: validFrom = null, ...given }) => ({ ...given, terms, validFrom }),
  ),
  needsApproval: approvalsAreOn,
  facts: (_deps, setting) => ({
    merchantId: null,
    subject: setting.accountId,
    detail: costDetail(setting),
  }),
  run: setExpectedCost,
});

const vat_rates = act<VatSetting, void>({
  ...byAdmin,
  title: { en: 'Rates of VAT', th: 'อัตราภาษีมูลค่าเพิ่ม' },
  entry: entry('set the rates of VAT on fees, each until the end of a day', {
    rates: option(
      'rates',
      'such as "7% until 2026-09-30; 10% until 2027-09-30"; empty without VAT',
      readable('must be rates such as 7% until 2026-09-30', readVatRates),
    ),
  }),
  needsApproval: approvalsAreOn,
  facts: (_deps, setting) => ({
    merchantId: null,
    subject: VAT,
    detail: vatDetail(setting),
  }),
  run: changeVatRates,
});

export const feeActs = { price, expected_cost, vat_rates };
