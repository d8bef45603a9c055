import type { OrderInput } from './contract';
import { liveByRequest } from './requested-life';

/** The life of a withdrawal: its payout is sent, and its hold is posted or voided by the outcome. */
export async function withdrawal(input: OrderInput): Promise<string> {
  return liveByRequest(input);
}
