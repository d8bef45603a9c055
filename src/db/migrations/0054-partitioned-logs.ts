import type { Knex } from 'knex';

/** The rows are checked without a lock that blocks statements. */
export const config = { transaction: false };

/** The ids of both tables sort by time, and their indexes need no change. */
const tables = [
  { name: 'provider_exchanges', prefix: 'pex_' },
  { name: 'api_requests', prefix: 'req_' },
] as const;

type Table = (typeof tables)[number];

const LOCK_WAIT = `set local lock_timeout = '1s'`;

/**
 * Partitions the recordings of provider exchanges and the log of API requests. A table with rows
 * becomes the first partition, for all ids up to those of a week ahead. Its rows are read once, to
 * validate a constraint that makes the second reading by `attach` superfluous. From that
 * constraint to the end, no longer than a week may pass: it rejects later ids. Can run again after
 * an interruption.
 */
export async function up(knex: Knex): Promise<void> {
  for (const table of tables) {
    const { rows } = await knex.raw<{ rows: { relkind: string }[] }>(
      'select relkind from pg_class where oid = ?::regclass',
      [`public.${table.name}`],
    );
    if (rows[0]?.relkind !== 'p') await partition(knex, table);
  }
}

async function partition(knex: Knex, { name, prefix }: Table): Promise<void> {
  const {
    rows: [end],
  } = await knex.raw<{ rows: [{ id: string }] }>(
    `select first_id(?, date_bin('1 day', now() + interval '7 days', timestamptz 'epoch')) as id`,
    [prefix],
  );
  await knex.transaction((trx) =>
    trx.raw(`
      ${LOCK_WAIT};
      alter table ${name} drop constraint if exists ${name}_before;
      alter table ${name} add constraint ${name}_before check (id < '${end.id}') not valid;`),
  );
  await knex.raw(`alter table ${name} validate constraint ${name}_before`);
  await knex.transaction((trx) =>
    trx.raw(`
      ${LOCK_WAIT};
      alter table ${name} rename to ${name}_before;
      alter index ${name}_pkey rename to ${name}_before_pkey;
      create table ${name} (like ${name}_before including all) partition by range (id);
      alter table ${name} drop constraint ${name}_before;
      create table ${name}_default partition of ${name} default;
      do $$
      declare
        granted record;
      begin
        -- Running processes continue under their role.
        for granted in
          select grantee::regrole as role, privilege_type as privilege
          from pg_class, aclexplode(relacl)
          where pg_class.oid = '${name}_before'::regclass and grantee <> relowner
        loop
          execute format('grant %s on ${name} to %s', granted.privilege, granted.role);
        end loop;
        if exists (select from ${name}_before) then
          alter table ${name} attach partition ${name}_before
            for values from (minvalue) to ('${end.id}');
          alter table ${name}_before drop constraint ${name}_before;
        else
          drop table ${name}_before;
        end if;
      end $$;`),
  );
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}
