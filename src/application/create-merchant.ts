import type { Db } from '../db/connect';
import { insertApiKey, insertMerchant } from '../db/merchants';
import { newId } from '../lib/new-id';
import { newApiKey } from './authenticate';

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

/** A new key for a merchant. The key is returned here and never again: only its hash is kept. */
export async function createApiKey(
  db: Db,
  mode: 'sandbox' | 'live',
  merchantId: string,
  name: string,
): Promise<{ readonly keyId: string; readonly apiKey: string }> {
  const keyId = newId('key_');
  const { key: apiKey, hash, hint } = newApiKey(mode);
  await insertApiKey(db, { id: keyId, merchantId, name, hash, hint });
  return { keyId, apiKey };
}
