import { appendAuditEvent } from '../../db/accounts/audit-log';
import type { Db } from '../../db/postgres/connect';
import type { KeyHolder } from '../../db/accounts/merchants';
import type { AuditEventName, AuditEvent, Actor } from '../../domain/audit-event';
import type { Deps } from '../deps';

/** Somebody who acts, and for which merchant. */
export interface AuditContext {
  readonly actor: Actor;
  readonly merchantId: string;
}

type What = Pick<AuditEvent, 'subject'> & { readonly detail?: AuditEvent['detail'] };

/** Writes an act into its merchant's audit log, in the transaction of the act. */
export async function recordAuditEvent(
  deps: Pick<Deps, 'vault'>,
  trx: Db,
  { actor, merchantId }: AuditContext,
  act: AuditEventName,
  { subject, detail = {} }: What,
): Promise<void> {
  await appendAuditEvent(trx, deps.vault, { scope: merchantId, actor, act, subject, detail });
}

/** An API key, as who acts. */
export const keyHolder = (
  { id, keyId }: Pick<KeyHolder, 'id' | 'keyId'>,
  address: string | null,
): AuditContext => ({ actor: { kind: 'key', id: keyId, address }, merchantId: id });

/** Deps under which a verb writes down who did what it does: in its own transaction, or not. */
export const recorded = (
  deps: Deps,
  person: AuditContext,
  act: AuditEventName,
  what: What,
): Deps => ({
  ...deps,
  alsoCommit: (trx) => recordAuditEvent(deps, trx, person, act, what),
});
