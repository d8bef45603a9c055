import type { Realm, RoleIn } from '../../kernel/rules/realm';
import type { Vault } from '../../platform/crypto/vault';
import { run, type Db } from '../../platform/postgres/connect';
import { raw, sql, type Sql } from '../../platform/postgres/sql';
import { emailColumns, emailValues, findDigests } from './people-form';

export type Language = 'th' | 'en';

/** A user of merchants, or an operator. */
export interface Person {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly language: Language;
}

export type NewPerson = Person & { readonly passwordHash: string };

/** `person` is the column that refers to a person. */
export const tables = {
  merchant: { people: 'users', person: 'user_id', sessions: 'sessions' },
  operator: { people: 'operators', person: 'operator_id', sessions: 'operator_sessions' },
} as const satisfies Readonly<Record<Realm, unknown>>;

export function openPerson<P extends Pick<Person, 'email' | 'name'>>(
  vault: Vault,
  realm: Realm,
  row: P,
): P {
  const { people } = tables[realm];
  const email = vault.open(row.email, `${people}.email`);
  const name = vault.open(row.name, `${people}.name`);
  return { ...row, email, name };
}

/** The columns are sealed, for `openPerson`. */
export const personColumns = (realm: Realm): Sql => {
  const { people } = tables[realm];
  return sql`${raw(people)}.id, ${raw(people)}.email_sealed as email,
       ${raw(people)}.name_sealed as name, language`;
};

/** As `personColumns`, in one JSON column. */
export const personJson = (realm: Realm): Sql => {
  const { people } = tables[realm];
  return sql`json_build_object('id', ${raw(people)}.id, 'email', ${raw(people)}.email_sealed,
              'name', ${raw(people)}.name_sealed, 'language', ${raw(people)}.language)`;
};

/** Users are never removed. */
const notRemoved = { merchant: sql`true`, operator: sql`removed_at is null` } as const;

export async function findPersonByEmail(
  db: Db,
  vault: Vault,
  realm: Realm,
  email: string,
): Promise<NewPerson | null> {
  const { people } = tables[realm];
  const digestOf = await findDigests(db, vault);
  const [row] = await run<NewPerson>(
    db,
    `find-${people}-by-email`,
    sql`select ${personColumns(realm)}, password_hash from ${raw(people)}
     where email_digest = ${digestOf(email)} and ${notRemoved[realm]}`,
  );
  return row === undefined ? null : openPerson(vault, realm, row);
}

/** Null for an unknown person and a removed operator. */
export async function findPerson(
  db: Db,
  vault: Vault,
  realm: Realm,
  personId: string,
): Promise<Person | null> {
  const { people } = tables[realm];
  const [row] = await run<Person>(
    db,
    `find-one-of-${people}`,
    sql`select ${personColumns(realm)} from ${raw(people)}
     where id = ${personId} and ${notRemoved[realm]}`,
  );
  return row === undefined ? null : openPerson(vault, realm, row);
}

/** Throws when the user does not exist: users are never removed. */
export async function findUser(db: Db, vault: Vault, userId: string): Promise<Person> {
  const user = await findPerson(db, vault, 'merchant', userId);
  if (user === null) throw new Error(`there is no user ${userId}`);
  return user;
}

/** Names by id, including those of removed operators. */
export async function findNames(
  db: Db,
  vault: Vault,
  realm: Realm,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { people } = tables[realm];
  const rows = await run<Pick<Person, 'id' | 'name'>>(
    db,
    `find-names-of-${people}`,
    sql`select id, name_sealed as name from ${raw(people)}
     where id = any(${ids}::text[])`,
  );
  return new Map(rows.map(({ id, name }) => [id, vault.open(name, `${people}.name`)]));
}

/**
 * The current password of the address first, then up to four earlier ones, including those of a
 * removed operator.
 */
export async function findPasswordHashes(
  db: Db,
  vault: Vault,
  realm: Realm,
  email: string,
): Promise<readonly string[]> {
  const { people } = tables[realm];
  const digestOf = await findDigests(db, vault);
  const [row] = await run<{ hashes: readonly string[] }>(
    db,
    `find-password-hashes-of-${people}`,
    sql`select array_prepend(password_hash, former_password_hashes) as hashes
     from ${raw(people)} where email_digest = ${digestOf(email)}`,
  );
  return row?.hashes ?? [];
}

/**
 * Null for a removed person. The lock lasts until the transaction ends: `share` keeps the password
 * from changing, `no key update` precedes a change. A transaction takes it before its other locks,
 * so that a sign-in and a change do not deadlock.
 */
export async function lockPasswordHash(
  trx: Db,
  realm: Realm,
  personId: string,
  mode: 'share' | 'no key update',
): Promise<string | null> {
  const { people } = tables[realm];
  const [row] = await run<{ hash: string }>(
    trx,
    `lock-password-in-${people}-for-${mode.replaceAll(' ', '-')}`,
    sql`select password_hash as hash from ${raw(people)}
     where id = ${personId} and ${notRemoved[realm]} for ${raw(mode)}`,
  );
  return row?.hash ?? null;
}

const keptPasswordHashes = (realm: Realm): Sql => {
  const people = raw(tables[realm].people);
  return sql`(array_prepend(${people}.password_hash, ${people}.former_password_hashes))[1:4]`;
};

/** False when the address has an account. */
export async function insertUser(trx: Db, vault: Vault, user: NewPerson): Promise<boolean> {
  const digestOf = await findDigests(trx, vault);
  const rows = await run(
    trx,
    'insert-user',
    sql`insert into users (id, ${emailColumns}, name_sealed, password_hash, language)
     values (${user.id}, ${emailValues({ vault, digestOf }, 'users', user.email)},
             ${vault.seal(user.name, 'users.name')}, ${user.passwordHash}, ${user.language})
     on conflict do nothing returning 1`,
  );
  return rows.length > 0;
}

/** A removed operator keeps the former id, which is returned. Null when the address is in use. */
export async function insertOperator(
  trx: Db,
  vault: Vault,
  operator: NewPerson & { readonly role: RoleIn['operator'] },
): Promise<string | null> {
  const { id, email, name, language, role, passwordHash } = operator;
  const digestOf = await findDigests(trx, vault);
  const nameSealed = vault.seal(name, 'operators.name');
  const [former] = await run<{ id: string }>(
    trx,
    'admit-operator-again',
    sql`update operators set name_sealed = ${nameSealed}, role = ${role},
         former_password_hashes = ${keptPasswordHashes('operator')},
         password_hash = ${passwordHash}, language = ${language}, password_changed_at = now(),
         removed_at = null
     where email_digest = ${digestOf(email)} and removed_at is not null returning id`,
  );
  if (former !== undefined) return former.id;
  const [row] = await run<{ id: string }>(
    trx,
    'insert-operator',
    sql`insert into operators (id, ${emailColumns}, name_sealed, role, password_hash, language)
     values (${id}, ${emailValues({ vault, digestOf }, 'operators', email)}, ${nameSealed},
             ${role}, ${passwordHash}, ${language})
     on conflict do nothing returning id`,
  );
  return row?.id ?? null;
}

export async function changeProfile(
  trx: Db,
  vault: Vault,
  realm: Realm,
  personId: string,
  { name, language }: Pick<Person, 'name' | 'language'>,
): Promise<void> {
  const { people } = tables[realm];
  await run(
    trx,
    `change-profile-in-${people}`,
    sql`update ${raw(people)} set name_sealed = ${vault.seal(name, `${people}.name`)},
         language = ${language}
     where id = ${personId}`,
  );
}

export async function changePasswordHash(
  trx: Db,
  realm: Realm,
  personId: string,
  passwordHash: string,
): Promise<void> {
  const { people } = tables[realm];
  await run(
    trx,
    `change-password-in-${people}`,
    sql`update ${raw(people)} set former_password_hashes = ${keptPasswordHashes(realm)},
       password_hash = ${passwordHash}, password_changed_at = now() where id = ${personId}`,
  );
}

/** Younger than a day. */
export async function isYoungUser(db: Db, userId: string): Promise<boolean> {
  const rows = await run(
    db,
    'is-young-user',
    sql`select 1 from users where id = ${userId} and created_at > now() - interval '1 day'`,
  );
  return rows.length > 0;
}
