import type { Knex } from 'knex';

/** Tables are locked one at a time and briefly. Steps can run again. */
export const config = { transaction: false };

/**
 * The pending callbacks and deliveries, in tables of their own instead of in partial indexes: an
 * update that ends them then changes no index (decision 39). Triggers maintain them, because
 * processes of the previous version write the same rows. Can run again after an interruption.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table if not exists pending_callbacks (callback_id text primary key);
    create table if not exists pending_deliveries (delivery_id text primary key);

    -- With the owner's rights: the role of running processes gets its grants at the end of a
    -- migration.
    create or replace function note_pending_callback() returns trigger language plpgsql
    security definer as $$
    begin
      if new.applied_at is null then
        insert into public.pending_callbacks (callback_id) values (new.id) on conflict do nothing;
      else
        delete from public.pending_callbacks where callback_id = new.id;
      end if;
      return null;
    end $$;

    create or replace function note_pending_delivery() returns trigger language plpgsql
    security definer as $$
    begin
      if new.status = 'pending' then
        insert into public.pending_deliveries (delivery_id) values (new.id) on conflict do nothing;
      else
        delete from public.pending_deliveries where delivery_id = new.id;
      end if;
      return null;
    end $$;`);
  const triggers = [
    `create or replace trigger callbacks_pending_stored after insert on callbacks
       for each row when (new.applied_at is null)
       execute function note_pending_callback();
     create or replace trigger callbacks_pending_changed after update on callbacks
       for each row when ((old.applied_at is null) <> (new.applied_at is null))
       execute function note_pending_callback();`,
    `create or replace trigger deliveries_pending_added after insert on deliveries
       for each row when (new.status = 'pending')
       execute function note_pending_delivery();
     create or replace trigger deliveries_pending_changed after update on deliveries
       for each row when ((old.status = 'pending') <> (new.status = 'pending'))
       execute function note_pending_delivery();`,
  ];
  for (const trigger of triggers) {
    await knex.transaction(async (trx) => {
      await trx.raw(`set local lock_timeout = '1s'`);
      await trx.raw(trigger);
    });
  }
  // A share lock lets no row end before its copy is committed.
  await knex.raw(`
    with pending as (select id from callbacks where applied_at is null for share)
    insert into pending_callbacks (callback_id) select id from pending on conflict do nothing`);
  await knex.raw(`
    with pending as (select id from deliveries where status = 'pending' for share)
    insert into pending_deliveries (delivery_id) select id from pending on conflict do nothing`);
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}
