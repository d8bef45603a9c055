import type { OrderInput } from './contract';
import { runWithProvider } from './requested-life';

/**
 * The payout of a withdrawal whose money is held.
 *
 * 1. The activity claims the submission in the database and submits the payout to the provider.
 * 2. The workflow sleeps until a callback signals it or the next inquiry is due.
 * 3. The activity applies the callback, or inquires about the payout and applies the answer.
 * 4. Steps 2 and 3 repeat until the payout succeeds (the hold is posted) or fails (it is voided).
 *
 * domain/payout-plan.ts decides when to submit, inquire or escalate.
 */
export async function withdrawal(input: OrderInput): Promise<string> {
  return runWithProvider(input);
}
