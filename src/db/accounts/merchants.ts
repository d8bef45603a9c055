import type { Actor } from '../../domain/audit-event';
import type { Permission } from '../../domain/permission';
import type { Db } from '../postgres/connect';
import { run } from '../postgres/connect';
import { raw, sql } from '../postgres/sql';

export interface Merchant {
  readonly id: string;
  readonly name: string;
  readonly status: 'active' | 'disabled';
}

/** A merchant with the API key that authenticated the request. */
export interface KeyHolder extends Merchant {
  readonly keyId: string;
  /** The key's permission. */
  readonly permission: Permission;
}

/** Precision of `last_used_at`, so that most requests do not write. */
const USED_EVERY = '1 minute';

/** The merchant of each key hash; null for an unknown or revoked key. */
export async function findMerchantsByKey(
  db: Db,
  keyHashes: readonly Buffer[],
): Promise<readonly (KeyHolder | null)[]> {
  const asked = keyHashes.map((hash) => hash.toString('hex'));
  const found = await run<KeyHolder & { hash: string; stale: boolean }>(
    db,
    'merchants-by-key',
    sql`select merchants.id, merchants.name, merchants.status, api_keys.permission,
            api_keys.id as "keyId", encode(api_keys.hash, 'hex') as hash,
            coalesce(last_used_at < now() - interval '${raw(USED_EVERY)}', true) as stale
     from api_keys join merchants on merchants.id = api_keys.merchant_id
     where api_keys.hash = any(${[...new Set(asked)].map((hash) => `\\x${hash}`)}::bytea[])
       and api_keys.revoked_at is null`,
  );
  const stale = found.filter((row) => row.stale).map(({ keyId }) => keyId);
  if (stale.length > 0) await noteUse(db, stale);
  const byHash = new Map(
    found.map(({ hash, id, name, status, permission, keyId }) => [
      hash,
      { id, name, status, permission, keyId },
    ]),
  );
  return asked.map((hash) => byHash.get(hash) ?? null);
}

async function noteUse(db: Db, keyIds: readonly string[]): Promise<void> {
  await run(
    db,
    'note-key-use',
    sql`update api_keys set last_used_at = now() where id in (
       select id from api_keys
       where id = any(${keyIds}::text[])
              and coalesce(last_used_at < now() - interval '${raw(USED_EVERY)}', true)
       for no key update skip locked)`,
  );
}

export async function findMerchant(db: Db, merchantId: string): Promise<Merchant | null> {
  const row = await db('merchants')
    .where('id', merchantId)
    .first<Merchant | undefined>('id', 'name', 'status');
  return row ?? null;
}

/**
 * Inserts a merchant with its ledger account. An opening balance is posted as a transfer.
 */
export async function insertMerchant(
  trx: Db,
  merchant: Pick<Merchant, 'id' | 'name'> & {
    readonly openingSatang: number;
    /** The default is `active`. */
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

/** Sets the status with a reason. Returns the previous status; null for an unknown merchant. */
export async function decideMerchant(
  trx: Db,
  merchantId: string,
  status: Merchant['status'],
  reason: string,
): Promise<Merchant['status'] | null> {
  const before = await trx('merchants')
    .where('id', merchantId)
    .forUpdate()
    .first<Pick<Merchant, 'status'> | undefined>('status');
  await trx('merchants')
    .where('id', merchantId)
    .update({ status, decided_at: trx.fn.now(), decision_reason: reason });
  return before?.status ?? null;
}

/** The creator of a key, as in the audit log. */
export type KeyMaker = Pick<Actor, 'kind' | 'id'>;

export interface ApiKey {
  readonly id: string;
  readonly name: string;
  /** The first characters of the key. */
  readonly hint: string;
  readonly permission: Permission;
  readonly createdAt: Date;
  /** To the minute; null if never used. */
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
  /** Null for keys that are older than this column. */
  readonly maker: KeyMaker | null;
  /** The name of a creator who is a user or an operator. */
  readonly makerName: string | null;
  /** Whether the creator is a former member of the team. */
  readonly makerLeft: boolean;
}

export async function insertApiKey(
  db: Db,
  key: {
    readonly id: string;
    readonly merchantId: string;
    readonly name: string;
    readonly hash: Buffer;
    readonly hint: string;
    readonly permission: Permission;
    /** Null if unknown. */
    readonly maker?: KeyMaker | undefined;
  },
): Promise<void> {
  await db('api_keys').insert({
    id: key.id,
    merchant_id: key.merchantId,
    name: key.name,
    hash: key.hash,
    hint: key.hint,
    permission: key.permission,
    made_by_kind: key.maker?.kind,
    made_by_id: key.maker?.id,
  });
}

export async function listApiKeys(db: Db, merchantId: string): Promise<readonly ApiKey[]> {
  return run<ApiKey>(
    db,
    'list-api-keys',
    sql`select api_keys.id, api_keys.name, hint, permission, api_keys.created_at as "createdAt",
            last_used_at as "lastUsedAt", revoked_at as "revokedAt",
            case when made_by_id is not null
                 then json_build_object('kind', made_by_kind, 'id', made_by_id) end as maker,
            coalesce(users.name, operators.name) as "makerName",
            users.id is not null and memberships.user_id is null as "makerLeft"
     from api_keys
     left join users on made_by_kind = 'user' and users.id = made_by_id
     left join operators on made_by_kind = 'operator' and operators.id = made_by_id
     left join memberships on memberships.user_id = users.id
       and memberships.merchant_id = api_keys.merchant_id
     where api_keys.merchant_id = ${merchantId} order by api_keys.created_at, api_keys.id`,
  );
}

const API_KEYS_MAX = 50;

/** Whether the merchant is below its key limit. Locks its row against concurrent creation. */
export async function hasPlaceForKey(trx: Db, merchantId: string): Promise<boolean> {
  await trx('merchants').where('id', merchantId).forNoKeyUpdate().first('id');
  const live = await trx('api_keys')
    .where('merchant_id', merchantId)
    .whereNull('revoked_at')
    .count<{ count: number }[]>('* as count')
    .first();
  return (live?.count ?? 0) < API_KEYS_MAX;
}

/**
 * Revokes a key from the next request on. Returns its hint and merchant; null for an unknown or
 * revoked key, or one of another merchant than `ofMerchantId`.
 */
export async function revokeApiKey(
  db: Db,
  keyId: string,
  ofMerchantId: string | null,
): Promise<{ readonly hint: string; readonly merchantId: string } | null> {
  const [row] = await db('api_keys')
    .where({ id: keyId, ...(ofMerchantId !== null && { merchant_id: ofMerchantId }) })
    .whereNull('revoked_at')
    .update({ revoked_at: db.fn.now() })
    .returning<{ hint: string; merchantId: string }[]>(['hint', 'merchant_id as merchantId']);
  return row ?? null;
}
