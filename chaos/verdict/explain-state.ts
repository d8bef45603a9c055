import type { OrderFact } from './facts';

/** What customers, merchants, the bank and operators did with an order. */
export interface OrderHistory {
  /** Transfers at the bank for its QR code. */
  readonly transfersSatang: readonly number[];
  /** The bank's decision. Null: the bank never received the request. */
  readonly request: 'succeeded' | 'failed' | null;
  /** The last account to which it was submitted refused it. */
  readonly isRefused: boolean;
  /** Its link or checkout has more paid payments than places. */
  readonly mayBeBeyond: boolean;
  /** A callback reported a failure. */
  readonly isReportedFailed: boolean;
  /** Its merchant expired it. Null: the expire request was not answered. */
  readonly isEnded: boolean | null;
  /** An operator released it because the bank has no such request. */
  readonly isReleased: boolean;
}

/** The sweeper runs every minute and expires orders that are a minute overdue. */
const DEADLINE_GRACE_MS = 150_000;
/** The satang with which the bank rejects a payout. */
export const REFUSED_SATANG = 7;

/** Returns the statuses that are consistent with the history of an order. Pure. */
export function explainedStates(order: OrderFact, history: OrderHistory): ReadonlySet<string> {
  const isBill = order.kind === 'deposit' || (order.kind === 'payment' && order.method !== 'token');
  return new Set(isBill ? ofBill(order, history) : ofRequest(order, history));
}

function ofBill({ amountSatang, overdueMs }: OrderFact, history: OrderHistory): string[] {
  // A full payment is credited, late or not, and is final.
  const isPaid = history.transfersSatang.some((satang) => satang >= amountSatang);
  if (isPaid && !history.mayBeBeyond) return ['succeeded'];
  const isOverdue = overdueMs !== null && overdueMs > 0;
  const states = isPaid ? ['succeeded'] : [];
  if (history.isReportedFailed) states.push('failed');
  if (history.isEnded !== false || isOverdue) states.push('expired');
  const isEndedForCertain =
    history.isReportedFailed ||
    history.isEnded === true ||
    (overdueMs !== null && overdueMs > DEADLINE_GRACE_MS);
  if (!isEndedForCertain) states.push('pending');
  return states;
}

function ofRequest(
  { kind, amountSatang }: OrderFact,
  { request, isRefused, isReleased }: OrderHistory,
): string[] {
  if (request !== null) return [request];
  const isRejected = kind === 'withdrawal' && amountSatang % 100 === REFUSED_SATANG;
  return isRejected || isRefused || isReleased ? ['failed'] : [];
}
