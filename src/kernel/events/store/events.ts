import type { EventName } from '../rules/events';
import { run, type Db } from '../../../platform/postgres/connect';
import { sql } from '../../../platform/postgres/sql';
import type { Position } from '../../../platform/postgres/position';

export interface EventRecord {
  readonly id: string;
  readonly name: EventName;
  /** These bytes are signed and sent. */
  readonly body: string;
  readonly createdAt: Date;
}

const columns = sql`select id, name, body, created_at from events`;

export interface EventFilter {
  readonly merchantId: string;
  readonly name: EventName | null;
  /** The id of the order or the webhook. */
  readonly objectId: string | null;
}

/** Newest first. */
export async function listEvents(
  db: Db,
  { merchantId, name, objectId }: EventFilter,
  { limit, after }: { readonly limit: number; readonly after: Position | null },
): Promise<{ readonly items: readonly EventRecord[]; readonly hasMore: boolean }> {
  const rows = await run<EventRecord>(
    db,
    'list-events',
    sql`${columns}
     where merchant_id = ${merchantId} and (created_at, id)
         < (${after?.createdAt ?? 'infinity'}::timestamptz, ${after?.id ?? ''}::text)
       and (${name}::text is null or name = ${name})
       and (${objectId}::text is null or order_id = ${objectId})
     order by created_at desc, id desc limit ${limit + 1}`,
  );
  return { items: rows.slice(0, limit), hasMore: rows.length > limit };
}

export async function findEvent(
  db: Db,
  merchantId: string,
  eventId: string,
): Promise<EventRecord | null> {
  const [row] = await run<EventRecord>(
    db,
    'find-event',
    sql`${columns} where id = ${eventId} and merchant_id = ${merchantId}`,
  );
  return row ?? null;
}

/**
 * Removes one batch of events with their deliveries. An event with a pending delivery stays, and so
 * do later events of its object: sequence numbers have no gaps. None of them takes a place in the
 * batch. Returns the count, which is below the limit also when a row is locked. `all (select …)`
 * keeps a condition out of a join, for which each batch would read the whole table of deliveries or
 * events.
 */
export async function purgeEvents(db: Db, days: number, limit: number): Promise<number> {
  return db.transaction(async (trx) => {
    const old = await run<{ id: string }>(
      trx,
      'old-events',
      sql`with old as (
         select of_merchant.* from merchants cross join lateral (
           select id, order_id, sequence from events
           where merchant_id = merchants.id and created_at < now() - ${days} * interval '1 day'
             and 'pending' <> all (
               select deliveries.status from events as earlier
               join deliveries on event_id = earlier.id
               where earlier.order_id = events.order_id and earlier.sequence <= events.sequence)
           order by created_at, id limit ${limit} for update skip locked) as of_merchant
         limit ${limit}
       )
       select id from old where true = all (
         select earlier.id in (select id from old) from events as earlier
         where earlier.order_id = old.order_id and earlier.sequence < old.sequence)`,
    );
    const ids = old.map(({ id }) => id);
    if (ids.length === 0) return 0;
    // A concurrent redelivery fails this transaction by the foreign key; the next run retries.
    const ended = sql`from deliveries where event_id = any(${ids}) and status <> 'pending'`;
    const attempts = sql`delete from delivery_attempts where delivery_id in (select id ${ended})`;
    await run(trx, 'purge-attempts', attempts);
    await run(trx, 'purge-deliveries', sql`delete ${ended}`);
    await run(trx, 'purge-events', sql`delete from events where id = any(${ids})`);
    return ids.length;
  });
}

/** The span that wrote the order's first traced event; null when no event has one. */
export const firstTraceOf = sql`(select events.trace_parent from events
                where events.order_id = orders.id and events.trace_parent is not null
                order by events.sequence limit 1)`;
