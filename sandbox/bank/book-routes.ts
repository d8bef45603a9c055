import { Router } from '@koa/router';
import type { Book } from './book';
import {
  requestKinds,
  requestPlurals,
  requestState,
  type RequestKind,
  type RequestState,
} from './records';

/** A transfer of a customer, in the order in which the money moved. */
export interface BookTransfer {
  readonly transactionId: string;
  readonly orderId: string;
  readonly amountSatang: number;
  readonly paidAt: string;
}

/** A decided request, in the order of the decisions. */
export interface DecidedRequest {
  readonly transactionId: string;
  readonly orderId: string;
  readonly amountSatang: number;
  readonly state: Exclude<RequestState, 'waiting'>;
  readonly decidedAt: string;
}

/**
 * `GET /api/book`: the bank's record of the money it moved, in satang, as `{totals, transfers,
 * payouts, refunds, charges}`. Money comes in by transfers and succeeded charges, and goes out by
 * succeeded payouts and refunds.
 */
export function bookRoutes(book: Book): Router {
  const router = new Router({ prefix: '/book' });
  router.get('/', (ctx) => {
    const decided = requestKinds.map((kind) => [requestPlurals[kind], decidedRequests(book, kind)]);
    ctx.body = {
      totals: book.totals(),
      transfers: transfersOf(book),
      ...(Object.fromEntries(decided) as object),
    };
  });
  return router;
}

function transfersOf(book: Book): BookTransfer[] {
  const transfers = book.payments().flatMap(({ orderId, settledAt, transfers: made }) => {
    if (settledAt === null) return [];
    return made.map((transfer) => ({ ...transfer, orderId, paidAt: settledAt }));
  });
  return transfers.toSorted((a, b) => a.paidAt.localeCompare(b.paidAt));
}

function decidedRequests(book: Book, kind: RequestKind): DecidedRequest[] {
  const decided = book.requests().flatMap((request): DecidedRequest[] => {
    const { instruction, decision } = request;
    const state = requestState(request);
    if (instruction.kind !== kind || decision === null || state === 'waiting') return [];
    const { orderId, amountSatang } = instruction;
    const { transactionId, decidedAt } = decision;
    return [{ transactionId, orderId, amountSatang, state, decidedAt }];
  });
  return decided.toSorted((a, b) => a.decidedAt.localeCompare(b.decidedAt));
}
