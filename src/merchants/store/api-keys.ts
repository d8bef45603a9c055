import type { Actor } from '../../kernel/audit/audit-event';
import { permissionSets, type Grant } from '../../kernel/rules/permission';
import type { Vault } from '../../platform/crypto/vault';
import { run, type Db } from '../../platform/postgres/connect';
import { sql } from '../../platform/postgres/sql';
import { grants, lockMerchant } from '../../kernel/merchants/store';
import { openJoined } from '../../people/store/people-form';

export type KeyMaker = Pick<Actor, 'kind' | 'id'>;

export interface KeyLimits {
  readonly expiresAt: Date | null;
  /** CIDR blocks; null: any address. */
  readonly addresses: readonly string[] | null;
  /** Sealed JSON; null: any account. */
  readonly payeesSealed: string | null;
  /** Sealed; null: no signature is required. */
  readonly signingSecretSealed: string | null;
}

export const noLimits: KeyLimits = {
  expiresAt: null,
  addresses: null,
  payeesSealed: null,
  signingSecretSealed: null,
};

export interface ApiKey extends KeyLimits {
  readonly id: string;
  readonly merchantId: string;
  readonly name: string;
  /** The first characters of the key. */
  readonly hint: string;
  readonly permissions: readonly Grant[];
  readonly createdAt: Date;
  /** Precise to the minute; null if never used. */
  readonly lastUsedAt: Date | null;
  /** Null if it was not recorded. */
  readonly lastUsedFrom: string | null;
  readonly revokedAt: Date | null;
  /** Neither revoked nor expired. */
  readonly isActive: boolean;
  /** The id of the key that a rotation created in place of this one; null if it was not rotated. */
  readonly replacedBy: string | null;
  /** Null if unknown. */
  readonly maker: KeyMaker | null;
  /** Null unless the creator is a user or an operator. */
  readonly makerName: string | null;
  readonly makerLeft: boolean;
  /** The key authenticates nothing before another person approves it. */
  readonly awaitsApproval: boolean;
  /** Payouts that the key requested and that await an approval. */
  readonly waitingPayouts: number;
}

export async function insertApiKey(
  db: Db,
  key: {
    readonly id: string;
    readonly merchantId: string;
    readonly name: string;
    readonly hash: Buffer;
    readonly hint: string;
    readonly permissions: readonly Grant[];
    /** Null if unknown. */
    readonly maker?: KeyMaker | undefined;
  } & Partial<KeyLimits>,
): Promise<void> {
  const set = permissionSets.find((name) => key.permissions.includes(name));
  const listed = set === undefined ? key.permissions : null;
  const limits = { ...noLimits, ...key };
  await run(
    db,
    'insert-api-key',
    sql`insert into api_keys (id, merchant_id, name, hash, hint, permission, permissions,
                           made_by_kind, made_by_id, expires_at, addresses, payees_sealed,
                           signing_secret_sealed)
     values (${key.id}, ${key.merchantId}, ${key.name}, ${key.hash}, ${key.hint},
             ${set ?? 'read'}, ${listed}::text[],
             ${key.maker?.kind ?? null}, ${key.maker?.id ?? null}, ${limits.expiresAt},
             ${limits.addresses}::text[], ${limits.payeesSealed}, ${limits.signingSecretSealed})`,
  );
}

const selection = sql`select api_keys.id, api_keys.merchant_id, api_keys.name, hint,
    ${grants} as permissions, api_keys.created_at,
    last_used_at, last_used_from,
    revoked_at, awaits_approval,
    expires_at, replaced_by,
    revoked_at is null and (expires_at is null or expires_at > now()) as is_active,
    addresses, payees_sealed, signing_secret_sealed,
    case when made_by_id is not null
         then json_build_object('kind', made_by_kind, 'id', made_by_id) end as maker,
    users.name_sealed as user_name,
    operators.name_sealed as operator_name,
    users.id is not null and memberships.user_id is null as maker_left,
    (select count(*)::integer from approvals
     where status = 'pending' and act in ('withdrawal', 'refund') and realm = 'merchant'
       and approvals.merchant_id = api_keys.merchant_id
       and proposer_kind = 'key' and proposer_id = api_keys.id) as waiting_payouts
  from api_keys
  left join users on made_by_kind = 'user' and users.id = made_by_id
  left join operators on made_by_kind = 'operator' and operators.id = made_by_id
  left join memberships on memberships.user_id = users.id
       and memberships.merchant_id = api_keys.merchant_id`;

type StoredKey = Omit<ApiKey, 'makerName'> & {
  readonly userName: string | null;
  readonly operatorName: string | null;
};

const openKey = (vault: Vault, { userName, operatorName, ...key }: StoredKey): ApiKey => ({
  ...key,
  makerName:
    openJoined(vault, 'users.name', userName) ?? openJoined(vault, 'operators.name', operatorName),
});

export async function listApiKeys(
  db: Db,
  vault: Vault,
  merchantId: string,
): Promise<readonly ApiKey[]> {
  const rows = await run<StoredKey>(
    db,
    'list-api-keys',
    sql`${selection}
     where api_keys.merchant_id = ${merchantId} order by api_keys.created_at, api_keys.id`,
  );
  return rows.map((row) => openKey(vault, row));
}

/** Null for a key that is not active, or one of another merchant than `ofMerchantId`. */
export async function lockApiKey(
  trx: Db,
  vault: Vault,
  keyId: string,
  ofMerchantId: string | null,
): Promise<ApiKey | null> {
  const [key] = await run<StoredKey>(
    trx,
    'lock-api-key',
    sql`${selection}
     where api_keys.id = ${keyId}
       and api_keys.merchant_id = coalesce(${ofMerchantId}, api_keys.merchant_id)
     for update of api_keys`,
  );
  return key?.isActive === true ? openKey(vault, key) : null;
}

/** Null for a key that has been revoked or has expired since its authentication. */
export async function findKeySecrets(
  db: Db,
  keyId: string,
): Promise<Pick<KeyLimits, 'payeesSealed' | 'signingSecretSealed'> | null> {
  const [found] = await run<Pick<KeyLimits, 'payeesSealed' | 'signingSecretSealed'>>(
    db,
    'find-key-secrets',
    sql`select payees_sealed, signing_secret_sealed
     from api_keys where id = ${keyId}
       and revoked_at is null and (expires_at is null or expires_at > now())`,
  );
  return found ?? null;
}

/**
 * Null if the creator is unknown, undefined for a key that has been revoked or has expired. The key
 * cannot be revoked before the transaction ends.
 */
export async function lockKeyMaker(trx: Db, keyId: string): Promise<KeyMaker | null | undefined> {
  const [key] = await run<{ maker: KeyMaker | null }>(
    trx,
    'lock-key-maker',
    sql`select case when made_by_id is not null
              then json_build_object('kind', made_by_kind, 'id', made_by_id) end as maker
     from api_keys where id = ${keyId}
       and revoked_at is null and (expires_at is null or expires_at > now()) for share`,
  );
  return key?.maker;
}

/** True for a revoked key. Another key cannot be revoked before the transaction ends. */
export async function lockRevocation(trx: Db, keyId: string): Promise<boolean> {
  const [key] = await run<{ isRevoked: boolean }>(
    trx,
    'lock-key-revocation',
    sql`select revoked_at is not null as is_revoked from api_keys where id = ${keyId} for share`,
  );
  return key?.isRevoked === true;
}

/** Of the given keys, those that have ended; `revokedAt` is null for those that have expired. */
export async function findEndedKeys(
  db: Db,
  keyIds: readonly string[],
): Promise<ReadonlyMap<string, { readonly revokedAt: Date | null }>> {
  const ended = await run<{ id: string; revokedAt: Date | null }>(
    db,
    'find-ended-keys',
    sql`select id, revoked_at from api_keys
     where id = any(${[...new Set(keyIds)]}::text[])
       and (revoked_at is not null or expires_at <= now())`,
  );
  return new Map(ended.map(({ id, revokedAt }) => [id, { revokedAt }]));
}

/** Leaves the expiry unchanged. */
export async function setKeyLimits(
  trx: Db,
  keyId: string,
  { addresses, payeesSealed, signingSecretSealed }: Omit<KeyLimits, 'expiresAt'>,
): Promise<void> {
  await run(
    trx,
    'set-key-limits',
    sql`update api_keys set addresses = ${addresses}::text[], payees_sealed = ${payeesSealed},
       signing_secret_sealed = ${signingSecretSealed}
     where id = ${keyId}`,
  );
}

/** Ends the replaced key after a number of hours, or at its own expiry. Returns when. */
export async function replaceApiKey(
  trx: Db,
  keyId: string,
  { replacedBy, hours }: { readonly replacedBy: string; readonly hours: number },
): Promise<Date> {
  const [replaced] = await run<{ expiresAt: Date }>(
    trx,
    'replace-api-key',
    sql`update api_keys set replaced_by = ${replacedBy}, expiry_noticed_at = now(),
       expires_at = least(expires_at, now() + make_interval(hours => ${hours}))
     where id = ${keyId} returning expires_at`,
  );
  if (replaced === undefined) throw new Error(`there is no key ${keyId}`);
  return replaced.expiresAt;
}

const API_KEYS_MAX = 50;

/** Replaced keys do not count. Locks the merchant's row against concurrent creation. */
export async function hasPlaceForKey(trx: Db, merchantId: string): Promise<boolean> {
  await lockMerchant(trx, merchantId);
  const live = await run(
    trx,
    'live-api-keys',
    sql`select 1 from api_keys where merchant_id = ${merchantId} and revoked_at is null
       and replaced_by is null and (expires_at is null or expires_at > now())`,
  );
  return live.length < API_KEYS_MAX;
}

/** The key authenticates nothing until `approveApiKey`. */
export async function holdApiKey(trx: Db, keyId: string): Promise<void> {
  await run(
    trx,
    'hold-api-key',
    sql`update api_keys set awaits_approval = true where id = ${keyId}`,
  );
}

/** False when the key was revoked meanwhile. */
export async function approveApiKey(trx: Db, keyId: string): Promise<boolean> {
  const approved = await run(
    trx,
    'approve-api-key',
    sql`update api_keys set awaits_approval = false
     where id = ${keyId} and awaits_approval and revoked_at is null returning 1`,
  );
  return approved.length > 0;
}

/**
 * Takes effect with the next request. Removes the key's payees and signing secret. Returns its hint
 * and merchant; null for an unknown or revoked key, or one of another merchant than `ofMerchantId`.
 */
export async function revokeApiKey(
  db: Db,
  keyId: string,
  ofMerchantId: string | null,
): Promise<{ readonly hint: string; readonly merchantId: string } | null> {
  const [row] = await run<{ hint: string; merchantId: string }>(
    db,
    'revoke-api-key',
    sql`update api_keys set revoked_at = now(), payees_sealed = null, signing_secret_sealed = null
     where id = ${keyId} and merchant_id = coalesce(${ofMerchantId}, merchant_id)
       and revoked_at is null
     returning hint, merchant_id`,
  );
  return row ?? null;
}

export interface ExpiringKey extends Pick<ApiKey, 'merchantId' | 'name' | 'hint'> {
  readonly merchantName: string;
  readonly expiresAt: Date;
}

/** Keys in their last 14 days, or in the last quarter of a shorter life. Returns each once. */
export async function claimExpiringKeys(trx: Db, limit: number): Promise<readonly ExpiringKey[]> {
  return run<ExpiringKey>(
    trx,
    'claim-expiring-keys',
    sql`update api_keys set expiry_noticed_at = now() from merchants
     where merchants.id = api_keys.merchant_id and api_keys.id in (
       select id from api_keys
       where revoked_at is null and expiry_noticed_at is null and expires_at > now()
         and expires_at < now() + least(interval '14 days', (expires_at - created_at) / 4)
       order by expires_at limit ${limit} for no key update skip locked)
     returning merchant_id, merchants.name as merchant_name, api_keys.name, hint,
       expires_at`,
  );
}

/** Removes the payees and signing secrets, because expired keys never become valid again. */
export async function clearExpiredKeys(db: Db): Promise<void> {
  await run(
    db,
    'clear-expired-keys',
    sql`update api_keys set payees_sealed = null, signing_secret_sealed = null
     where expires_at < now() and (payees_sealed is not null or signing_secret_sealed is not null)`,
  );
}
