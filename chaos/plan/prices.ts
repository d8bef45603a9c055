import type { MerchantName } from './operation';

/** As operators type them. */
export const VAT = '7% until 2099-12-31';
const plan = {
  qr: '1.65%',
  token: '3.65% + 1.00',
  deposit: '2.00',
  withdrawal: '5.00',
  refund: '3.00 max 2.00',
} as const;

export type PricedMethod = keyof typeof plan;

/** What the orders of a merchant cost from the beginning. */
export const prices: Readonly<Record<MerchantName, Partial<typeof plan>>> = {
  rich: plan,
  modest: plan,
  routed: {},
};
