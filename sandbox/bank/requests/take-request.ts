import { isDeepStrictEqual } from 'node:util';
import type { Book } from '../book/book';
import type { BookView } from '../book/book-state';
import type { Asked, GatewayRequest } from '../book/entry';
import { requestName, requestState } from '../book/request-shelf';
import type { CallbackSender } from '../callbacks/callback-sender';
import { Refusal } from '../refusal';
import { planDecision } from './plan-decision';
import { ruleFor } from './request-rules';
import type { RequestDelays } from './request-rules';

export interface RequestDeps {
  readonly book: Book;
  readonly sender: CallbackSender;
  readonly clock: () => number;
  readonly delays: RequestDelays;
}

/**
 * Takes a request, in the way that its amount or its token asks for. Resolves once the book holds
 * it, and says whether the one who asks is to hear of that. Rejects with a Refusal: 409
 * `duplicate_reference` when the book held the very same request before, 409 `reference_reused`
 * when it held another of its kind under this reference, 422 `payment_not_found` for a refund to
 * the token of a charge that took no money, 422 or 500 where amount or token say so.
 */
export type TakeRequest = (asked: Asked) => Promise<'taken' | 'silence'>;

const faultsMax = 1_000;

export function createTakeRequest({ book, sender, clock, delays }: RequestDeps): TakeRequest {
  /** Requests that have met their fault; the oldest are forgotten, and meet another. */
  const faulted = new Set<string>();

  return async (asked) => {
    const known = book.view.request(asked.kind, asked.orderId);
    if (known !== null) throw repeated(known.request, asked);
    demandCharge(asked, book.view);
    const rule = ruleFor(asked);
    if (rule.answer === 'refused') throw new Refusal(422, rule.refusal.code, rule.refusal.message);
    const name = requestName(asked);
    if (rule.answer === 'fault' && !faulted.has(name)) {
      const [oldest] = faulted;
      if (faulted.size >= faultsMax && oldest !== undefined) faulted.delete(oldest);
      faulted.add(name);
      throw new Refusal(500, 'internal_error', 'The bank stumbled. Nothing was booked.');
    }
    const nowMs = clock();
    const request: GatewayRequest = { ...asked, acceptedAt: new Date(nowMs).toISOString() };
    const taken = await book.take(request, planDecision(rule.tellings, nowMs, delays));
    if (!taken.isNew) throw repeated(taken.request, asked);
    sender.sendAll(taken.decision?.tellings ?? []);
    return rule.answer === 'silence' ? 'silence' : 'taken';
  };
}

/** Money can go back to a token only after it has come from there. */
function demandCharge(asked: Asked, book: BookView): void {
  if (asked.kind !== 'refund' || asked.account !== null) return;
  const charge = book.request('charge', asked.paymentId);
  if (charge !== null && requestState(charge) === 'succeeded') return;
  throw new Refusal(422, 'payment_not_found', 'This bank knows of no such charge that took money.');
}

function repeated(booked: GatewayRequest, asked: Asked): Refusal {
  return isDeepStrictEqual(booked, { ...asked, acceptedAt: booked.acceptedAt })
    ? new Refusal(409, 'duplicate_reference', `This ${asked.kind} has been taken before.`)
    : new Refusal(409, 'reference_reused', `Another ${asked.kind} was taken under this reference.`);
}
