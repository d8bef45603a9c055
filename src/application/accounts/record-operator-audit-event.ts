import { appendAuditEvent } from '../../db/accounts/audit-log';
import type { Db } from '../../db/postgres/connect';
import type { AuditEventName, AuditEvent, Actor } from '../../domain/audit-event';
import type { Deps } from '../deps';

/** The log of what operators do. */
export const OPERATORS = 'operators';

type What = Pick<AuditEvent, 'subject'> & {
  readonly detail?: AuditEvent['detail'];
  /**
   * The merchant to whom it was done: it stands in that merchant's log as well, with as much of it
   * as is meant for the merchant.
   */
  readonly merchant?: { readonly id: string; readonly detail: AuditEvent['detail'] };
};

/** Writes an operator's act into the audit log, in the transaction of the act. */
export async function recordOperatorAuditEvent(
  deps: Pick<Deps, 'vault'>,
  trx: Db,
  actor: Actor,
  act: AuditEventName,
  { subject, detail = {}, merchant }: What,
): Promise<void> {
  const entry = { actor, act, subject };
  await appendAuditEvent(trx, deps.vault, { ...entry, scope: OPERATORS, detail });
  if (merchant === undefined) return;
  await appendAuditEvent(trx, deps.vault, {
    ...entry,
    scope: merchant.id,
    detail: merchant.detail,
  });
}
