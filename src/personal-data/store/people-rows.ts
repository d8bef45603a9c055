import { ERASED, contains, type Identifier } from '../../kernel/rules/identifier';
import type { Vault } from '../../platform/crypto/vault';
import { run, type Db } from '../../platform/postgres/connect';
import { emailColumns, emailValues, findDigests, openJoined } from '../../people/store/people-form';
import { raw, sql, type Sql } from '../../platform/postgres/sql';

const none = sql`null`;

const selectionOf = (
  table: string,
  { email = sql`email_sealed`, name = none, member = none, where = sql`` },
): Sql => sql`select ${table}::text as "table", id, ${email} as email, ${name} as name,
    ${member}::text as member from ${raw(table)} ${where}`;

/** Tables of people with an account, and of links, invitations and mails; payers get mails too. */
const tables = {
  users: selectionOf('users', {
    name: sql`name_sealed`,
    member: sql`exists (select from memberships where user_id = users.id)`,
  }),
  operators: selectionOf('operators', {
    name: sql`name_sealed`,
    member: sql`(removed_at is null)`,
  }),
  invitations: selectionOf('invitations', {}),
  operator_links: selectionOf('operator_links', {}),
  // A pending invitation is kept: its approval sends it.
  approvals: selectionOf('approvals', {
    email: sql`subject`,
    member: sql`(status = 'pending')`,
    where: sql`where act in ('member', 'operator')`,
  }),
  mails: selectionOf('mails', {}),
  monthly_mails: selectionOf('monthly_mails', { where: sql`where email_sealed is not null` }),
} as const;

export interface PeopleRow {
  readonly table: keyof typeof tables;
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  /** `true` for a member of a team and for a pending invitation; null for links and mails. */
  readonly member: string | null;
}

/** By e-mail address or name; none for other identifiers. */
export async function findPeople(
  trx: Db,
  vault: Vault,
  identifiers: readonly Identifier[],
): Promise<readonly PeopleRow[]> {
  const found: PeopleRow[] = [];
  for (const selection of Object.values(tables)) {
    const sealed = await run<PeopleRow>(trx, null, selection);
    const rows = sealed.map(({ email, name, ...row }) => ({
      ...row,
      email: row.table === 'approvals' ? email : vault.open(email, `${row.table}.email`),
      name: openJoined(vault, `${row.table}.name`, name),
    }));
    found.push(
      ...rows.filter(({ email, name }) =>
        identifiers.every((each) => contains(`${email}\n${name ?? ''}`, each)),
      ),
    );
  }
  return found;
}

/**
 * Also erases sign-ins, links and mails. Members of a team are kept: they are removed from their
 * teams first.
 */
export async function erasePerson(
  trx: Db,
  vault: Vault,
  identifiers: readonly Identifier[],
): Promise<{ readonly erased: readonly string[]; readonly kept: readonly string[] }> {
  const rows = await findPeople(trx, vault, identifiers);
  const kept = rows.filter(({ member }) => member === 'true').map(({ id }) => id);
  const others = rows.filter(({ member }) => member !== 'true');
  for (const { table, id } of others) await eraseRow(trx, vault, table, id);
  return { erased: others.map(({ id }) => id), kept };
}

/** Without a team or activity for `days`; also operators removed as long ago. */
export async function eraseUnusedAccounts(
  trx: Db,
  vault: Vault,
  days: number,
  limit: number,
): Promise<number> {
  const period = sql`now() - ${days} * interval '1 day'`;
  const rows = await run<{ table: 'users' | 'operators'; id: string }>(
    trx,
    'find-unused-accounts',
    sql`(select 'users' as "table", id from users
       where password_hash <> '' and created_at < ${period}
         and password_changed_at < ${period}
         and not exists (select from memberships where user_id = users.id)
         and not exists (select from sessions where user_id = users.id)
         and not exists (select from sign_in_places
                         where account_id = users.id and seen_at > ${period})
       limit ${limit})
     union all
     (select 'operators', id from operators
      where password_hash <> '' and removed_at < ${period} limit ${limit})`,
  );
  for (const { table, id } of rows) await eraseRow(trx, vault, table, id);
  return rows.length;
}

async function eraseRow(
  trx: Db,
  vault: Vault,
  table: keyof typeof tables,
  id: string,
): Promise<void> {
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
  const digestOf = await findDigests(trx, vault);
  const rest = isAccount
    ? sql`name_sealed = ${vault.seal(ERASED, `${table}.name`)}, password_hash = '',
       former_password_hashes = '{}'`
    : sql`ended_at = coalesce(ended_at, now())`;
  await run(
    trx,
    `erase-in-${table}`,
    sql`update ${raw(table)} set (${emailColumns}) =
       (${emailValues({ vault, digestOf }, table, erased)}), ${rest}
     where id = ${id}`,
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
