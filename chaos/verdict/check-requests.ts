import { groupBy } from '../group-by';
import type { RecordedRequest } from '../load/run-log';
import type { Check, Facts, OrderFact } from './facts';

/** An accepted request has an order with the returned id and the requested values. */
export const acceptedOrdersExist: Check = ({ requested, orders }) => {
  const byId = new Map(orders.map((order) => [order.id, order]));
  return requested.flatMap((request) =>
    request.accepted
      .filter(({ orderId }) => !isWhatWasAsked(byId.get(orderId), request))
      .map(({ orderId }) => ({
        kind: 'lost',
        subject: orderId,
        what: `accepted as ${request.mark}, but no such order exists`,
      })),
  );
};

/**
 * A request with retries creates at most one order, beside orders that have ended without a QR
 * code: no account issued one, and nobody was shown the order.
 */
export const atMostOneOrder: Check = (facts) => {
  const byMark = ordersByMark(facts);
  return facts.requested.flatMap(({ mark, kind }) => {
    const made = (byMark.get(mark) ?? []).filter(
      (order) => order.kind === kind && !isAbandoned(order),
    );
    if (made.length <= 1) return [];
    const ids = made.map(({ id }) => id).join(', ');
    return [{ kind: 'duplicated', subject: mark, what: `one request created ${ids}` }];
  });
};

const isAbandoned = ({ isPayable, status }: OrderFact): boolean =>
  !isPayable && (status === 'failed' || status === 'expired');

/** All responses of an idempotency key are identical. */
export const oneResponsePerKey: Check = ({ requested }) =>
  requested.flatMap(({ key, mark, accepted }) =>
    key !== null && new Set(accepted.map(({ body }) => body)).size > 1
      ? [{ kind: 'duplicated', subject: mark, what: 'one idempotency key has different responses' }]
      : [],
  );

/**
 * No order exists without a request, or after a rejected one. `check-pages.ts` has those of links,
 * and refunds by operators.
 */
export const noUnrequestedOrders: Check = ({ requested, orders, returned }) => {
  const possible = new Set(
    requested
      .filter(({ accepted, unanswered }) => accepted.length > 0 || unanswered > 0)
      .map(({ kind, mark }) => `${kind} ${mark}`),
  );
  const returns = new Set(returned.map(({ orderId }) => orderId));
  return orders
    .filter((order) => order.paymentLinkId === null && !returns.has(order.refundOf ?? ''))
    .filter(({ kind, mark }) => !possible.has(`${kind} ${mark}`))
    .map(({ id, mark }) => ({
      kind: 'duplicated',
      subject: id,
      what: `exists as ${mark}, which was rejected or never requested`,
    }));
};

/** No unexpected response was recorded. */
export const noUnexpectedResponses: Check = ({ unexpectedResponses }) =>
  unexpectedResponses.map(({ what, subject }) => ({ kind: 'misanswered', subject, what }));

function isWhatWasAsked(order: OrderFact | undefined, request: RecordedRequest): boolean {
  return (
    order !== undefined &&
    order.kind === request.kind &&
    order.merchantId === request.merchantId &&
    order.amountSatang === request.amountSatang &&
    order.mark === request.mark
  );
}

const ordersByMark = ({ orders }: Facts): Map<string | null, OrderFact[]> =>
  groupBy(orders.filter(isRequested), ({ mark }) => mark);

/** By its merchant: not by *New code* on a checkout. */
const isRequested = ({ id, chainId }: OrderFact): boolean => chainId === null || chainId === id;
