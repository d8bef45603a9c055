import type { BookedPayout } from '../book/payout-shelf';
import { Refusal } from '../refusal';
import { choices } from './payout-rules';
import type { PersonsChoice } from './payout-rules';
import { planDecision } from './plan-decision';
import type { PayoutDeps } from './take-payout';

/**
 * Decides a payout that waits. Deciding it again in the same way changes nothing. Rejects with a
 * Refusal: 404 when the book has no such payout, 409 when it was decided in the other way.
 */
export type DecidePayout = (orderId: string, choice: PersonsChoice) => Promise<BookedPayout>;

export function createDecidePayout({ book, sender, clock, delays }: PayoutDeps): DecidePayout {
  return async (orderId, choice) => {
    const planned = planDecision(choices[choice], clock(), delays);
    if (planned === null) throw new Error(`nothing tells of ${choice}`);
    const booked = await book.decidePayout(orderId, planned);
    if (booked === null) throw new Refusal(404, 'payout_not_found', 'No such payout.');
    const hasSucceeded = booked.decision?.failure === null;
    if (hasSucceeded !== (choice === 'succeed')) {
      throw new Refusal(409, 'already_decided', 'The payout was decided in the other way.');
    }
    if (booked.isNew) sender.sendAll(planned.tellings);
    return booked;
  };
}
