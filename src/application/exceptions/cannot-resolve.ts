import type { Db } from '../../db/postgres/connect';
import { lockException } from '../../db/ledger/exceptions';
import type { Exception } from '../../db/ledger/exceptions';
import { REASON_LENGTH_MIN } from '../../domain/exception';

export const cannotResolve = [
  'unknown',
  'resolved',
  'unfit',
  'followed',
  'ended',
  'asking',
  'balance',
  'refunded',
  'rest',
  'reason',
  'assignee',
  'uncorrectable',
] as const;
export type CannotResolveWhy = (typeof cannotResolve)[number];

/** Thrown when a resolution is refused, with a code and a sentence for the operator. */
export class CannotResolve extends Error {
  override readonly name = 'CannotResolve';

  constructor(
    readonly why: CannotResolveWhy,
    message: string,
  ) {
    super(message);
  }
}

/** Locks an exception until the transaction ends. Throws CannotResolve when there is none. */
export async function lockKnown(trx: Db, exceptionId: string): Promise<Exception> {
  const exception = await lockException(trx, exceptionId);
  if (exception !== null) return exception;
  throw new CannotResolve('unknown', `There is no exception ${exceptionId}.`);
}

/** Throws CannotResolve when a reason is too short to explain anything. */
export function demandReason(reason: string): void {
  if (Array.from(reason.trim()).length >= REASON_LENGTH_MIN) return;
  const length = `at least ${REASON_LENGTH_MIN} characters`;
  const message = `Say why in ${length}: what was checked, and where.`;
  throw new CannotResolve('reason', message);
}

/** Messages for violated database constraints. */
const checks: Readonly<Record<string, readonly [CannotResolveWhy, string]>> = {
  balances_available_satang_check: [
    'balance',
    "The merchant's available balance is too small for it.",
  ],
  orders_refunds_fit: ['refunded', 'More of the payment has been refunded than would be left.'],
};

/** Runs `work` and converts a violated database constraint to CannotResolve. */
export async function explaining<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const name = (error as { constraint?: unknown }).constraint;
    const why = typeof name === 'string' ? checks[name] : undefined;
    if (why === undefined) throw error;
    throw new CannotResolve(...why);
  }
}
