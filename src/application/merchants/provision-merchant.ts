import type { Db } from '../../db/postgres/connect';
import { findMerchant, hasPlaceForKey, revokeApiKey } from '../../db/accounts/merchants';
import type { Permission } from '../../domain/permission';
import { Problem } from '../../domain/problem';
import { announceKey } from './api-keys';
import { createApiKey, createMerchant } from './create-merchant';
import type { Deps } from '../deps';
import { recordAuditEvent } from '../accounts/record-audit-event';
import type { AuditContext } from '../accounts/record-audit-event';

type Doing = Pick<Deps, 'db' | 'vault'>;

interface NewKey {
  readonly mode: 'sandbox' | 'live';
  readonly name: string;
  readonly permission: Permission;
}

export interface IssuedKey {
  readonly keyId: string;
  readonly apiKey: string;
}

/** Creates a merchant and its first API key. Both audit logs record it. */
export async function provisionMerchant(
  deps: Doing,
  audit: AuditContext,
  { name, openingSatang, key }: { name: string; openingSatang: number; key: NewKey },
): Promise<IssuedKey & { readonly merchantId: string }> {
  return deps.db.transaction(async (trx) => {
    const { merchantId } = await createMerchant(trx, name, openingSatang);
    await recordAuditEvent(deps, trx, audit, 'merchant.opened', {
      subject: merchantId,
      detail: { name },
      merchant: { id: merchantId, detail: { name } },
    });
    return { merchantId, ...(await addKey(deps, trx, audit, merchantId, key)) };
  });
}

/**
 * Creates an API key on behalf of an operator. Throws Problem `merchant_not_found` or
 * `too_many_keys`.
 */
export async function issueKey(
  deps: Doing,
  audit: AuditContext,
  merchantId: string,
  key: NewKey,
): Promise<IssuedKey> {
  return deps.db.transaction(async (trx) => {
    if ((await findMerchant(trx, merchantId)) === null) throw new Problem('merchant_not_found');
    if (!(await hasPlaceForKey(trx, merchantId))) throw new Problem('too_many_keys');
    return addKey(deps, trx, audit, merchantId, key);
  });
}

async function addKey(
  deps: Doing,
  trx: Db,
  audit: AuditContext,
  merchantId: string,
  { mode, name, permission }: NewKey,
): Promise<IssuedKey> {
  const made = await createApiKey(trx, mode, merchantId, name, permission, audit.actor);
  const { hint, ...issued } = made;
  await announceKey(trx, { actor: audit.actor, scope: merchantId }, { name, hint, permission });
  const detail = { name, permission, hint };
  await recordAuditEvent(deps, trx, audit, 'key.created', {
    subject: issued.keyId,
    detail: { merchantId, ...detail },
    merchant: { id: merchantId, detail },
  });
  return issued;
}

/** Revokes an API key of any merchant. Throws Problem `key_not_found`. */
export async function revokeIssuedKey(
  deps: Doing,
  audit: AuditContext,
  keyId: string,
): Promise<void> {
  await deps.db.transaction(async (trx) => {
    const revoked = await revokeApiKey(trx, keyId, null);
    if (revoked === null) throw new Problem('key_not_found');
    const { merchantId, hint } = revoked;
    await recordAuditEvent(deps, trx, audit, 'key.revoked', {
      subject: keyId,
      detail: { merchantId, hint },
      merchant: { id: merchantId, detail: { hint } },
    });
  });
}
