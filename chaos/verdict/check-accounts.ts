import { isDefinite } from '../accounts/line';
import { groupBy } from '../group-by';
import type { Check, Facts, OrderFact, SubmissionFact } from './facts';
import { movementsOf, nameOfMovement } from './movements';

/*
 * Several provider accounts. Where orders and money are comes from the lines and the banks. No rule
 * of routing or failover is used.
 */

/**
 * The money of an order is asked for at one account: at another one only after each submission at
 * the earlier ones was definitely refused or not received.
 */
export const askedAtOneAccount: Check = ({ submissions }) =>
  [...groupBy(submissions, ({ orderId }) => orderId)].flatMap(([subject, its]) =>
    its.flatMap((submission, index) => {
      const earlier = its.slice(0, index).find((each) => mayHold(each, submission));
      if (earlier === undefined) return [];
      const { call, accountId } = submission;
      const what = `${call} at ${accountId} after one at ${earlier.accountId}: ${earlier.result}`;
      return [{ kind: 'duplicated', subject, what }];
    }),
  );

const mayHold = (earlier: SubmissionFact, { accountId }: SubmissionFact): boolean =>
  earlier.accountId !== accountId && !isDefinite(earlier);

/** No bank makes a payout or refund that another one makes, and none makes it twice. */
export const payoutsAreMadeOnce: Check = ({ book }) => {
  const made = book.requests.filter(
    ({ kind, state }) => kind !== 'charge' && state === 'succeeded',
  );
  return [...groupBy(made, ({ kind, orderId }) => `${kind} ${orderId}`)].flatMap(([, its]) => {
    const [first] = its;
    if (first === undefined || its.length === 1) return [];
    const what = `${first.kind} made ${its.length} times: ${its.map(textOf).join(', ')}`;
    return [{ kind: 'duplicated', subject: first.orderId, what }];
  });
};

const textOf = ({ accountId, transactionId }: { accountId: string; transactionId: string }) =>
  `${transactionId} at ${accountId}`;

/**
 * Each order is on the account whose bank has it or may have it, and its routing decisions name
 * this account last and the accounts that refused it before.
 */
export const ordersAreWhereTheBankHasThem: Check = (facts) => {
  const held = accountsThatMayHold(facts);
  const asked = groupBy(facts.submissions, ({ orderId }) => orderId);
  return facts.orders.flatMap((order) => {
    const { id, accountId } = order;
    const elsewhere = [...(held.get(id) ?? [])].filter((each) => each !== accountId);
    const path = pathOf(order);
    const unnamed = (asked.get(id) ?? []).filter((each) => !path.includes(each.accountId));
    const finding = (what: string) => ({ kind: 'unbalanced' as const, subject: id, what });
    return [
      ...elsewhere.map((each) => finding(`is on ${accountId}; the bank of ${each} may have it`)),
      ...unnamed.map((each) => finding(`asked for at ${each.accountId}, by no routing decision`)),
      ...(path.at(-1) === accountId && isChain(order)
        ? []
        : [finding(`is on ${accountId}; its routing decisions end differently`)]),
    ];
  });
};

/**
 * The accounts whose banks have, or may have, a request, a QR code or money of an order, by order.
 */
function accountsThatMayHold({ book, submissions, orders }: Facts): Map<string, Set<string>> {
  const held = new Map<string, Set<string>>();
  const add = (orderId: string, accountId: string) =>
    held.set(orderId, (held.get(orderId) ?? new Set()).add(accountId));
  const byRef = new Map(orders.map(({ ref, id }) => [ref, id]));
  for (const { orderId, accountId } of book.requests) add(orderId, accountId);
  for (const { orderId, accountId } of book.transfers)
    add(byRef.get(orderId) ?? orderId, accountId);
  for (const submission of submissions) {
    if (!isDefinite(submission)) add(submission.orderId, submission.accountId);
  }
  return held;
}

/** The accounts of an order by its routing decisions, the first first. Without any, its account. */
const pathOf = ({ routing, accountId }: OrderFact): readonly (string | null)[] =>
  routing.length === 0 ? [accountId] : routing.map((step) => step.accountId);

/** Each decision follows a failed call at the account of the decision before. */
const isChain = ({ routing }: OrderFact): boolean =>
  routing.every(({ after }, index) => after === (routing[index - 1]?.accountId ?? null));

/** Each movement is booked for the account whose bank made it. */
export const evidenceIsOfItsAccount: Check = ({ book, booked }) => {
  const accounts = new Map(movementsOf(book).map((each) => [nameOfMovement(each), each.accountId]));
  return booked.flatMap((each) => {
    const accountId = accounts.get(nameOfMovement(each));
    if (accountId === undefined || accountId === each.accountId) return [];
    const what = `moved at ${accountId}, booked for ${each.accountId}`;
    return [{ kind: 'unbalanced', subject: each.transactionId ?? '', what }];
  });
};
