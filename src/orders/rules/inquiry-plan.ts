import { bangkokDay, bangkokDayEnd } from '../../kernel/rules/bangkok-day';

/**
 * When the gateway inquires about money for a payment or a deposit, so that it finds the money
 * without any callback. Scheduled inquiries start at these times:
 *
 * | inquiry | time                                                          |
 * |---------|---------------------------------------------------------------|
 * | first   | the deadline, before the order expires                        |
 * | second  | 5 minutes after the deadline                                  |
 * | third   | 1 hour after the deadline                                     |
 * | last    | 00:10 in Bangkok, on the day after the deadline               |
 *
 * A hint, or a payer who waits on the order's page, causes one more inquiry each
 * (orders/callbacks/store/hints.ts has their limits). The clock is that of the database.
 */
export interface InquiryProgress {
  readonly status: string;
  readonly expiresAt: Date;
  readonly now: Date;
  /** Milliseconds until the next inquiry, 0 or less when it is due; null when none is planned. */
  readonly dueInMs: number | null;
  /** A hint is newer than the last answered inquiry. */
  readonly isHinted: boolean;
  /** Calls without an answer since the last answer. */
  readonly unanswered: number;
  /** The QR code can be paid again after its payment. */
  readonly isReusable: boolean;
  /** False until the provider has issued the order's QR code. */
  readonly isOpened: boolean;
}

/** The failure of an order that never gets a QR code. */
export const NOT_OPENED = {
  code: 'not_opened',
  message: 'The provider issued no QR code.',
} as const;

/**
 * The longest duration of the call that asks a provider for a QR code. The first inquiry after it
 * finds out whether the code was created.
 */
export const OPENING_MAX_MS = 30_000;

export type InquiryAction =
  | { readonly kind: 'inquire' }
  | { readonly kind: 'wait'; readonly forMs: number }
  /** Record another time for the next inquiry, then wait for it; null: none. */
  | { readonly kind: 'plan'; readonly inMs: number | null }
  | { readonly kind: 'end' };

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** After its deadline, an order has repeated inquiries for this long. */
const LATE_MONEY_MS = 30 * 24 * HOUR_MS;
/** The order expires without an answer after this time. */
const ANSWER_WAIT_MS = 5 * MINUTE_MS;

const BACKOFF_MIN_MS = 2_000;
const BACKOFF_MAX_MS = 30 * MINUTE_MS;
/** About eight hours of unanswered calls, after which the provider is called hourly. */
const UNANSWERED_MAX = 30;
const HINTED_UNANSWERED_MAX = 750;
/** Minimum delay when the account's own limit allowed no call. */
const LIMITED_MIN_MS = 10_000;
/** A hint whose inquiry finds no money has another one: a bank's listing may lag behind. */
const FOLLOW_UP_MS = MINUTE_MS;

const lastInquiryMs = (expiresAt: Date): number =>
  bangkokDayEnd(bangkokDay(expiresAt.getTime())).getTime() + 1 + 10 * MINUTE_MS;

export function inquiryTimes(expiresAt: Date): readonly Date[] {
  const deadlineMs = expiresAt.getTime();
  return [deadlineMs, deadlineMs + ANSWER_WAIT_MS, deadlineMs + HOUR_MS, lastInquiryMs(expiresAt)]
    .toSorted((one, other) => one - other)
    .map((ms) => new Date(ms));
}

/**
 * | order | QR code      | hint or unanswered | planned         | next action   |
 * |-------|--------------|--------------------|-----------------|---------------|
 * | any   | any          | any                | none            | end           |
 * | paid  | not reusable | no                 | any             | plan none     |
 * | paid  | reusable     | no                 | before the last | plan the last |
 * | any other case       |                    | in the future   | wait          |
 * | any other case       |                    | due             | inquire       |
 */
export function nextInquiryAction(progress: InquiryProgress): InquiryAction {
  const { status, dueInMs, expiresAt, now } = progress;
  if (dueInMs === null) return { kind: 'end' };
  if (status === 'succeeded' && !progress.isHinted && progress.unanswered === 0) {
    if (!progress.isReusable) return { kind: 'plan', inMs: null };
    const lastInMs = lastInquiryMs(expiresAt) - now.getTime();
    if (lastInMs > 0 && dueInMs < lastInMs) return { kind: 'plan', inMs: lastInMs };
  }
  return dueInMs > 0 ? { kind: 'wait', forMs: dueInMs } : { kind: 'inquire' };
}

/**
 * An answer, or `limited`: the account's limit did not allow a call. `partial`: money was found,
 * and a part of the answer is missing.
 */
export type InquiryResult =
  | 'succeeded'
  | 'partial'
  | 'failed'
  | 'waiting'
  | 'not_found'
  | 'unreachable'
  | 'limited';

export interface InquiryEffect {
  /** The answer is stored as evidence. */
  readonly stores: boolean;
  /** The order fails as `NOT_OPENED`. */
  readonly abandons: boolean;
  /** The deadline applies when it had passed at the start of the inquiry. */
  readonly settles: boolean;
  /** Null: no inquiry is planned. */
  readonly nextInMs: number | null;
  readonly isAnswered: boolean;
  readonly unanswered: number;
}

/**
 * | result               | order                        | stored | settles | next                |
 * |----------------------|------------------------------|--------|---------|---------------------|
 * | succeeded            | any                          | yes    | yes     | scheduled           |
 * | failed               | pending, before its deadline | yes    | yes     | scheduled           |
 * | failed               | any other                    | no     | yes     | scheduled           |
 * | waiting              | pending, without its QR code | no     | yes     | in a minute         |
 * | not_found            | pending, without its QR code | no     | yes     | none: abandoned     |
 * | waiting, not_found   | any other                    | no     | yes     | scheduled           |
 * | unreachable, limited | pending, 5 minutes overdue   | no     | yes     | backoff             |
 * | unreachable, limited | pending                      | no     | no      | backoff, until then |
 * | unreachable, limited | any other                    | no     | no      | backoff, 30 days    |
 * | unreachable, limited | any other, after a hint      | no     | no      | backoff, 750 calls  |
 *
 * `partial` is stored like `succeeded`, and is otherwise `unreachable`.
 *
 * After a hint, `failed`, `waiting` and `not_found` plan the next inquiry in a minute at most,
 * unless the order is abandoned. The backoff doubles from 2 seconds to 30 minutes, and is an hour
 * from the 30th unanswered call on, so that 750 calls take 30 days; its random part is up to half
 * of it. `limited` does not count, and has a backoff of 10 seconds at least.
 *
 * An order without its QR code that the provider does not know is abandoned: it fails, and is never
 * opened again, because an order has one code. A failure at the deadline says no more than that
 * nobody has paid: the order expires. `random`, from 0 to 1, spreads the attempts of many orders.
 */
export function afterInquiry(
  result: InquiryResult,
  progress: InquiryProgress,
  random: number,
): InquiryEffect {
  const nowMs = progress.now.getTime();
  const isPending = progress.status === 'pending';
  const overdueMs = nowMs - progress.expiresAt.getTime();
  if (result !== 'unreachable' && result !== 'partial' && result !== 'limited') {
    const isFailure = result === 'failed' && isPending && overdueMs < 0;
    const isUnopened = isPending && !progress.isOpened;
    const abandons = isUnopened && result === 'not_found';
    const next = inquiryTimes(progress.expiresAt).find((time) => time.getTime() > nowMs);
    const nextInMs = next === undefined ? null : next.getTime() - nowMs;
    const isSoon =
      (isUnopened && result === 'waiting') || (progress.isHinted && result !== 'succeeded');
    const soonInMs = Math.min(nextInMs ?? FOLLOW_UP_MS, FOLLOW_UP_MS);
    return {
      stores: result === 'succeeded' || isFailure,
      abandons,
      settles: true,
      nextInMs: abandons ? null : isSoon ? soonInMs : nextInMs,
      isAnswered: true,
      unanswered: 0,
    };
  }
  const unanswered = progress.unanswered + (result === 'limited' ? 0 : 1);
  const inMs = Math.ceil(backoffMs(result, unanswered) * (0.5 + random / 2));
  const without = { stores: result === 'partial', abandons: false, isAnswered: false, unanswered };
  if (!isPending) {
    // A hint comes long after the deadline too: of a dispute, or of a refund by the provider.
    const goesOn = progress.isHinted
      ? unanswered < HINTED_UNANSWERED_MAX
      : overdueMs + inMs < LATE_MONEY_MS;
    return { ...without, settles: false, nextInMs: goesOn ? inMs : null };
  }
  const leftMs = ANSWER_WAIT_MS - overdueMs;
  return { ...without, settles: leftMs <= 0, nextInMs: leftMs > 0 ? Math.min(inMs, leftMs) : inMs };
}

function backoffMs(result: 'unreachable' | 'partial' | 'limited', unanswered: number): number {
  if (unanswered >= UNANSWERED_MAX) return HOUR_MS;
  const doubledMs = Math.min(BACKOFF_MIN_MS * 2 ** (unanswered - 1), BACKOFF_MAX_MS);
  return result === 'limited' ? Math.max(doubledMs, LIMITED_MIN_MS) : doubledMs;
}
