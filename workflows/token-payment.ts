import type { OrderInput } from './contract';
import { runWithProvider } from './requested-life';

/**
 * A payment by token: the charge is submitted to the provider and inquired about like a withdrawal
 * (withdrawal.ts). It stays `pending` until its outcome; success credits the merchant.
 */
export async function tokenPayment(input: OrderInput): Promise<string> {
  return runWithProvider(input);
}
