import type { Db } from './connect';

/** The role of a database address, with its password. */
export interface Role {
  readonly name: string;
  readonly password: string;
}

/** Throws on an address that names no user. */
export function roleOf(databaseUrl: string): Role {
  const { username, password } = new URL(databaseUrl);
  if (username === '') throw new Error('the database address names no user');
  return { name: decodeURIComponent(username), password: decodeURIComponent(password) };
}

/** Of these tables the gateway's processes may do less than read, add, change and remove rows. */
const withheld: Readonly<Record<string, string>> = {
  audit_log: 'update, delete',
  audit_heads: 'delete',
  audit_keys: 'delete',
  deployment: 'update, delete',
  allowed_moves: 'insert, update, delete',
  migrations: 'insert, update, delete',
  migrations_lock: 'insert, update, delete',
};

/**
 * Gives the role that the gateway's processes connect as what they need and no more: it owns
 * nothing, changes no schema, and neither changes nor removes lines of the audit log. Creates the
 * role if there is none. Does nothing where it is the owner itself.
 */
export async function grantToApp(owner: Db, { name, password }: Role): Promise<void> {
  await owner.transaction(async (trx) => {
    const ask = async (sql: string, values: readonly string[]): Promise<string> => {
      const { rows } = (await trx.raw(sql, [...values])) as { rows: { text: string }[] };
      return rows[0]?.text ?? '';
    };
    if ((await ask('select current_user as text', [])) === name) return;
    const role = await ask(`select format('%I', ?::text) as text`, [name]);
    const known = await ask('select rolname as text from pg_roles where rolname = ?', [name]);
    if (known === '') {
      const secret = await ask(`select format('%L', ?::text) as text`, [password]);
      await trx.raw(plain(`create role ${role} login password ${secret}`));
    }
    await trx.raw(
      plain(`
        grant usage on schema public to ${role};
        grant select, insert, update, delete on all tables in schema public to ${role};
        grant usage on all sequences in schema public to ${role};
        ${Object.entries(withheld)
          .map(([table, rights]) => `revoke ${rights} on ${table} from ${role};`)
          .join(' ')}`),
    );
  });
}

/** Knex takes a question mark for a value. */
const plain = (sql: string): string => sql.replaceAll('?', '\\?');
