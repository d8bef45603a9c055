import { appendAuditEvent } from './store/audit-log';
import type { KeyHolder } from '../merchants/store';
import type { Db } from '../../platform/postgres/connect';
import type { Actor, AuditEvent, AuditEventName } from './audit-event';
import type { Deps } from '../../deps';

/** The scope of the operators' audit log. A merchant's log has the merchant's id. */
export const OPERATORS = 'operators';

/**
 * Who acts, and in which audit log. Every use case that changes something requires one, and records
 * its event in its own transaction.
 */
export interface AuditContext {
  readonly actor: Actor;
  /** A merchant's id, or `OPERATORS`. */
  readonly scope: string;
}

type What = Pick<AuditEvent, 'subject'> & {
  readonly detail?: AuditEvent['detail'];
  /** `detail` is shown in the log of the merchant that an operator's act concerns. */
  readonly merchant?: { readonly id: string; readonly detail: AuditEvent['detail'] };
};

/** Acts that, when an API key performs them, are in the request log only (decision 15). */
const inRequestLog: ReadonlySet<AuditEventName> = new Set([
  'webhook.tested',
  'webhook.replayed',
  'delivery.sent_again',
  'payment.expired',
  'refund.created',
]);

/** Part of the transaction of the act. */
export async function recordAuditEvent(
  deps: Pick<Deps, 'vault'>,
  trx: Db,
  { actor, scope }: AuditContext,
  act: AuditEventName,
  { subject, detail = {}, merchant }: What,
): Promise<void> {
  if (actor.kind === 'key' && inRequestLog.has(act)) return;
  const entry = { actor, act, subject };
  await appendAuditEvent(trx, deps.vault, { ...entry, scope, detail });
  if (merchant === undefined) return;
  const { id, detail: shown } = merchant;
  await appendAuditEvent(trx, deps.vault, { ...entry, scope: id, detail: shown });
}

export const keyContext = (
  { id, keyId }: Pick<KeyHolder, 'id' | 'keyId'>,
  address: string | null,
): AuditContext => ({ actor: { kind: 'key', id: keyId, address }, scope: id });
