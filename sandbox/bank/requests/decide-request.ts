import type { RequestKind } from '../book/entry';
import type { BookedRequest } from '../book/request-shelf';
import { Refusal } from '../refusal';
import { planDecision } from './plan-decision';
import { requestNotFound } from './present';
import { choices } from './request-rules';
import type { PersonsChoice } from './request-rules';
import type { RequestDeps } from './take-request';

/**
 * Decides a request that waits. Deciding it again in the same way changes nothing. Rejects with a
 * Refusal: 404 when the book has no such request, 409 when it was decided in the other way.
 */
export type DecideRequest = (
  kind: RequestKind,
  orderId: string,
  choice: PersonsChoice,
) => Promise<BookedRequest>;

export function createDecideRequest({ book, sender, clock, delays }: RequestDeps): DecideRequest {
  return async (kind, orderId, choice) => {
    const planned = planDecision(choices[choice], clock(), delays);
    if (planned === null) throw new Error(`nothing tells of ${choice}`);
    const booked = await book.decide(kind, orderId, planned);
    if (booked === null) throw requestNotFound(kind);
    const hasSucceeded = booked.decision?.failure === null;
    if (hasSucceeded !== (choice === 'succeed')) {
      throw new Refusal(409, 'already_decided', `The ${kind} was decided in the other way.`);
    }
    if (booked.isNew) sender.sendAll(planned.tellings);
    return booked;
  };
}
