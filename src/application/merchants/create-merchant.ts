import type { Db } from '../../db/postgres/connect';
import { insertApiKey, insertMerchant } from '../../db/accounts/merchants';
import type { KeyMaker } from '../../db/accounts/merchants';
import type { Permission } from '../../domain/permission';
import { newId } from '../../lib/new-id';
import { newApiKey } from './authenticate';
import type { Deps } from '../deps';

/** A merchant with its account in the ledger. The opening balance is play money of a sandbox. */
export async function createMerchant(
  db: Db,
  name: string,
  openingSatang: number,
): Promise<{ readonly merchantId: string }> {
  const merchantId = newId('mer_');
  await db.transaction((trx) => insertMerchant(trx, { id: merchantId, name, openingSatang }));
  return { merchantId };
}

/** Play money, so that a first withdrawal or refund works: 100,000 baht. */
export const SANDBOX_OPENING_SATANG = 10_000_000;

/**
 * A merchant that somebody opens for himself. In a sandbox it has play money and can work at once;
 * in a live deployment it waits until an operator enables it.
 */
export async function openMerchant(
  { config }: Pick<Deps, 'config'>,
  trx: Db,
  name: string,
): Promise<string> {
  const id = newId('mer_');
  const isSandbox = config.mode === 'sandbox';
  await insertMerchant(trx, {
    id,
    name,
    openingSatang: isSandbox ? SANDBOX_OPENING_SATANG : 0,
    status: isSandbox ? 'active' : 'disabled',
  });
  return id;
}

/** A new key for a merchant. The key is returned here and never again: only its hash is kept. */
export async function createApiKey(
  db: Db,
  mode: 'sandbox' | 'live',
  merchantId: string,
  name: string,
  permission: Permission,
  maker?: KeyMaker,
): Promise<{ readonly keyId: string; readonly apiKey: string; readonly hint: string }> {
  const keyId = newId('key_');
  const { key: apiKey, hash, hint } = newApiKey(mode);
  await insertApiKey(db, { id: keyId, merchantId, name, hash, hint, permission, maker });
  return { keyId, apiKey, hint };
}
