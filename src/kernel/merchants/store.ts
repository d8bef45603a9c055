import type { Grant } from '../rules/permission';
import { run, type Db } from '../../platform/postgres/connect';
import { sql } from '../../platform/postgres/sql';

export interface Merchant {
  readonly id: string;
  readonly name: string;
  readonly status: 'active' | 'disabled';
}

export interface Quotas {
  /** Null: RATE_LIMIT_PER_SECOND. */
  readonly requestsPerSecond: number | null;
  /** Pending payments and deposits; null: not limited. */
  readonly openOrdersMax: number | null;
}

/** `keyId` authenticated the request. */
export interface KeyHolder extends Merchant {
  readonly keyId: string;
  readonly permissions: readonly Grant[];
  /** CIDR blocks; null: any address. */
  readonly addresses: readonly string[] | null;
  readonly hasPayees: boolean;
  readonly mustSign: boolean;
  readonly isUseDue: boolean;
  readonly quotas: Quotas;
}

export const grants = sql`coalesce(api_keys.permissions, array[api_keys.permission])`;

/** Precision of `last_used_at`, so that most requests do not write. */
const isUseDue = sql`coalesce(last_used_at < now() - interval '1 minute', true)`;

/** In the order of the hashes; null for an unknown, revoked or expired key. */
export async function findMerchantsByKey(
  db: Db,
  keyHashes: readonly Buffer[],
): Promise<readonly (KeyHolder | null)[]> {
  const asked = keyHashes.map((hash) => hash.toString('hex'));
  const found = await run<Omit<KeyHolder, 'quotas'> & Quotas & { hash: string }>(
    db,
    'merchants-by-key',
    sql`select merchants.id, merchants.name, merchants.status,
            ${grants} as permissions, addresses,
            payees_sealed is not null as has_payees,
            signing_secret_sealed is not null as must_sign, ${isUseDue} as is_use_due,
            requests_per_second, open_orders_max,
            api_keys.id as key_id, encode(api_keys.hash, 'hex') as hash
     from api_keys join merchants on merchants.id = api_keys.merchant_id
     where api_keys.hash = any(${[...new Set(asked)].map((hash) => `\\x${hash}`)}::bytea[])
       and api_keys.revoked_at is null and (expires_at is null or expires_at > now())
       and not api_keys.awaits_approval`,
  );
  const byHash = new Map(
    found.map(({ hash, requestsPerSecond, openOrdersMax, ...holder }) => [
      hash,
      { ...holder, quotas: { requestsPerSecond, openOrdersMax } },
    ]),
  );
  return asked.map((hash) => byHash.get(hash) ?? null);
}

/** At most once a minute per key. */
export async function recordKeyUses(
  db: Db,
  uses: readonly { readonly keyId: string; readonly address: string }[],
): Promise<void> {
  await run(
    db,
    'record-key-uses',
    sql`update api_keys set last_used_at = now(), last_used_from = used.address
     from (select distinct on (key_id) key_id, address
           from unnest(${uses.map(({ keyId }) => keyId)}::text[],
                       ${uses.map(({ address }) => address)}::text[]) as given (key_id, address)
           order by key_id) as used
     where api_keys.id in (
       select id from api_keys where id = any(${uses.map(({ keyId }) => keyId)}::text[])
         and ${isUseDue} for no key update skip locked)
       and api_keys.id = used.key_id`,
  );
}

export async function findMerchant(db: Db, merchantId: string): Promise<Merchant | null> {
  const [row] = await run<Merchant>(
    db,
    'find-merchant',
    sql`select id, name, status from merchants where id = ${merchantId}`,
  );
  return row ?? null;
}

/** Absent quotas stay unchanged. Returns all; null for an unknown merchant. */
export async function setQuotas(
  trx: Db,
  merchantId: string,
  { requestsPerSecond, openOrdersMax }: Partial<Quotas>,
): Promise<Quotas | null> {
  const [row] = await run<Quotas>(
    trx,
    'set-quotas',
    sql`update merchants set
       requests_per_second = case when ${requestsPerSecond !== undefined}
         then ${requestsPerSecond ?? null}::integer else requests_per_second end,
       open_orders_max = case when ${openOrdersMax !== undefined}
         then ${openOrdersMax ?? null}::integer else open_orders_max end
     where id = ${merchantId}
     returning requests_per_second, open_orders_max`,
  );
  return row ?? null;
}

/** Serializes changes of rows that belong to the merchant. */
export async function lockMerchant(trx: Db, merchantId: string): Promise<void> {
  await run(
    trx,
    'lock-merchant',
    sql`select 1 from merchants where id = ${merchantId} for no key update`,
  );
}

/** Inserts the ledger account too. An opening balance is posted as a transfer. */
export async function insertMerchant(
  trx: Db,
  merchant: Pick<Merchant, 'id' | 'name'> & {
    readonly openingSatang: number;
    /** Payouts per day; null: no limit. */
    readonly dayLimitSatang?: number | null;
    /** By default `active`. */
    readonly status?: Merchant['status'];
  },
): Promise<void> {
  const { id, name, status = 'active', openingSatang, dayLimitSatang = null } = merchant;
  await run(
    trx,
    'insert-merchant',
    sql`insert into merchants (id, name, status) values (${id}, ${name}, ${status})`,
  );
  await run(
    trx,
    'insert-balance',
    sql`insert into balances (merchant_id, available_satang, day_limit_satang)
     values (${id}, ${openingSatang}, ${dayLimitSatang})`,
  );
  if (openingSatang === 0) return;
  await run(
    trx,
    'insert-opening',
    sql`insert into transfers (merchant_id, kind, debit, credit, amount_satang)
     values (${id}, 'opening', 'provider_clearing', 'available', ${openingSatang})`,
  );
}

export async function listMerchants(
  db: Db,
): Promise<readonly (Merchant & { readonly createdAt: Date })[]> {
  return run(
    db,
    'list-merchants',
    sql`select id, name, status, created_at from merchants order by created_at`,
  );
}

/** Returns the previous status; null for an unknown merchant. */
export async function decideMerchant(
  trx: Db,
  merchantId: string,
  status: Merchant['status'],
  reason: string,
): Promise<Merchant['status'] | null> {
  const [before] = await run<Pick<Merchant, 'status'>>(
    trx,
    'decide-merchant',
    sql`with before as (select id, status from merchants where id = ${merchantId} for update)
     update merchants set status = ${status}, decided_at = now(), decision_reason = ${reason}
     from before where merchants.id = before.id returning before.status`,
  );
  return before?.status ?? null;
}
