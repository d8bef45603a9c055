import { groupBy } from '../group-by';
import type { Check, Facts, OrderFact } from './facts';
import { explainedStates, type OrderHistory } from './explain-state';
import { namesAtBank, ownedMovements } from './movements';
import { contested, contestsOf } from './places';

/** The history of every order explains its status. */
export const statesAreExplained: Check = (facts) => {
  const historyOf = historyReader(facts);
  return facts.orders.flatMap((order) => {
    const decided = facts.decisions.get(order.id)?.status ?? null;
    const states = decided === null ? explainedStates(order, historyOf(order)) : new Set([decided]);
    if (states.has(order.status)) return [];
    const expected = [...states].join(' or ') || 'no status: the bank never decided it';
    const what = `${order.kind} is ${order.status}; its history explains ${expected}`;
    return [{ kind: 'stuck', subject: order.id, what }];
  });
};

function historyReader(facts: Facts): (order: OrderFact) => OrderHistory {
  const { book, callbacks, ended, released, submissions, links } = facts;
  const mayBeBeyond = contested(contestsOf(ownedMovements(facts), facts));
  const replaced = new Set(
    links.flatMap(({ presses }) =>
      presses.flatMap(({ isReplaced, qrCodeIds }) => (isReplaced ? [...qrCodeIds] : [])),
    ),
  );
  const transfers = groupBy(book.transfers, ({ orderId }) => orderId);
  const last = new Map(submissions.map(({ orderId, result }) => [orderId, result]));
  const requests = new Map(book.requests.map((request) => [request.orderId, request.state]));
  const failures = new Set(
    callbacks.filter(({ outcome }) => outcome === 'failed').map(({ orderId }) => orderId),
  );
  return (order) => {
    const { id } = order;
    const paid = namesAtBank(order).flatMap((name) => transfers.get(name) ?? []);
    return {
      transfersSatang: paid.map(({ amountSatang }) => amountSatang),
      request: requests.get(id) ?? null,
      isRefused: last.get(id) === 'refused',
      isReportedFailed: failures.has(id),
      isReleased: released.has(id),
      isEnded: endOf(ended.get(id), replaced.has(order.qrCodeId ?? '')),
      mayBeBeyond: mayBeBeyond.has(order),
    };
  };
}

/** Null: it may have been expired. */
function endOf(isAnswered: boolean | undefined, isReplaced: boolean): boolean | null {
  if (isAnswered === undefined) return isReplaced ? null : false;
  return isAnswered ? true : null;
}
