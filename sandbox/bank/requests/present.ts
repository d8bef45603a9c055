import { satangToBaht } from '../../../src/domain/money';
import type { BookView } from '../book/book-state';
import type { GatewayRequest, RequestKind } from '../book/entry';
import { requestState } from '../book/request-shelf';
import type { BookedRequest, RequestState } from '../book/request-shelf';
import type { CallbackSender } from '../callbacks/callback-sender';
import { presentCallback } from '../callbacks/present';
import { Refusal } from '../refusal';

const wireStatus: Readonly<Record<RequestState, string>> = {
  waiting: 'processing',
  succeeded: 'success',
  failed: 'failed',
};

/** 404 `payout_not_found`, `refund_not_found` or `charge_not_found`. */
export function requestNotFound(kind: RequestKind): Refusal {
  return new Refusal(404, `${kind}_not_found`, `No such ${kind}.`);
}

/** Throws a 404 Refusal when the reference is not in the book. */
export function demandRequest(book: BookView, kind: RequestKind, orderId: string): BookedRequest {
  const booked = book.request(kind, orderId);
  if (booked === null) throw requestNotFound(kind);
  return booked;
}

/** A request as the provider's contract shows it, in baht. What is not there is left out. */
export function presentForGateway(booked: BookedRequest): object {
  const { request, decision } = booked;
  return {
    orderId: request.orderId,
    status: wireStatus[requestState(booked)],
    amount: satangToBaht(request.amountSatang),
    ...(decision === null ? {} : { transactionId: decision.transactionId }),
    ...(decision === null || decision.failure === null ? {} : { failure: decision.failure }),
  };
}

/** A request as the bank's own API shows it: with its callbacks, without account and token. */
export function presentRequest(
  booked: BookedRequest,
  book: BookView,
  sender: CallbackSender,
): object {
  const { request, decision } = booked;
  return {
    orderId: request.orderId,
    status: requestState(booked),
    amount: satangToBaht(request.amountSatang),
    ...presentFacts(request),
    transactionId: decision?.transactionId ?? null,
    failure: decision?.failure ?? null,
    acceptedAt: request.acceptedAt,
    decidedAt: decision?.decidedAt ?? null,
    callbacks: (decision?.tellings ?? []).flatMap(({ callbackId }) => {
      const callback = book.callback(callbackId);
      return callback === null ? [] : [presentCallback(callback, sender.progress(callbackId))];
    }),
  };
}

function presentFacts(request: GatewayRequest): object {
  if (request.kind === 'charge') return {};
  const { account } = request;
  const bank = { bankCode: account?.bankCode ?? null, bankName: account?.bankName ?? null };
  return request.kind === 'refund' ? { ...bank, paymentId: request.paymentId } : bank;
}
