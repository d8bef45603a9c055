import type { Book } from '../book/book';
import type { Payout } from '../book/entry';
import type { CallbackSender } from '../callbacks/callback-sender';
import { Refusal } from '../refusal';
import { ruleFor } from './payout-rules';
import type { PayoutDelays } from './payout-rules';
import { planDecision } from './plan-decision';

export type PayoutRequest = Omit<Payout, 'acceptedAt'>;

export interface PayoutDeps {
  readonly book: Book;
  readonly sender: CallbackSender;
  readonly clock: () => number;
  readonly delays: PayoutDelays;
}

/**
 * Takes a payout, in the way that its amount asks for. Resolves once the book holds it, and says
 * whether the one who asks is to hear of that. Rejects with a Refusal: 409 `duplicate_reference`
 * when the book held the very same payout before, 409 `reference_reused` when it held another
 * under this reference, 422 or 500 where the amount says so.
 */
export type TakePayout = (request: PayoutRequest) => Promise<'taken' | 'silence'>;

const faultsMax = 1_000;

export function createTakePayout({ book, sender, clock, delays }: PayoutDeps): TakePayout {
  /** References that have met their fault; the oldest are forgotten, and meet another. */
  const faulted = new Set<string>();

  return async (request) => {
    const known = book.view.payout(request.orderId);
    if (known !== null) throw repeated(known.payout, request);
    const { answer, tellings } = ruleFor(request.amountSatang);
    if (answer === 'refused') {
      throw new Refusal(422, 'account_not_found', 'The receiving bank has no such account.');
    }
    if (answer === 'fault' && !faulted.has(request.orderId)) {
      const [oldest] = faulted;
      if (faulted.size >= faultsMax && oldest !== undefined) faulted.delete(oldest);
      faulted.add(request.orderId);
      throw new Refusal(500, 'internal_error', 'The bank stumbled. Nothing was booked.');
    }
    const nowMs = clock();
    const payout = { ...request, acceptedAt: new Date(nowMs).toISOString() };
    const taken = await book.takePayout(payout, planDecision(tellings, nowMs, delays));
    if (!taken.isNew) throw repeated(taken.payout, request);
    sender.sendAll(taken.decision?.tellings ?? []);
    return answer === 'silence' ? 'silence' : 'taken';
  };
}

function repeated(booked: Payout, request: PayoutRequest): Refusal {
  const isSame =
    booked.amountSatang === request.amountSatang &&
    booked.bankCode === request.bankCode &&
    booked.bankName === request.bankName &&
    booked.accountNumber === request.accountNumber &&
    booked.accountName === request.accountName;
  return isSame
    ? new Refusal(409, 'duplicate_reference', 'This payout has been taken before.')
    : new Refusal(409, 'reference_reused', 'Another payout was taken under this reference.');
}
