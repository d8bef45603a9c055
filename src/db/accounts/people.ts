import type { Realm, RoleIn } from '../../domain/realm';
import type { Db } from '../postgres/connect';
import { run } from '../postgres/connect';
import { raw, sql } from '../postgres/sql';
import type { Sql } from '../postgres/sql';

export type Language = 'th' | 'en';

/** A person with an account: a user of merchants, or an operator. */
export interface Person {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly language: Language;
}

export type NewPerson = Person & { readonly passwordHash: string };

/** The tables of a realm and the column that refers to a person. */
export const tables = {
  merchant: { people: 'users', person: 'user_id', sessions: 'sessions' },
  operator: { people: 'operators', person: 'operator_id', sessions: 'operator_sessions' },
} as const satisfies Readonly<Record<Realm, unknown>>;

/** Addresses are compared without case: no mail provider distinguishes it. */
export const emailKeyOf = (email: string): string => email.trim().toLowerCase();

const columns = sql`id, email, name, language`;

/** Users are never removed. */
const notRemoved = { merchant: sql`true`, operator: sql`removed_at is null` } as const;

export async function findPersonByEmail(
  db: Db,
  realm: Realm,
  email: string,
): Promise<NewPerson | null> {
  const { people } = tables[realm];
  const [row] = await run<NewPerson>(
    db,
    `find-${people}-by-email`,
    sql`select ${columns}, password_hash as "passwordHash" from ${raw(people)}
     where email_key = ${emailKeyOf(email)} and ${notRemoved[realm]}`,
  );
  return row ?? null;
}

/** Null for an unknown person and a removed operator. */
export async function findPerson(db: Db, realm: Realm, personId: string): Promise<Person | null> {
  const { people } = tables[realm];
  const [person] = await run<Person>(
    db,
    `find-one-of-${people}`,
    sql`select ${columns} from ${raw(people)} where id = ${personId} and ${notRemoved[realm]}`,
  );
  return person ?? null;
}

/** Throws when the user does not exist: users are never removed. */
export async function findUser(db: Db, userId: string): Promise<Person> {
  const [user] = await run<Person>(
    db,
    'find-user',
    sql`select ${columns} from users where id = ${userId}`,
  );
  if (user === undefined) throw new Error(`there is no user ${userId}`);
  return user;
}

/** Names by id, including those of removed operators. */
export async function findNames(
  db: Db,
  realm: Realm,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { people } = tables[realm];
  const rows = await run<Pick<Person, 'id' | 'name'>>(
    db,
    `find-names-of-${people}`,
    sql`select id, name from ${raw(people)} where id = any(${ids}::text[])`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/**
 * The hashes of the current password of an address and of up to four earlier ones, including those
 * of a removed operator. The current one is first.
 */
export async function findPasswordHashes(
  db: Db,
  realm: Realm,
  email: string,
): Promise<readonly string[]> {
  const { people } = tables[realm];
  const [row] = await run<{ hashes: readonly string[] }>(
    db,
    `find-password-hashes-of-${people}`,
    sql`select array_prepend(password_hash, former_password_hashes) as hashes
     from ${raw(people)} where email_key = ${emailKeyOf(email)}`,
  );
  return row?.hashes ?? [];
}

const keptPasswordHashes = (realm: Realm): Sql => {
  const people = raw(tables[realm].people);
  return sql`(array_prepend(${people}.password_hash, ${people}.former_password_hashes))[1:4]`;
};

/** False when the address has an account. */
export async function insertUser(trx: Db, user: NewPerson): Promise<boolean> {
  const rows = await run(
    trx,
    'insert-user',
    sql`insert into users (id, email, email_key, name, password_hash, language)
     values (${user.id}, ${user.email}, ${emailKeyOf(user.email)}, ${user.name},
            ${user.passwordHash}, ${user.language}) on conflict (email_key) do nothing
            returning 1`,
  );
  return rows.length > 0;
}

/** A removed operator keeps the former id, which is returned. Null when the address is in use. */
export async function insertOperator(
  trx: Db,
  operator: NewPerson & { readonly role: RoleIn['operator'] },
): Promise<string | null> {
  const { id, email, name, language, role, passwordHash } = operator;
  const [row] = await run<{ id: string }>(
    trx,
    'insert-operator',
    sql`insert into operators (id, email, email_key, name, role, password_hash, language)
     values (${id}, ${email}, ${emailKeyOf(email)}, ${name}, ${role}, ${passwordHash},
            ${language})
     on conflict (email_key) do update
       set name = excluded.name, role = excluded.role, password_hash = excluded.password_hash,
           former_password_hashes = ${keptPasswordHashes('operator')},
           language = excluded.language, password_changed_at = now(), removed_at = null
       where operators.removed_at is not null
     returning id`,
  );
  return row?.id ?? null;
}

export async function changeProfile(
  trx: Db,
  realm: Realm,
  personId: string,
  { name, language }: Pick<Person, 'name' | 'language'>,
): Promise<void> {
  const { people } = tables[realm];
  await run(
    trx,
    `change-profile-in-${people}`,
    sql`update ${raw(people)} set name = ${name}, language = ${language} where id = ${personId}`,
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
