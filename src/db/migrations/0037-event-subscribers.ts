import type { Knex } from 'knex';

/**
 * Stores with each event which webhooks were subscribed when it was written, so that the audit can
 * find a missing delivery. The rows of webhooks do not show it, because webhooks are added, edited,
 * paused and deleted later. A trigger records it, independently of the statements that insert
 * deliveries, and also for processes of the previous version.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Null (unknown) for events from before this migration.
    alter table events add column subscribers text[];

    -- Stable: it reads the snapshot of the statement that inserts the event, which is the one that
    -- the deliveries are made from.
    create function note_subscribers() returns trigger language plpgsql stable as $$
    begin
      new.subscribers := array(
        select id from webhooks
        where merchant_id = new.merchant_id and status = 'active' and new.name = any(events)
        order by id);
      return new;
    end $$;

    create trigger events_note_subscribers before insert on events
      for each row execute function note_subscribers();
  `);
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}
