import { ERASED, contains } from '../../domain/identifier';
import type { Identifier } from '../../domain/identifier';
import type { Vault } from '../../lib/vault';
import type { Db } from '../postgres/connect';
import { run } from '../postgres/connect';
import { raw, sql } from '../postgres/sql';

/** Tables of people with an account, and of links, invitations and mails to them. */
const tables = {
  users: `select 'users' as "table", id, email, name,
    exists (select from memberships where user_id = users.id)::text as member from users`,
  operators: `select 'operators' as "table", id, email, name,
    (removed_at is null)::text as member from operators`,
  invitations: `select 'invitations' as "table", id, email, null as name,
    null as member from invitations`,
  operator_links: `select 'operator_links' as "table", id, email, null as name,
    null as member from operator_links`,
  // A pending invitation is kept: its approval sends it.
  approvals: `select 'approvals' as "table", id, subject as email, null as name,
    (status = 'pending')::text as member from approvals where act in ('member', 'operator')`,
  mails: `select 'mails' as "table", id, email, null as name, null as member,
    email_sealed from mails`,
} as const;

export interface PeopleRow {
  readonly table: keyof typeof tables;
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  /** `true` for a member of a team and for a pending invitation; null for links and mails. */
  readonly member: string | null;
}

/** The address of an ended mail is sealed. */
type StoredRow = PeopleRow & { readonly email_sealed?: string | null };

/** Rows with the e-mail address or the name; none for other identifiers. */
export async function findPeople(
  trx: Db,
  vault: Vault,
  identifiers: readonly Identifier[],
): Promise<readonly PeopleRow[]> {
  const found: PeopleRow[] = [];
  for (const select of Object.values(tables)) {
    const stored = await run<StoredRow>(trx, null, raw(select));
    const rows = stored.map(({ email_sealed: sealed = null, ...row }) =>
      sealed === null ? row : { ...row, email: vault.open(sealed, 'mails.email') },
    );
    found.push(
      ...rows.filter(({ email, name }) =>
        identifiers.every((each) => contains(`${email}\n${name ?? ''}`, each)),
      ),
    );
  }
  return found;
}

/**
 * Erases accounts that belong to no team, with their sign-ins, links and mails. Members are kept:
 * they are removed from their teams first.
 */
export async function erasePerson(
  trx: Db,
  vault: Vault,
  identifiers: readonly Identifier[],
): Promise<{ readonly erased: readonly string[]; readonly kept: readonly string[] }> {
  const rows = await findPeople(trx, vault, identifiers);
  const kept = rows.filter(({ member }) => member === 'true').map(({ id }) => id);
  const others = rows.filter(({ member }) => member !== 'true');
  for (const { table, id } of others) await eraseRow(trx, table, id);
  return { erased: others.map(({ id }) => id), kept };
}

/** Accounts without a team or activity for `days`, and operators removed as long ago. */
export async function eraseUnusedAccounts(trx: Db, days: number, limit: number): Promise<number> {
  const period = sql`now() - ${days} * interval '1 day'`;
  const rows = await run<{ table: 'users' | 'operators'; id: string }>(
    trx,
    'find-unused-accounts',
    sql`(select 'users' as "table", id from users
       where email_key not like ${`${ERASED}%`} and created_at < ${period}
         and password_changed_at < ${period}
         and not exists (select from memberships where user_id = users.id)
         and not exists (select from sessions where user_id = users.id)
         and not exists (select from sign_in_places
                         where account_id = users.id and seen_at > ${period})
       limit ${limit})
     union all
     (select 'operators', id from operators
      where email_key not like ${`${ERASED}%`} and removed_at < ${period} limit ${limit})`,
  );
  for (const { table, id } of rows) await eraseRow(trx, table, id);
  return rows.length;
}

async function eraseRow(trx: Db, table: keyof typeof tables, id: string): Promise<void> {
  if (table === 'mails') {
    await run(trx, 'erase-mail', sql`delete from mails where id = ${id}`);
    return;
  }
  const erased = `${ERASED} ${id}`;
  if (table === 'approvals') {
    await run(
      trx,
      'erase-in-approvals',
      sql`update approvals set subject = ${erased}, proposal_sealed = null where id = ${id}`,
    );
    return;
  }
  const isAccount = table === 'users' || table === 'operators';
  const name = isAccount
    ? sql`, name = ${ERASED}, password_hash = '', former_password_hashes = '{}'`
    : sql`, ended_at = coalesce(ended_at, now())`;
  await run(
    trx,
    `erase-in-${table}`,
    sql`update ${raw(table)} set email = ${erased}, email_key = ${erased}${name} where id = ${id}`,
  );
  if (!isAccount) return;
  for (const owned of ['sign_in_places', 'factors', 'recovery_codes', 'half_sessions']) {
    await run(trx, `erase-${owned}`, sql`delete from ${raw(owned)} where account_id = ${id}`);
  }
  const [sessions, person] =
    table === 'users' ? ['sessions', 'user_id'] : ['operator_sessions', 'operator_id'];
  await run(
    trx,
    `erase-${sessions}`,
    sql`delete from ${raw(sessions)} where ${raw(person)} = ${id}`,
  );
}
