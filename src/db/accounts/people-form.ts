import { createHmac, randomBytes } from 'node:crypto';
import type { Vault } from '../../lib/vault';
import type { Db } from '../postgres/connect';
import { run } from '../postgres/connect';
import { raw, sql } from '../postgres/sql';
import type { Sql } from '../postgres/sql';

/*
 * How the database stores e-mail addresses and names of people with an account (decision 47). A
 * column has the text, or is empty where `…_sealed` has it sealed.
 */

/** Tables with the address of a person. */
export type PeopleTable = 'users' | 'operators' | 'invitations' | 'operator_links';

/** Addresses are compared without case: no mail provider distinguishes it. */
export const emailKeyOf = (email: string): string => email.trim().toLowerCase();

/** A column in plain text and sealed; one of them has the text. */
export type StoredText = readonly [plain: string, sealed: string | null];

/** Of an outer join: null for both without a row. */
export type JoinedText = StoredText | readonly [null, null];

/** A selected column as a StoredText. */
export const storedText = (table: string, column: string): Sql =>
  raw(`array[${table}.${column}, ${table}.${column}_sealed]`);

/** The text of a column. Plain text is newer: a process of the previous version wrote it. */
export const openText = (vault: Vault, context: string, [plain, sealed]: StoredText): string =>
  plain !== '' || sealed === null ? plain : vault.open(sealed, context);

/** As `openText`; null without a row. */
export const openJoinedText = (
  vault: Vault,
  context: string,
  [plain, sealed]: JoinedText,
): string | null => (plain === null ? null : openText(vault, context, [plain, sealed]));

/** The columns that `email` and `name` of a PeopleForm assign. */
export const emailColumns = sql`email, email_key, email_digest, email_sealed`;
export const nameColumns = sql`name, name_sealed`;

export interface PeopleForm {
  /** False: in plain text, because a process of the previous version may run. */
  readonly isSealed: boolean;
  /** The condition that a row has an address. */
  hasEmail(email: string): Sql;
  /** The values of `emailColumns`. */
  email(table: PeopleTable, email: string): Sql;
  /** The values of `nameColumns`. */
  name(table: PeopleTable, name: string): Sql;
  /** A text as a StoredText. */
  stored(text: string, context: string): StoredText;
}

/** The one HMAC key of all addresses. `gateway reseal` re-encrypts it; the key stays. */
const KEY_ID = 'addresses';
const SEALED_AS = 'address_keys.key';

export type DigestOf = (email: string) => string;

const digestsBy =
  (key: Buffer): DigestOf =>
  (email) =>
    createHmac('sha256', key).update(emailKeyOf(email)).digest('base64url');

interface KeyRow {
  readonly sealed: string;
  readonly isSealed: boolean;
}

async function findKey(db: Db): Promise<KeyRow | null> {
  const [row] = await run<KeyRow>(
    db,
    'find-address-key',
    sql`select key_sealed as sealed, sealed_from is not null as "isSealed"
     from address_keys where id = ${KEY_ID}`,
  );
  return row ?? null;
}

const openDigests = (vault: Vault, { sealed }: KeyRow): DigestOf =>
  digestsBy(Buffer.from(vault.open(sealed, SEALED_AS), 'base64'));

/** The form in which the database stores people now. */
export async function findPeopleForm(db: Db, vault: Vault): Promise<PeopleForm> {
  const row = await findKey(db);
  const isSealed = row?.isSealed === true;
  const digestOf = isSealed ? openDigests(vault, row) : () => null;
  const stored = (text: string, context: string): StoredText =>
    isSealed ? ['', vault.seal(text, context)] : [text, null];
  const keyOf = (email: string) => (isSealed ? null : emailKeyOf(email));
  return {
    isSealed,
    stored,
    hasEmail: (email) => sql`(email_digest = ${digestOf(email)} or email_key = ${keyOf(email)})`,
    email(table, email) {
      const [plain, sealed] = stored(email, `${table}.email`);
      return sql`${plain}, ${keyOf(email)}, ${digestOf(email)}, ${sealed}`;
    },
    name(table, name) {
      const [plain, sealed] = stored(name, `${table}.name`);
      return sql`${plain}, ${sealed}`;
    },
  };
}

/** The digests, with a key that is created by the first call. */
export async function ensureDigests(db: Db, vault: Vault): Promise<DigestOf> {
  const made = vault.seal(randomBytes(32).toString('base64'), SEALED_AS);
  await run(
    db,
    'insert-address-key',
    sql`insert into address_keys (id, key_sealed) values (${KEY_ID}, ${made})
     on conflict (id) do nothing`,
  );
  const row = await findKey(db);
  if (row === null) throw new Error('addresses have no key');
  return openDigests(vault, row);
}

/** From the end of the transaction on, people are stored sealed. */
export const beginSealing = (trx: Db): Promise<unknown> =>
  run(
    trx,
    'begin-sealing',
    sql`update address_keys set sealed_from = now() where id = ${KEY_ID} and sealed_from is null`,
  );
