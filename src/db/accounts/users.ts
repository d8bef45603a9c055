import type { Db } from '../postgres/connect';
import { run } from '../postgres/connect';

export type Language = 'th' | 'en';

/** Somebody who works for one merchant or several. */
export interface User {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly language: Language;
}

/** As addresses are compared. What stands before the @ has letters of two sizes nowhere real. */
export const emailKeyOf = (email: string): string => email.trim().toLowerCase();

const columns = 'id, email, name, language';

export async function findUserByEmail(
  db: Db,
  email: string,
): Promise<(User & { readonly passwordHash: string }) | null> {
  const [row] = await run<User & { readonly passwordHash: string }>(
    db,
    'find-user-by-email',
    `select ${columns}, password_hash as "passwordHash" from users where email_key = ?`,
    [emailKeyOf(email)],
  );
  return row ?? null;
}

/** Throws when there is no such user: users are never removed. */
export async function findUser(db: Db, userId: string): Promise<User> {
  const [user] = await run<User>(db, 'find-user', `select ${columns} from users where id = ?`, [
    userId,
  ]);
  if (user === undefined) throw new Error(`there is no user ${userId}`);
  return user;
}

/** The names of people, by their ids. */
export async function findNames(
  db: Db,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await run<Pick<User, 'id' | 'name'>>(
    db,
    'find-names',
    'select id, name from users where id = any(?::text[])',
    [[...userIds]],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The hashes of a user's passwords: the current one, and up to four before it. */
export async function findPasswordHashes(
  db: Db,
  userId: string,
): Promise<readonly [string, ...string[]]> {
  const [row] = await run<{ current: string; former: readonly string[] }>(
    db,
    'find-password-hashes',
    `select password_hash as current, former_password_hashes as former from users where id = ?`,
    [userId],
  );
  if (row === undefined) throw new Error(`there is no user ${userId}`);
  return [row.current, ...row.former];
}

/** What becomes of the former hashes when a column's row gets another password. */
export const keptPasswordHashes = (table: 'users' | 'operators'): string =>
  `(array_prepend(${table}.password_hash, ${table}.former_password_hashes))[1:4]`;

/** False when the address is somebody's already. */
export async function insertUser(
  trx: Db,
  user: User & { readonly passwordHash: string },
): Promise<boolean> {
  const rows = await run(
    trx,
    'insert-user',
    `insert into users (id, email, email_key, name, password_hash, language)
     values (?, ?, ?, ?, ?, ?) on conflict (email_key) do nothing returning 1`,
    [user.id, user.email, emailKeyOf(user.email), user.name, user.passwordHash, user.language],
  );
  return rows.length > 0;
}

export async function changeProfile(
  trx: Db,
  userId: string,
  profile: Pick<User, 'name' | 'language'>,
): Promise<void> {
  await trx('users').where('id', userId).update({ name: profile.name, language: profile.language });
}

export async function changePasswordHash(
  trx: Db,
  userId: string,
  passwordHash: string,
): Promise<void> {
  await trx('users')
    .where('id', userId)
    .update({
      former_password_hashes: trx.raw(keptPasswordHashes('users')),
      password_hash: passwordHash,
      password_changed_at: trx.fn.now(),
    });
}
