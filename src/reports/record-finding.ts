import { findOpenAbout } from '../exceptions/store/exceptions';
import { findMovements } from '../ledger/store/movements';
import { findNamedOrders } from '../ledger/store/reconciliation';
import { applyPending } from '../orders/store/apply-transition';
import { storeAnswer, storeCallback } from '../orders/callbacks/store/callbacks';
import { enqueueWake } from '../kernel/outbox/store/messages';
import type { Db } from '../platform/postgres/connect';
import type { Mismatch } from '../ledger/rules/reconciliation';
import {
  reportOf,
  type NotRecordable,
  type StatementReport,
} from '../ledger/rules/statement-evidence';
import { newId } from '../platform/new-id';
import { recordAuditEvent, type AuditContext } from '../kernel/audit/record-audit-event';
import type { Deps } from '../deps';

export interface FindingToRecord {
  readonly finding: Mismatch;
  /** The time of the line; null for a booking that the statement lacks. */
  readonly at: Date | null;
  /** The account of the statement; null for the account of the order. */
  readonly accountId: string | null;
  /** The transaction that the line takes back; null when the operator names none. */
  readonly takes: string | null;
  readonly reason: string;
}

/** `known`: the gateway has the same evidence already. */
export type Recorded =
  | { readonly kind: 'refused'; readonly why: NotRecordable | 'known' }
  /** With the open exceptions of the order, or under the name of an unknown order. */
  | { readonly kind: 'recorded'; readonly exceptionIds: readonly string[] };

/**
 * Stores a finding of `reconcile` as evidence and applies it like a callback of the provider, in
 * one transaction with its audit event: a transfer that is missing settles its order or opens an
 * exception; a reversal opens an exception.
 */
export async function recordFinding(
  deps: Pick<Deps, 'db' | 'providers' | 'vault'>,
  audit: AuditContext,
  { finding, at, accountId, takes, reason }: FindingToRecord,
): Promise<Recorded> {
  const { order: name, direction } = finding;
  const order = (await findNamedOrders(deps.db, [name])).get(name) ?? null;
  const open = (db: Db) => findOpenAbout(db, order?.id ?? null, name);
  const known = order && { ...order, movements: await findMovements(deps.db, order.id) };
  const report = reportOf({ finding, at, order: known, takes });
  if (typeof report === 'string') return { kind: 'refused', why: report };
  // Money in suspense that the bank has returned.
  const isReturn = order === null && direction === 'out';
  if (isReturn && (await open(deps.db)).length > 0) return { kind: 'refused', why: 'excepted' };
  const evidence = {
    id: newId('cb_'),
    ...report,
    payerDigest: null,
    payer: null,
    payerMatches: null,
    failure: null,
    // The format of an answer to an inquiry, which names no payer.
    bodySealed: deps.vault.seal(JSON.stringify({ ...report, reason }), 'callbacks.body'),
  };
  return deps.db.transaction(async (trx): Promise<Recorded> => {
    if (order === null) {
      await storeCallback(trx, {
        ...evidence,
        accountId: accountId ?? deps.providers.default.id,
        route: direction === 'in' ? 'payment' : 'withdrawal',
        kinds: [],
        namedOrder: name,
        merchantId: null,
        paidAt: report.movedAt,
        exceptionId: newId('exc_'),
        movementId: newId('mov_'),
      });
    } else if (!(await storeAnswer(trx, { ...evidence, orderId: order.id, accountId }))) {
      return { kind: 'refused', why: 'known' };
    }
    await recordAuditEvent(deps, trx, audit, 'evidence.recorded', {
      subject: order?.id ?? name,
      detail: { ...shown(report), callback: evidence.id, reason },
      ...(order && { merchant: { id: order.merchantId, detail: shown(report) } }),
    });
    if (order !== null) {
      await applyPending(trx, order.id);
      // The order's workflow sends the webhooks. A relay delivers the message.
      await enqueueWake(trx, order.id, evidence.id);
    }
    return { kind: 'recorded', exceptionIds: await open(trx) };
  });
}

const shown = ({ reported, transactionId, amountSatang: satang, returnId }: StatementReport) => ({
  reported,
  satang,
  ...(transactionId !== null && { transaction: transactionId }),
  ...(returnId !== null && { return: returnId }),
});
