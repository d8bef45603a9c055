import { createHmac, randomBytes } from 'node:crypto';
import type { Vault } from '../../platform/crypto/vault';
import { run, type Db } from '../../platform/postgres/connect';
import { sql, type Sql } from '../../platform/postgres/sql';

/*
 * How the database stores e-mail addresses and names of people with an account: sealed, and
 * addresses also as digests, by which they are found (decision 47).
 */

export type PeopleTable =
  | 'users'
  | 'operators'
  | 'invitations'
  | 'operator_links'
  | 'monthly_mails';

/** Addresses are compared without case: no mail provider distinguishes it. */
export const emailKeyOf = (email: string): string => email.trim().toLowerCase();

/** Null without a row: for the column of an outer join. */
export const openJoined = (vault: Vault, context: string, sealed: string | null): string | null =>
  sealed === null ? null : vault.open(sealed, context);

/** The columns that `emailValues` assigns. */
export const emailColumns = sql`email_digest, email_sealed`;

export const emailValues = (
  { vault, digestOf }: { readonly vault: Vault; readonly digestOf: DigestOf },
  table: PeopleTable,
  email: string,
): Sql => sql`${digestOf(email)}, ${vault.seal(email, `${table}.email`)}`;

/** One key for all addresses. `gateway reseal` re-encrypts it; the key stays. */
const KEY_ID = 'addresses';
const SEALED_AS = 'address_keys.key';

export type DigestOf = (email: string) => string;

async function findKey(db: Db): Promise<string | null> {
  const [row] = await run<{ sealed: string }>(
    db,
    'find-address-key',
    sql`select key_sealed as sealed from address_keys where id = ${KEY_ID}`,
  );
  return row?.sealed ?? null;
}

async function createKey(db: Db, vault: Vault): Promise<string> {
  const made = vault.seal(randomBytes(32).toString('base64'), SEALED_AS);
  await run(
    db,
    'insert-address-key',
    sql`insert into address_keys (id, key_sealed) values (${KEY_ID}, ${made})
     on conflict (id) do nothing`,
  );
  const sealed = await findKey(db);
  if (sealed === null) throw new Error('addresses have no key');
  return sealed;
}

/** The first call creates the key. */
export async function findDigests(db: Db, vault: Vault): Promise<DigestOf> {
  const sealed = (await findKey(db)) ?? (await createKey(db, vault));
  const key = Buffer.from(vault.open(sealed, SEALED_AS), 'base64');
  return (email) => createHmac('sha256', key).update(emailKeyOf(email)).digest('base64url');
}
