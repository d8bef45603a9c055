import type { OrderInput } from './contract';
import { liveByRequest } from './requested-life';

/** The life of a refund: it is sent, and what it holds is posted or voided by the outcome. */
export async function refund(input: OrderInput): Promise<string> {
  return liveByRequest(input);
}
