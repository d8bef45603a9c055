import type { Db } from '../../db/postgres/connect';
import { findMerchant, hasPlaceForKey, revokeApiKey } from '../../db/accounts/merchants';
import type { Actor } from '../../domain/audit-event';
import type { Permission } from '../../domain/permission';
import { Problem } from '../../domain/problem';
import { announceKey } from './api-keys';
import { commit } from '../commit';
import { createApiKey, createMerchant } from './create-merchant';
import type { Deps } from '../deps';
import { recordOperatorAuditEvent } from '../accounts/record-operator-audit-event';

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

/** An operator creates a merchant and its first API key. Both audit logs have it. */
export async function provisionMerchant(
  deps: Doing,
  actor: Actor,
  { name, openingSatang, key }: { name: string; openingSatang: number; key: NewKey },
): Promise<IssuedKey & { readonly merchantId: string }> {
  return commit(deps, async (trx) => {
    const { merchantId } = await createMerchant(trx, name, openingSatang);
    await recordOperatorAuditEvent(deps, trx, actor, 'merchant.opened', {
      subject: merchantId,
      detail: { name },
      merchant: { id: merchantId, detail: { name } },
    });
    return { merchantId, ...(await addKey(deps, trx, actor, merchantId, key)) };
  });
}

/**
 * An operator creates an API key of a merchant. Throws Problem `merchant_not_found` or
 * `too_many_keys`.
 */
export async function issueKey(
  deps: Doing,
  actor: Actor,
  merchantId: string,
  key: NewKey,
): Promise<IssuedKey> {
  return commit(deps, async (trx) => {
    if ((await findMerchant(trx, merchantId)) === null) throw new Problem('merchant_not_found');
    if (!(await hasPlaceForKey(trx, merchantId))) throw new Problem('too_many_keys');
    return addKey(deps, trx, actor, merchantId, key);
  });
}

async function addKey(
  deps: Doing,
  trx: Db,
  actor: Actor,
  merchantId: string,
  { mode, name, permission }: NewKey,
): Promise<IssuedKey> {
  const made = await createApiKey(trx, mode, merchantId, name, permission, actor);
  const { hint, ...issued } = made;
  await announceKey(trx, { actor, merchantId }, { name, hint, permission });
  const detail = { name, permission, hint };
  await recordOperatorAuditEvent(deps, trx, actor, 'key.created', {
    subject: issued.keyId,
    detail: { merchantId, ...detail },
    merchant: { id: merchantId, detail },
  });
  return issued;
}

/** An operator revokes an API key of any merchant. Throws Problem `key_not_found`. */
export async function revokeIssuedKey(deps: Doing, actor: Actor, keyId: string): Promise<void> {
  await commit(deps, async (trx) => {
    const revoked = await revokeApiKey(trx, keyId, null);
    if (revoked === null) throw new Problem('key_not_found');
    const { merchantId, hint } = revoked;
    await recordOperatorAuditEvent(deps, trx, actor, 'key.revoked', {
      subject: keyId,
      detail: { merchantId, hint },
      merchant: { id: merchantId, detail: { hint } },
    });
  });
}
