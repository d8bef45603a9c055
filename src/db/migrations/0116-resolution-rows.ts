import type { Knex } from 'knex';

/** Gives a resolution to each exception that was resolved before resolutions had rows. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    with noted as (
      insert into resolutions (id, exception_id, order_id, parts, reason, decided_by, at)
      select 'rsn_' || replace(exceptions.id, 'exc_', ''), exceptions.id, exceptions.order_id,
             json_build_array(json_build_object('as', resolution, 'amountSatang',
               coalesce((select amount_satang from transfers
                         where transfers.exception_id = exceptions.id
                           and transfers.exception_id is not null limit 1), 0))),
             coalesce(reason, ''), coalesce(resolved_by, ''), resolved_at
      from exceptions
      where resolved_at is not null and resolution is not null and not exists (
        select from resolutions where resolutions.exception_id = exceptions.id)
      returning id, exception_id, order_id
    ), posted as (
      update transfers set resolution_id = noted.id
      from noted where transfers.exception_id = noted.exception_id
        and transfers.exception_id is not null and transfers.resolution_id is null
      returning noted.order_id, kind, amount_satang
    )
    -- Accepted money is credited for its order.
    update orders set credited_satang = accepted.satang + coalesce(credited_satang,
      case status when 'succeeded' then orders.amount_satang else 0 end)
    from (select order_id, sum(amount_satang) as satang from posted
          where kind = 'accept' group by order_id) as accepted
    where orders.id = accepted.order_id`);
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}
