import { groupBy } from '../group-by';
import type { Check, Facts, OrderFact } from './facts';
import { explainedStates } from './explain-state';
import type { Story } from './explain-state';

/** Every order is in a state that what was said of it explains. */
export const statesAreExplained: Check = (facts) => {
  const storyOf = storyteller(facts);
  return facts.orders.flatMap((order) => {
    const decided = facts.decisions.get(order.id)?.status ?? null;
    const states = decided === null ? explainedStates(order, storyOf(order)) : new Set([decided]);
    if (states.has(order.status)) return [];
    const expected = [...states].join(' or ') || 'nothing: the bank never decided it';
    const what = `${order.kind} is ${order.status}; its callbacks explain ${expected}`;
    return [{ kind: 'stuck', subject: order.id, what }];
  });
};

function storyteller(facts: Facts): (order: OrderFact) => Story {
  const { book, callbacks, ended, released } = facts;
  const transfers = groupBy(book.transfers, ({ orderId }) => orderId);
  const requests = new Map(book.requests.map((request) => [request.orderId, request.state]));
  const failures = new Set(
    callbacks.filter(({ heard }) => heard === 'failed').map(({ orderId }) => orderId),
  );
  return ({ id, ref }) => ({
    transfersSatang: (transfers.get(ref ?? '') ?? []).map(({ amountSatang }) => amountSatang),
    request: requests.get(id) ?? null,
    isToldFailed: failures.has(id),
    isReleased: released.has(id),
    isEnded: ended.has(id) ? (ended.get(id) === true ? true : null) : false,
  });
}
