import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The head of an audit log advances one row at a time: a role that may write it, such as the
    -- gateway's, cannot restore an older one.
    create function demand_next_audit_head() returns trigger language plpgsql as $$
    begin
      if new.scope <> old.scope or new.number <> old.number + 1 then
        raise exception 'the audit log is only added to';
      end if;
      return new;
    end $$;
    create trigger audit_heads_advance before update on audit_heads
      for each row execute function demand_next_audit_head();
  `);
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}
