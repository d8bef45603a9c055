import type { Db } from '../platform/postgres/connect';
import type { Config } from '../config';
import { insertApiKey, noLimits, type KeyLimits, type KeyMaker } from './store/api-keys';
import { insertMerchant } from '../kernel/merchants/store';
import type { Grant } from '../kernel/rules/permission';
import { newId } from '../platform/new-id';
import { newApiKey } from './authenticate';
import type { Deps } from '../deps';

/** Creates the ledger account too. Only a sandbox has an opening balance. */
export async function createMerchant(
  db: Db,
  name: string,
  openingSatang: number,
  dayLimitSatang: number | null = null,
): Promise<{ readonly merchantId: string }> {
  const id = newId('mer_');
  await db.transaction((trx) => insertMerchant(trx, { id, name, openingSatang, dayLimitSatang }));
  return { merchantId: id };
}

/** Null in a sandbox. */
export const firstDayLimit = ({ mode, merchants }: Config): number | null =>
  mode === 'live' ? merchants.payoutLimitSatang : null;

/** 100,000 baht, so that a first withdrawal or refund works. */
export const SANDBOX_OPENING_SATANG = 10_000_000;

/**
 * For a sign-up. In sandbox mode the merchant is active and has a test balance; in live mode an
 * operator has to enable it.
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
    dayLimitSatang: firstDayLimit(config),
    status: isSandbox ? 'active' : 'disabled',
  });
  return id;
}

/** The key is returned only here: the database stores its hash. */
export async function createApiKey(
  db: Db,
  mode: 'sandbox' | 'live',
  merchantId: string,
  name: string,
  permission: Grant | readonly Grant[],
  maker?: KeyMaker,
  limits: KeyLimits = noLimits,
): Promise<{ readonly keyId: string; readonly apiKey: string; readonly hint: string }> {
  const keyId = newId('key_');
  const { key: apiKey, hash, hint } = newApiKey(mode);
  await insertApiKey(db, {
    id: keyId,
    merchantId,
    name,
    hash,
    hint,
    permissions: [permission].flat(),
    maker,
    ...limits,
  });
  return { keyId, apiKey, hint };
}
