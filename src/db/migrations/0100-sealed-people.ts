import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The HMAC key of the digests of e-mail addresses, sealed. It is never replaced.
    create table address_keys (
      id text primary key,
      key_sealed text not null,
      -- From this time on, addresses and names are stored sealed only; null: in plain text.
      sealed_from timestamptz
    );

    -- Where a value is sealed, the column in plain text is empty and "email_key" is null.
    alter table users
      add column email_digest text,
      add column email_sealed text,
      add column name_sealed text,
      alter column email_key drop not null;
    alter table operators
      add column email_digest text,
      add column email_sealed text,
      add column name_sealed text,
      alter column email_key drop not null;
    alter table invitations
      add column email_digest text,
      add column email_sealed text,
      alter column email_key drop not null;
    alter table operator_links
      add column email_digest text,
      add column email_sealed text,
      alter column email_key drop not null;
    -- The content of a notice, sealed; "detail" is then an empty object.
    alter table mails add column detail_sealed text;

    -- A process of the previous version stores plain text, whose address the index of digests does
    -- not compare: after sealed_from, its account or invitation could be the second of an address.
    create function refuse_plain_person() returns trigger language plpgsql as $$
    declare
      fresh jsonb := to_jsonb(new);
      stored jsonb := '{}';
    begin
      if tg_op = 'UPDATE' then
        stored := to_jsonb(old);
      end if;
      if exists (select from unnest(array['email', 'name']) as field
                 where coalesce(fresh ->> field, '') <> ''
                   and fresh ->> field is distinct from stored ->> field)
         and exists (select from address_keys where sealed_from is not null) then
        raise exception 'people are stored sealed in this database: use the current version';
      end if;
      return new;
    end $$;
    create trigger users_sealed before insert or update of email, name on users
      for each row execute function refuse_plain_person();
    create trigger operators_sealed before insert or update of email, name on operators
      for each row execute function refuse_plain_person();
    create trigger invitations_sealed before insert or update of email on invitations
      for each row execute function refuse_plain_person();
    create trigger operator_links_sealed before insert or update of email on operator_links
      for each row execute function refuse_plain_person();
  `);
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}
