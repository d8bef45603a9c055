import type { OperatorRole } from '../../domain/operator';
import type { Db } from '../postgres/connect';
import { run } from '../postgres/connect';
import { emailKeyOf, keptPasswordHashes } from './users';
import type { Language } from './users';

/** Somebody who decides in the console. */
export interface Operator {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly language: Language;
  readonly role: OperatorRole;
}

const columns = 'id, email, name, language, role';

/** Null when there is none of that address, or no more. */
export async function findOperatorByEmail(
  db: Db,
  email: string,
): Promise<(Operator & { readonly passwordHash: string }) | null> {
  const [row] = await run<Operator & { readonly passwordHash: string }>(
    db,
    'find-operator-by-email',
    `select ${columns}, password_hash as "passwordHash" from operators
     where email_key = ? and removed_at is null`,
    [emailKeyOf(email)],
  );
  return row ?? null;
}

/** The hashes of the passwords that an address has or had in the console, the current one first. */
export async function findOperatorPasswordHashes(
  db: Db,
  email: string,
): Promise<readonly string[]> {
  const [row] = await run<{ hashes: readonly string[] }>(
    db,
    'find-operator-password-hashes',
    `select array_prepend(password_hash, former_password_hashes) as hashes
     from operators where email_key = ?`,
    [emailKeyOf(email)],
  );
  return row?.hashes ?? [];
}

/** An operator as the others see them. */
export interface Colleague extends Operator {
  readonly createdAt: Date;
  /** When one of their sessions was last used; null when none is open. */
  readonly seenAt: Date | null;
}

export async function listOperators(db: Db): Promise<readonly Colleague[]> {
  return run<Colleague>(
    db,
    'list-operators',
    `select ${columns}, created_at as "createdAt",
            (select max(seen_at) from operator_sessions where operator_id = operators.id)
              as "seenAt"
     from operators where removed_at is null order by created_at, id`,
    [],
  );
}

/** The names of operators, of those too that are no more, by their ids. */
export async function findOperatorNames(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await run<Pick<Operator, 'id' | 'name'>>(
    db,
    'find-operator-names',
    'select id, name from operators where id = any(?::text[])',
    [[...ids]],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Who was removed comes back as they were known. Null when the address is an operator's. */
export async function insertOperator(
  trx: Db,
  operator: Operator & { readonly passwordHash: string },
): Promise<string | null> {
  const { id, email, name, language, role, passwordHash } = operator;
  const [row] = await run<{ id: string }>(
    trx,
    'insert-operator',
    `insert into operators (id, email, email_key, name, role, password_hash, language)
     values (?, ?, ?, ?, ?, ?, ?)
     on conflict (email_key) do update
       set name = excluded.name, role = excluded.role, password_hash = excluded.password_hash,
           former_password_hashes = ${keptPasswordHashes('operators')},
           language = excluded.language, password_changed_at = now(), removed_at = null
       where operators.removed_at is not null
     returning id`,
    [id, email, emailKeyOf(email), name, role, passwordHash, language],
  );
  return row?.id ?? null;
}

export async function changeOperatorPassword(
  trx: Db,
  operatorId: string,
  passwordHash: string,
): Promise<void> {
  await trx('operators')
    .where('id', operatorId)
    .update({
      former_password_hashes: trx.raw(keptPasswordHashes('operators')),
      password_hash: passwordHash,
      password_changed_at: trx.fn.now(),
    });
}

export async function changeOperatorProfile(
  trx: Db,
  operatorId: string,
  { name, language }: Pick<Operator, 'name' | 'language'>,
): Promise<void> {
  await trx('operators').where('id', operatorId).update({ name, language });
}

/** What came of a change of an operator. The console is never left without an admin. */
export type OperatorChange = 'done' | 'not_found' | 'last_admin';

/** Gives an operator another role; null removes them, and every session and link of theirs. */
export async function changeOperator(
  trx: Db,
  operatorId: string,
  role: OperatorRole | null,
): Promise<OperatorChange> {
  // All of them, so that two admins cannot remove each other at once.
  const all = await trx('operators')
    .whereNull('removed_at')
    .orderBy('id')
    .forUpdate()
    .select<Pick<Operator, 'id' | 'role'>[]>('id', 'role');
  if (!all.some(({ id }) => id === operatorId)) return 'not_found';
  const admins = all.filter((each) => (each.id === operatorId ? role : each.role) === 'admin');
  if (admins.length === 0) return 'last_admin';
  if (role !== null) {
    await trx('operators').where('id', operatorId).update({ role });
    return 'done';
  }
  await trx('operator_sessions').where('operator_id', operatorId).delete();
  await trx('operator_links')
    .where('operator_id', operatorId)
    .whereNull('ended_at')
    .update({ ended_at: trx.fn.now() });
  await trx('operators').where('id', operatorId).update({ removed_at: trx.fn.now() });
  return 'done';
}
