import type { OrderInput } from './contract';
import { runWithProvider } from './requested-life';

/**
 * A refund: submitted to the provider and inquired about like a withdrawal (withdrawal.ts). Success
 * posts its hold and its part of the payment, failure releases both.
 */
export async function refund(input: OrderInput): Promise<string> {
  return runWithProvider(input);
}
