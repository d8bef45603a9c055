import type { OrderInput } from './contract';
import { liveByRequest } from './requested-life';

/** The life of a withdrawal: its payout is sent, and the outcome posts or voids its hold. */
export async function withdrawal(input: OrderInput): Promise<string> {
  return liveByRequest(input);
}
