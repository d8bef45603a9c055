import { run, type Db } from '../../platform/postgres/connect';
import { sql, type Sql } from '../../platform/postgres/sql';

/** The account whose settings are in the environment, and the default of the orders' column. */
export const DEFAULT_ACCOUNT = 'default';

/** `paused` and `off` accounts take no new orders; `off` means that the contract has ended. */
export type AccountStatus = 'on' | 'paused' | 'off';

/** The result of a call that proves the credentials. */
export type TestResult = 'ok' | 'rejected' | 'unreachable';

export interface AccountRow {
  readonly id: string;
  /** Null for an account of the platform. */
  readonly merchantId: string | null;
  readonly label: string;
  readonly status: AccountStatus;
  /** The smallest is preferred. */
  readonly priority: number;
  /** Incremented with each change of the row. */
  readonly version: number;
  readonly createdAt: Date;
  /** The callback token before the last rotation is still accepted. */
  readonly acceptsPreviousToken: boolean;
  /** Of the last test with the present settings; null before one. */
  readonly testResult: TestResult | null;
  /** Null for the default account, whose settings are in the environment. */
  readonly contract: StoredContract | null;
}

export interface StoredContract {
  readonly connector: string;
  readonly mode: 'test' | 'live';
  readonly settingsSealed: string;
  readonly callbackTokenSealed: string;
}

const columns = sql`id, merchant_id, label, status, priority, version,
            created_at, test_result,
            previous_callback_token_hash is not null as accepts_previous_token,
            case when connector is not null then json_build_object(
              'connector', connector, 'mode', mode, 'settingsSealed', settings_sealed,
              'callbackTokenSealed', callback_token_sealed) end as contract`;

/** The preferred first. */
export const listAccounts = (db: Db): Promise<AccountRow[]> =>
  run<AccountRow>(
    db,
    'list-provider-accounts',
    sql`select ${columns} from provider_accounts order by priority, id`,
  );

/**
 * Increases with every change of an account or of a merchant's routing rules: rows are never
 * deleted, and their versions never decrease.
 */
export async function sumVersions(db: Db): Promise<number> {
  const [row] = await run<{ sum: number }>(
    db,
    'sum-provider-account-versions',
    sql`select coalesce(sum(version), 0)::bigint as sum from (
       select version from provider_accounts union all select version from routing_rules) as rows`,
  );
  return row?.sum ?? 0;
}

export async function findAccount(db: Db, accountId: string): Promise<AccountRow | null> {
  const [row] = await run<AccountRow>(
    db,
    'find-provider-account',
    sql`select ${columns} from provider_accounts where id = ${accountId}`,
  );
  return row ?? null;
}

/** By the current or the previous token. */
export async function findAccountByToken(db: Db, tokenHash: Buffer): Promise<AccountRow | null> {
  const [row] = await run<AccountRow>(
    db,
    'find-provider-account-by-token',
    sql`select ${columns} from provider_accounts
     where callback_token_hash = ${tokenHash} or previous_callback_token_hash = ${tokenHash}`,
  );
  return row ?? null;
}

/** Locked until the transaction ends; otherwise as `findAccount`. */
export async function lockAccount(trx: Db, accountId: string): Promise<AccountRow | null> {
  const [row] = await run<AccountRow>(
    trx,
    'lock-provider-account',
    sql`select ${columns} from provider_accounts where id = ${accountId} for update`,
  );
  return row ?? null;
}

export interface NewAccount {
  readonly id: string;
  readonly merchantId: string | null;
  readonly label: string;
  readonly priority: number;
  readonly contract: StoredContract;
  readonly callbackTokenHash: Buffer;
}

/** The account is paused until a test passes. */
export async function insertAccount(trx: Db, account: NewAccount): Promise<void> {
  const { contract } = account;
  await run(
    trx,
    'insert-provider-account',
    sql`insert into provider_accounts (id, merchant_id, label, status, priority, connector, mode,
                                   settings_sealed, callback_token_hash, callback_token_sealed)
     values (${account.id}, ${account.merchantId}, ${account.label}, 'paused', ${account.priority},
             ${contract.connector}, ${contract.mode}, ${contract.settingsSealed},
             ${account.callbackTokenHash}, ${contract.callbackTokenSealed})`,
  );
}

/** Absent fields stay unchanged. */
export interface AccountRowChange {
  readonly label?: string;
  readonly priority?: number;
  readonly status?: AccountStatus;
  readonly settingsSealed?: string;
}

export async function changeAccountRow(
  trx: Db,
  accountId: string,
  { label, priority, status, settingsSealed }: AccountRowChange,
): Promise<void> {
  await run(
    trx,
    'change-provider-account',
    sql`update provider_accounts set version = version + 1,
       label = coalesce(${label ?? null}, label),
       priority = coalesce(${priority ?? null}, priority),
       status = coalesce(${status ?? null}, status),
       settings_sealed = coalesce(${settingsSealed ?? null}, settings_sealed),
       test_result = case when ${settingsSealed ?? null}::text is null then test_result end
     where id = ${accountId}`,
  );
}

/** The version of an account that nobody has changed, opened or closed. */
const NEW_VERSION = 1;

/**
 * The first test that passes turns a new account on. After any change of the account a person turns
 * it on, which may need the approval of another. Returns whether the account was turned on.
 */
export async function recordTest(
  trx: Db,
  { id, status, version }: Pick<AccountRow, 'id' | 'status' | 'version'>,
  result: TestResult,
): Promise<boolean> {
  const opens = status === 'paused' && version === NEW_VERSION && result === 'ok';
  await run(
    trx,
    'record-provider-account-test',
    sql`update provider_accounts set tested_at = now(), test_result = ${result},
       status = case when ${opens}::boolean then 'on' else status end,
       version = version + ${opens ? 1 : 0}
     where id = ${id}`,
  );
  return opens;
}

/** Writes nothing when that is known. */
export async function recordCredentials(
  db: Db,
  accountId: string,
  isRefused: boolean,
): Promise<void> {
  await run(
    db,
    `record-provider-account-credentials-${isRefused ? 'refused' : 'accepted'}`,
    isRefused
      ? sql`update provider_accounts set tested_at = now(), test_result = 'rejected'
           where id = ${accountId} and test_result is distinct from 'rejected'`
      : sql`update provider_accounts set tested_at = now(), test_result = 'ok'
           where id = ${accountId} and test_result = 'rejected'`,
  );
}

/** The current token becomes the previous one. */
export async function rotateToken(
  trx: Db,
  accountId: string,
  token: { readonly hash: Buffer; readonly sealed: string },
): Promise<void> {
  await run(
    trx,
    'rotate-provider-account-token',
    sql`update provider_accounts set version = version + 1,
       previous_callback_token_hash = callback_token_hash,
       callback_token_hash = ${token.hash}, callback_token_sealed = ${token.sealed}
     where id = ${accountId}`,
  );
}

export async function removePreviousToken(trx: Db, accountId: string): Promise<void> {
  await run(
    trx,
    'remove-previous-provider-account-token',
    sql`update provider_accounts set version = version + 1, previous_callback_token_hash = null
     where id = ${accountId}`,
  );
}

/** `merchantName` is null for the platform. */
export interface NamedAccountRow extends AccountRow {
  readonly merchantName: string | null;
}

/**
 * Newest first: accounts of the platform, of one merchant, or of all merchants; before the account
 * `before` unless that is null.
 */
export const listNamedAccounts = (
  db: Db,
  { owner, before, limit }: AccountPage,
): Promise<NamedAccountRow[]> =>
  run<NamedAccountRow>(
    db,
    `list-named-provider-accounts-${owner === 'platform' || owner === 'merchants' ? owner : 'own'}`,
    sql`select ${columns},
            (select name from merchants where merchants.id = merchant_id) as merchant_name
     from provider_accounts
     where ${ownedBy(owner)} and (${before}::text is null or id < ${before})
     order by id desc limit ${limit}`,
  );

export interface AccountPage {
  /** A merchant's id, or a group of owners. */
  readonly owner: string;
  readonly before: string | null;
  readonly limit: number;
}

function ownedBy(owner: string): Sql {
  if (owner === 'platform') return sql`merchant_id is null`;
  if (owner === 'merchants') return sql`merchant_id is not null`;
  return sql`merchant_id = ${owner}`;
}

/**
 * For a merchant's first account. Locks the merchant's row against a concurrent one; null for an
 * unknown merchant. The lock is a statement of its own: within one statement the count would be
 * older than the lock.
 */
export async function lockOwner(
  trx: Db,
  merchantId: string,
): Promise<{ readonly accounts: number; readonly hasOrders: boolean } | null> {
  await run(
    trx,
    'lock-provider-account-owner',
    sql`select 1 from merchants where id = ${merchantId} for no key update`,
  );
  const [row] = await run<{ accounts: number; hasOrders: boolean }>(
    trx,
    'provider-account-owner',
    sql`select
       (select count(*) from provider_accounts where merchant_id = merchants.id) as accounts,
       exists (select from orders where merchant_id = merchants.id) as has_orders
     from merchants where id = ${merchantId}`,
  );
  return row ?? null;
}
