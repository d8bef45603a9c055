import type { Knex } from 'knex';

/** Tables are locked one at a time. Steps can run again. */
export const config = { transaction: false };

/** Triggers of single columns cost nothing on the path of a payment, which changes none of them. */
export async function up(knex: Knex): Promise<void> {
  for (const guard of [ofTransfers, ofMovements, ofRequests, ofKeys, ofApprovals]) {
    await knex.transaction(async (trx) => {
      await trx.raw(`set local lock_timeout = '1s'`);
      await trx.raw(guard);
    });
  }
}

const ofTransfers = `
    create or replace function refuse_another_movement() returns trigger language plpgsql as $$
    begin
      if old.movement_id is not null then
        raise exception 'a transfer keeps its movement';
      end if;
      return new;
    end $$;
    create or replace trigger transfers_keep_movement before update of movement_id on transfers
      for each row execute function refuse_another_movement();`;

const ofMovements = `
    create or replace function refuse_another_name() returns trigger language plpgsql as $$
    begin
      if old.transaction_id is not null and old.transaction_id is distinct from new.transaction_id
      then
        raise exception 'a movement keeps its transaction id';
      end if;
      return new;
    end $$;
    create or replace trigger movements_keep_name before update of transaction_id on movements
      for each row execute function refuse_another_name();`;

/** A payout or a key waits until another person has approved it. */
const ofRequests = `
    create or replace function demand_approval() returns trigger language plpgsql as $$
    begin
      if old.awaits_approval and not new.awaits_approval and not exists (
        select from approvals where status = 'approved'
          and subject = to_jsonb(new)->>tg_argv[0] and act = any(tg_argv[1]::text[]))
      then
        raise exception 'nobody has approved %', to_jsonb(new)->>tg_argv[0];
      end if;
      return new;
    end $$;
    create or replace trigger requests_demand_approval
      before update of awaits_approval on provider_requests
      for each row execute function demand_approval('order_id', '{withdrawal,refund}');`;

const ofKeys = `
    create or replace trigger keys_demand_approval before update of awaits_approval on api_keys
      for each row execute function demand_approval('id', '{key}');
    create or replace function refuse_revival() returns trigger language plpgsql as $$
    begin
      if old.revoked_at is not null and old.revoked_at is distinct from new.revoked_at then
        raise exception 'a revoked key stays revoked';
      end if;
      return new;
    end $$;
    create or replace trigger keys_stay_revoked before update of revoked_at on api_keys
      for each row execute function refuse_revival();`;

/** The constraint approvals_by_another then judges each decision. */
const ofApprovals = `
    create or replace function refuse_second_decision() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' and new.status <> 'pending' then
        raise exception 'a proposal begins pending';
      end if;
      if tg_op = 'UPDATE' and old.status <> 'pending' and new.status <> old.status then
        raise exception 'a proposal is decided once';
      end if;
      if tg_op = 'UPDATE' and new.subject <> old.subject
        and new.act in ('withdrawal', 'refund', 'key') then
        raise exception 'a proposal keeps its subject';
      end if;
      return new;
    end $$;
    create or replace trigger approvals_begin before insert on approvals
      for each row execute function refuse_second_decision();
    create or replace trigger approvals_are_decided_once
      before update of status, subject on approvals
      for each row execute function refuse_second_decision();`;

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}
