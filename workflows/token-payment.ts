import type { OrderInput } from './contract';
import { liveByRequest } from './requested-life';

/** The life of a payment by token: the token is charged, and the outcome settles it or not. */
export async function tokenPayment(input: OrderInput): Promise<string> {
  return liveByRequest(input);
}
