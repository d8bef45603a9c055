import { groupBy } from '../group-by';
import type { Asked } from '../load/notes';
import type { Check, Facts, OrderFact } from './facts';

/** An accepted request has its order, as it was asked for, under the id that was answered. */
export const acceptedIsThere: Check = ({ asked, orders }) => {
  const byId = new Map(orders.map((order) => [order.id, order]));
  return asked.flatMap((request) =>
    request.accepted
      .filter(({ orderId }) => !isWhatWasAsked(byId.get(orderId), request))
      .map(({ orderId }) => ({
        kind: 'lost',
        subject: orderId,
        what: `accepted as ${request.mark}, and not there as it was asked for`,
      })),
  );
};

/** A request has at most one order, however often it was sent. */
export const onceAtMost: Check = (facts) => {
  const byMark = ordersByMark(facts);
  return facts.asked.flatMap(({ mark, kind }) => {
    const made = (byMark.get(mark) ?? []).filter((order) => order.kind === kind);
    if (made.length <= 1) return [];
    const ids = made.map(({ id }) => id).join(', ');
    return [{ kind: 'duplicated', subject: mark, what: `one request made ${ids}` }];
  });
};

/** Under one key there is one answer, to the byte. */
export const oneAnswer: Check = ({ asked }) =>
  asked.flatMap(({ key, mark, accepted }) =>
    key !== null && new Set(accepted.map(({ body }) => body)).size > 1
      ? [{ kind: 'duplicated', subject: mark, what: 'one key was given different answers' }]
      : [],
  );

/** No order is there that nobody can have asked for, or that was refused. */
export const nothingUnasked: Check = ({ asked, orders }) => {
  const possible = new Set(
    asked
      .filter(({ accepted, silent }) => accepted.length > 0 || silent > 0)
      .map(({ kind, mark }) => `${kind} ${mark}`),
  );
  return orders
    .filter(({ kind, mark }) => !possible.has(`${kind} ${mark}`))
    .map(({ id, mark }) => ({
      kind: 'duplicated',
      subject: id,
      what: `is there as ${mark}, which was refused or never asked for`,
    }));
};

/** Nobody was answered what must not be answered. */
export const answeredRightly: Check = ({ amiss }) =>
  amiss.map(({ what, subject }) => ({ kind: 'misanswered', subject, what }));

function isWhatWasAsked(order: OrderFact | undefined, request: Asked): boolean {
  return (
    order !== undefined &&
    order.kind === request.kind &&
    order.merchantId === request.merchantId &&
    order.amountSatang === request.amountSatang &&
    order.mark === request.mark
  );
}

const ordersByMark = ({ orders }: Facts): Map<string | null, OrderFact[]> =>
  groupBy(orders, ({ mark }) => mark);
