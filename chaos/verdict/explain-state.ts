import type { OrderFact } from './facts';

/** All that anybody said or did about an order. */
export interface Story {
  /** Transfers at the bank for its QR code. */
  readonly transfersSatang: readonly number[];
  /** What the bank did with what the gateway asked of it; null when it never heard of it. */
  readonly request: 'succeeded' | 'failed' | null;
  /** Somebody told that it failed. */
  readonly isToldFailed: boolean;
  /** Its merchant ended it; null: wanted to, and was not answered. */
  readonly isEnded: boolean | null;
  /** An operator has released it, for the bank had never had it. */
  readonly isReleased: boolean;
}

/** Housekeeping looks once a minute for deadlines that were not kept for a minute. */
const DEADLINE_GRACE_MS = 150_000;
/** By these satang the bank refuses a payout, and books nothing. */
export const REFUSED_SATANG = 7;

/** The states in which its story can have left an order. Pure. */
export function explainedStates(order: OrderFact, story: Story): ReadonlySet<string> {
  const isBill = order.kind === 'deposit' || (order.kind === 'payment' && order.method !== 'token');
  return new Set(isBill ? ofBill(order, story) : ofRequest(order, story));
}

function ofBill({ amountSatang, overdueMs }: OrderFact, story: Story): string[] {
  // Late or not: money that covers the order is its merchant's, and that is final.
  if (story.transfersSatang.some((satang) => satang >= amountSatang)) return ['succeeded'];
  const isOverdue = overdueMs !== null && overdueMs > 0;
  const states: string[] = [];
  if (story.isToldFailed) states.push('failed');
  if (story.isEnded !== false || isOverdue) states.push('expired');
  const isEndedForCertain =
    story.isToldFailed ||
    story.isEnded === true ||
    (overdueMs !== null && overdueMs > DEADLINE_GRACE_MS);
  if (!isEndedForCertain) states.push('pending');
  return states;
}

function ofRequest({ kind, amountSatang }: OrderFact, { request, isReleased }: Story): string[] {
  if (request !== null) return [request];
  const isRefused = kind === 'withdrawal' && amountSatang % 100 === REFUSED_SATANG;
  return isRefused || isReleased ? ['failed'] : [];
}
