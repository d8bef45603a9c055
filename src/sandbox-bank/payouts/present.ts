import { satangToBaht } from '../../domain/money';
import type { BookView } from '../book/book-state';
import { payoutState } from '../book/payout-shelf';
import type { BookedPayout, PayoutState } from '../book/payout-shelf';
import type { CallbackSender } from '../callbacks/callback-sender';
import { presentCallback } from '../callbacks/present';
import { Refusal } from '../refusal';

const wireStatus: Readonly<Record<PayoutState, string>> = {
  waiting: 'processing',
  succeeded: 'success',
  failed: 'failed',
};

/** Throws a 404 Refusal when the reference is not in the book. */
export function demandPayout(book: BookView, orderId: string): BookedPayout {
  const booked = book.payout(orderId);
  if (booked === null) throw new Refusal(404, 'payout_not_found', 'No such payout.');
  return booked;
}

/** A payout as the provider's contract shows it, in baht. What is not there is left out. */
export function presentForGateway(booked: BookedPayout): object {
  const { payout, decision } = booked;
  return {
    orderId: payout.orderId,
    status: wireStatus[payoutState(booked)],
    amount: satangToBaht(payout.amountSatang),
    ...(decision === null ? {} : { transactionId: decision.transactionId }),
    ...(decision === null || decision.failure === null ? {} : { failure: decision.failure }),
  };
}

/** A payout as the bank's own API shows it: with its callbacks, without the account. */
export function presentPayout(
  booked: BookedPayout,
  book: BookView,
  sender: CallbackSender,
): object {
  const { payout, decision } = booked;
  return {
    orderId: payout.orderId,
    status: payoutState(booked),
    amount: satangToBaht(payout.amountSatang),
    bankCode: payout.bankCode,
    bankName: payout.bankName,
    transactionId: decision?.transactionId ?? null,
    failure: decision?.failure ?? null,
    acceptedAt: payout.acceptedAt,
    decidedAt: decision?.decidedAt ?? null,
    callbacks: (decision?.tellings ?? []).flatMap(({ callbackId }) => {
      const callback = book.callback(callbackId);
      return callback === null ? [] : [presentCallback(callback, sender.progress(callbackId))];
    }),
  };
}
