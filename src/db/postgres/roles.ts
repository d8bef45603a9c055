import type { Db } from './connect';

/** User name and password of a database URL. */
export interface Role {
  readonly name: string;
  readonly password: string;
}

/** Throws when the URL has no user. */
export function roleOf(databaseUrl: string): Role {
  const { username, password } = new URL(databaseUrl);
  if (username === '') throw new Error('the database address names no user');
  return { name: decodeURIComponent(username), password: decodeURIComponent(password) };
}

/** Grants on tables where the gateway's processes may not read, insert, update and delete. */
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
 * Grants the role of the gateway's processes its minimum: it owns nothing, cannot change the
 * schema, and cannot update or delete rows of the audit log. Creates the role if it is missing.
 * Does nothing where the role is the owner.
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

/** Knex reads a question mark as a placeholder. */
const plain = (sql: string): string => sql.replaceAll('?', '\\?');
