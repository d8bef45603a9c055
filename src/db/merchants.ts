import type { Db } from './connect';
import { run } from './connect';

export interface Merchant {
  readonly id: string;
  readonly name: string;
  readonly status: 'active' | 'disabled';
}

/** For each key the merchant that it belongs to; null when the key is unknown or revoked. */
export async function findMerchantsByKey(
  db: Db,
  keyHashes: readonly Buffer[],
): Promise<readonly (Merchant | null)[]> {
  const asked = keyHashes.map((hash) => hash.toString('hex'));
  const found = await run<Merchant & { readonly hash: string }>(
    db,
    'merchants-by-key',
    `select merchants.id, merchants.name, merchants.status, encode(api_keys.hash, 'hex') as hash
     from api_keys join merchants on merchants.id = api_keys.merchant_id
     where api_keys.hash = any(?::bytea[]) and api_keys.revoked_at is null`,
    [[...new Set(asked)].map((hash) => `\\x${hash}`)],
  );
  const byHash = new Map(found.map(({ hash, ...merchant }) => [hash, merchant]));
  return asked.map((hash) => byHash.get(hash) ?? null);
}

export async function findMerchant(db: Db, merchantId: string): Promise<Merchant | null> {
  const row = await db('merchants')
    .where('id', merchantId)
    .first<Merchant | undefined>('id', 'name', 'status');
  return row ?? null;
}

/**
 * A merchant with its account in the ledger; the opening balance, if any, is posted like all money.
 */
export async function insertMerchant(
  trx: Db,
  merchant: Pick<Merchant, 'id' | 'name'> & {
    readonly openingSatang: number;
    /** `active` unless it is said. */
    readonly status?: Merchant['status'];
  },
): Promise<void> {
  const { id, name, status = 'active' } = merchant;
  await trx('merchants').insert({ id, name, status });
  await trx('balances').insert({
    merchant_id: merchant.id,
    available_satang: merchant.openingSatang,
  });
  if (merchant.openingSatang === 0) return;
  await trx('transfers').insert({
    merchant_id: merchant.id,
    kind: 'opening',
    debit: 'provider_clearing',
    credit: 'available',
    amount_satang: merchant.openingSatang,
  });
}

export async function listMerchants(
  db: Db,
): Promise<readonly (Merchant & { readonly createdAt: Date })[]> {
  return db('merchants')
    .orderBy('created_at')
    .select('id', 'name', 'status', 'created_at as createdAt');
}

/** False when there is no such merchant. */
export async function setMerchantStatus(
  db: Db,
  merchantId: string,
  status: Merchant['status'],
): Promise<boolean> {
  return (await db('merchants').where('id', merchantId).update({ status })) > 0;
}

export interface ApiKey {
  readonly id: string;
  readonly name: string;
  /** The first characters of the key, to recognise it by. */
  readonly hint: string;
  readonly createdAt: Date;
  readonly revokedAt: Date | null;
}

export async function insertApiKey(
  db: Db,
  key: {
    readonly id: string;
    readonly merchantId: string;
    readonly name: string;
    readonly hash: Buffer;
    readonly hint: string;
  },
): Promise<void> {
  await db('api_keys').insert({
    id: key.id,
    merchant_id: key.merchantId,
    name: key.name,
    hash: key.hash,
    hint: key.hint,
  });
}

export async function listApiKeys(db: Db, merchantId: string): Promise<readonly ApiKey[]> {
  return db('api_keys')
    .where('merchant_id', merchantId)
    .orderBy('created_at')
    .select('id', 'name', 'hint', 'created_at as createdAt', 'revoked_at as revokedAt');
}

/** Takes effect with the next request. False when there is no such live key. */
export async function revokeApiKey(db: Db, keyId: string): Promise<boolean> {
  const changed = await db('api_keys')
    .where('id', keyId)
    .whereNull('revoked_at')
    .update({ revoked_at: db.fn.now() });
  return changed > 0;
}
