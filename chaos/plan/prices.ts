import type { MerchantName } from './operation';

/*
 * As operators type them. Orders are of 20 to 900 baht, so some pay the minimum, and some the
 * maximum.
 */
export const VAT = '7% until 2099-12-31';
const plan = {
  qr: '1.65% min 5.00 max 12.00',
  token: '3.65% + 1.00',
  deposit: '2.00',
  withdrawal: '5.00',
  refund: '3.00 max 2.00',
};
const laterPlan: typeof plan = {
  qr: '0.9% + 3.00 max 9.50',
  token: '2.9% min 4.00',
  deposit: '0.5% min 1.00 max 3.00',
  withdrawal: '8.00',
  refund: '1.00',
};

export type PricedMethod = keyof typeof plan;
export type Prices = Readonly<Record<MerchantName, Partial<typeof plan>>>;

/** What the orders of a merchant cost from the beginning. */
export const prices: Prices = { rich: plan, modest: plan, routed: {} };
/** What they cost from a moment of the load on. */
export const laterPrices: Prices = { rich: laterPlan, modest: laterPlan, routed: {} };
