import type { Db } from '../../db/postgres/connect';
import {
  findMerchant,
  hasPlaceForKey,
  insertApiKey,
  listApiKeys,
  revokeApiKey,
} from '../../db/accounts/merchants';
import type { ApiKey, Merchant } from '../../db/accounts/merchants';
import { findUser } from '../../db/accounts/people';
import type { Permission } from '../../domain/permission';
import { Problem } from '../../domain/problem';
import { newId } from '../../lib/new-id';
import { newApiKey } from './authenticate';
import type { Deps } from '../deps';
import { recordAuditEvent } from '../accounts/record-audit-event';
import type { AuditContext } from '../accounts/record-audit-event';
import { notifyOwners } from '../accounts/send-mail';

export type { ApiKey };

/** A merchant's active keys, newest first. */
export async function findKeys(
  { db }: Pick<Deps, 'db'>,
  merchant: Pick<Merchant, 'id'>,
): Promise<readonly ApiKey[]> {
  const keys = await listApiKeys(db, merchant.id);
  return keys.filter(({ revokedAt }) => revokedAt === null).toReversed();
}

/**
 * Creates an API key for a merchant. The key is returned only here: the database stores its hash.
 * Throws Problem `too_many_keys`.
 */
export async function createKey(
  deps: Deps,
  audit: AuditContext,
  { name, permission }: { readonly name: string; readonly permission: Permission },
): Promise<string> {
  const id = newId('key_');
  const { key, hash, hint } = newApiKey(deps.config.mode);
  const { scope: merchantId } = audit;
  await deps.db.transaction(async (trx) => {
    if (!(await hasPlaceForKey(trx, merchantId))) throw new Problem('too_many_keys');
    const maker = audit.actor;
    await insertApiKey(trx, { id, merchantId, name, hash, hint, permission, maker });
    const detail = { name, permission, hint };
    await recordAuditEvent(deps, trx, audit, 'key.created', { subject: id, detail });
    await announceKey(trx, audit, { name, hint, permission });
  });
  return key;
}

/** Notifies a merchant's owners of a new key and its creator. */
export async function announceKey(
  trx: Db,
  { actor, scope: merchantId }: AuditContext,
  { name, hint, permission }: Pick<ApiKey, 'name' | 'hint' | 'permission'>,
): Promise<void> {
  const merchant = await findMerchant(trx, merchantId);
  if (merchant === null) throw new Error(`there is no merchant ${merchantId}`);
  await notifyOwners(trx, merchantId, {
    kind: 'key_created',
    merchantName: merchant.name,
    keyName: name,
    hint,
    permission,
    madeBy: actor.kind === 'user' ? (await findUser(trx, actor.id)).name : null,
  });
}

/**
 * Revokes a key with immediate effect. Throws Problem `key_not_found`, also for another merchant's
 * key.
 */
export async function revokeKey(deps: Deps, audit: AuditContext, keyId: string): Promise<void> {
  await deps.db.transaction(async (trx) => {
    const revoked = await revokeApiKey(trx, keyId, audit.scope);
    if (revoked === null) throw new Problem('key_not_found');
    const detail = { hint: revoked.hint };
    await recordAuditEvent(deps, trx, audit, 'key.revoked', { subject: keyId, detail });
  });
}
