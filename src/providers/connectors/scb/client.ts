import { setTimeout as wait } from 'node:timers/promises';
import { bangkokDay } from '../../../kernel/rules/bangkok-day';
import type { AccountView, Found, FoundMovement, Inquiry, ProviderClient } from '../connector';
import type { NamedTransfer, VerifiedTransfer } from '../slip';
import { createCaller, type Caller, type CallerOptions } from './caller';
import type { ScbSettings } from './settings';
import {
  readPayments,
  readTransfer,
  reasonOf,
  referenceForm,
  type Answer,
  type Payment,
} from './wire';

/** SCB's open API for Thai QR (Tag 30). docs/providers/scb.md names the sources. */
export function createScbClient(
  account: AccountView<ScbSettings>,
  options: CallerOptions & { readonly caller?: Caller },
): ProviderClient {
  const { settings } = account;
  const { billerId } = settings;
  const { caller = createCaller(account, options) } = options;
  const clock = options.clock ?? Date.now;

  async function findPayment(inquiry: Inquiry): Promise<Found> {
    const { orderId, ref, createdAt, expiresAt } = inquiry;
    if (ref === null || !referenceForm.test(ref)) {
      return { kind: 'unreachable', reason: 'no_reference' };
    }
    const nowMs = clock();
    const days = paymentDays(createdAt, expiresAt, nowMs);
    // Concurrent, because one slow day must not use up the time of the others.
    const answers = await Promise.all(
      days.map(async (day, at) => {
        await wait((at * 1_000) / CALLS_PER_SECOND);
        return findDay(ref, day, orderId);
      }),
    );
    const reason = answers.find((answer) => typeof answer === 'string') ?? null;
    return outcomeOf(
      answers.flatMap((answer) => (typeof answer === 'string' ? [] : answer)),
      reason,
    );
  }

  /** A text is the reason why the payments of the day are unknown. */
  async function findDay(ref: string, day: string, orderId: string): Promise<Payment[] | string> {
    const about = `billerId=${billerId}&reference1=${ref}&transactionDate=${day}`;
    const path = `/v1/payment/billpayment/inquiry?eventCode=${TAG_30}&${about}`;
    const answer = await caller.call({ method: 'GET', path, orderId });
    if (answer.kind === 'succeeded') {
      return readPayments(answer.data, billerId, ref) ?? 'unreadable_answer';
    }
    const unpaid = [NOT_FOUND, ...(settings.unpaidCodes?.split(',').map(Number) ?? [])];
    const isUnpaid = answer.kind === 'failed' && unpaid.includes(answer.code ?? 0);
    return isUnpaid ? [] : reasonOf(answer);
  }

  return {
    send: () => Promise.resolve({ kind: 'refused', ...notSupported }),
    find: (inquiry) =>
      requests.includes(inquiry.kind)
        ? Promise.resolve({ kind: 'unreachable', reason: notSupported.code })
        : findPayment(inquiry),
    async verifySlip(named) {
      const { sendingBank, transRef } = named;
      const isValid = /^\d{3}$/.test(sendingBank) && /^[A-Za-z0-9]{1,25}$/.test(transRef);
      if (!isValid) return { kind: 'unknown' };
      const path = `/v1/payment/billpayment/transactions/${transRef}?sendingBank=${sendingBank}`;
      return readSlip(named, await caller.call({ method: 'GET', path }), billerId);
    },
    async probe() {
      const token = await caller.renewToken();
      return token.kind === 'token' ? { kind: 'ok' } : token;
    },
    close: () => caller.close(),
  };
}

const NOT_FOUND = 1104;
/** The event code of payments by Thai QR, Tag 30. */
const TAG_30 = '00300100';
const requests: readonly Inquiry['kind'][] = ['payout', 'refund', 'charge'];
const notSupported = { code: 'not_supported', message: 'The API of SCB has no such request.' };

/** The limit of SCB's sandbox, for each path. */
export const CALLS_PER_SECOND = 5;

const DAY_MS = 24 * 60 * 60 * 1_000;
/** The clocks of SCB and the gateway may differ by this at midnight. */
const SKEW_MS = 5 * 60 * 1_000;

/**
 * The days in Bangkok to inquire about: from creation to the day after the deadline, because a
 * payment in the last minutes of a day may be dated the next, and the last two days for late
 * payments. Future days are omitted.
 */
function paymentDays(createdAt: Date, expiresAt: Date | null, nowMs: number): readonly string[] {
  const startMs = createdAt.getTime() - SKEW_MS;
  const endMs = Math.min((expiresAt ?? createdAt).getTime() + DAY_MS, nowMs);
  const moments = [endMs, Math.max(startMs, nowMs - DAY_MS), nowMs];
  for (let ms = startMs; ms < endMs; ms += DAY_MS) moments.push(ms);
  return [...new Set(moments.map(bangkokDay))].sort();
}

/** One call per day. */
export const inquiryCalls = ({ createdAt, expiresAt }: Inquiry, now: Date): number =>
  paymentDays(createdAt, expiresAt, now.getTime()).length;

/**
 * A reversed payment is returned in `reversed` and is no success, because the code can be paid
 * again. When the inquiry of one day fails, the payments of other days are a partial answer.
 */
function outcomeOf(payments: readonly Payment[], reason: string | null): Found {
  const returned = payments.filter(({ isReversed }) => isReversed).map(({ movement }) => movement);
  const reversedIds = new Set(returned.map(({ transactionId }) => transactionId));
  const reversed = returned.length > 0 ? { reversed: returned } : {};
  const timeOf = ({ movedAt }: FoundMovement) => movedAt?.getTime() ?? Number.MAX_SAFE_INTEGER;
  const [first, ...others] = payments
    .map(({ movement }) => movement)
    .filter(({ transactionId }) => !reversedIds.has(transactionId))
    .sort((a, b) => timeOf(a) - timeOf(b));
  if (first !== undefined) {
    const partial = reason === null ? {} : ({ isPartial: true } as const);
    return { kind: 'succeeded', movements: [first, ...others], ...reversed, ...partial };
  }
  return reason === null ? { kind: 'waiting', ...reversed } : { kind: 'unreachable', reason };
}

/** The only sending bank whose transfers the API is documented to know. */
const SCB = '014';

function readSlip(named: NamedTransfer, answer: Answer, billerId: string): VerifiedTransfer {
  if (answer.kind === 'succeeded') {
    const transfer = readTransfer(answer.data, named);
    if (transfer === null) return { kind: 'unreachable', reason: 'unreadable_answer' };
    const { amountSatang, paidTo, receiver } = transfer;
    // A reference of another biller is none of ours.
    const ownRef = receiver === billerId ? paidTo : '';
    return { kind: 'found', amountSatang, paidTo: ownRef };
  }
  const isUnknown = answer.kind === 'failed' && answer.code === NOT_FOUND;
  if (!isUnknown) return { kind: 'unreachable', reason: reasonOf(answer) };
  return { kind: named.sendingBank === SCB ? 'not_found' : 'unknown' };
}
