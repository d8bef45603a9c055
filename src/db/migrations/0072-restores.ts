import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- A restore or a failover of the database may have lost a submission of the request: it is
    -- inquired about before it is claimed. Null: not restored, or claimed since.
    alter table provider_requests add column restored_at timestamptz;

    -- The server and its timeline, which changes at a point-in-time recovery, at a failover and in
    -- a new cluster.
    create table noted_timeline (
      id boolean primary key default true check (id),
      timeline text not null,
      noted_at timestamptz not null default now()
    );

    -- Null where the server does not reveal its timeline.
    create function server_timeline() returns text language plpgsql stable as $$
    begin
      return (select system_identifier from pg_control_system())
        || '/' || left(pg_walfile_name(pg_current_wal_lsn()), 8);
    exception
      when insufficient_privilege or feature_not_supported or undefined_function then return null;
    end $$;
  `);
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}
