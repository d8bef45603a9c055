import type { PaymentMethod } from '../../rules/kinds';

export const refundMethods = ['native', 'push', 'manual'] as const;
/**
 * `native`: the provider returns the money to the payer. `push`: the provider pays it out to a bank
 * account. `manual`: an operator transfers it to a bank account.
 */
export type RefundMethod = (typeof refundMethods)[number];

/** `provider` is the trait of the payment's provider, which returns a charge to its token. */
export function refundMethodOf(
  provider: 'native' | 'push' | 'none',
  paidBy: PaymentMethod,
): RefundMethod {
  if (provider === 'none') return 'manual';
  return paidBy === 'token' ? 'native' : provider;
}
