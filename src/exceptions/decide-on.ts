import { lockException, type Exception } from './store/exceptions';
import type { OutboxMessage } from '../kernel/outbox/store/messages';
import type { Db } from '../platform/postgres/connect';
import { REASON_LENGTH_MIN } from './rules/exception';
import type { Deps } from '../deps';
import { CannotResolve, type CannotResolveWhy } from './cannot-resolve';

/**
 * Locks the exception until the transaction ends. `record` writes the audit event in the same
 * transaction. Throws CannotResolve for a short reason, an unknown exception and an amount that a
 * constraint of the database refuses.
 */
export async function decideOn(
  { db }: Pick<Deps, 'db'>,
  { exceptionId, reason }: { readonly exceptionId: string; readonly reason: string },
  record: (trx: Db) => Promise<void>,
  work: (trx: Db, exception: Exception) => Promise<readonly OutboxMessage[]>,
): Promise<readonly OutboxMessage[]> {
  demandReason(reason);
  return db.transaction(async (trx) => {
    const exception = await lockKnown(trx, exceptionId);
    const messages = await explaining(() => work(trx, exception));
    await record(trx);
    return messages;
  });
}

/** Throws CannotResolve for an unknown exception. */
async function lockKnown(trx: Db, exceptionId: string): Promise<Exception> {
  const exception = await lockException(trx, exceptionId);
  if (exception !== null) return exception;
  throw new CannotResolve('unknown', `There is no exception ${exceptionId}.`);
}

/** Throws CannotResolve for a reason too short to explain anything. */
function demandReason(reason: string): void {
  if (Array.from(reason.trim()).length >= REASON_LENGTH_MIN) return;
  const length = `at least ${REASON_LENGTH_MIN} characters`;
  const message = `Say why in ${length}: what was checked, and where.`;
  throw new CannotResolve('reason', message);
}

/** Messages by the name of the violated constraint. */
const checks: Readonly<Record<string, readonly [CannotResolveWhy, string]>> = {
  balances_available_satang_check: [
    'balance',
    "The merchant's available balance is too small for it.",
  ],
  orders_refunds_fit: ['refunded', 'More of the payment has been refunded than would be left.'],
  // A correction opens its exception again, and at most one of these may be open.
  exceptions_unknown_outcome: [
    'uncorrectable',
    'Another exception about the outcome of this order is open.',
  ],
  exceptions_unknown_order: ['uncorrectable', 'Another exception about this order is open.'],
  // Evidence has recorded the money again since its assignment to an order.
  movements_unknown: ['uncorrectable', 'The same money is in suspense again.'],
};

/** Converts a violated database constraint to CannotResolve. */
async function explaining<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const name = (error as { constraint?: unknown }).constraint;
    const why = typeof name === 'string' ? checks[name] : undefined;
    if (why === undefined) throw error;
    throw new CannotResolve(...why);
  }
}
