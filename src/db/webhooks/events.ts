import type { EventName } from '../../domain/events';
import type { Db } from '../postgres/connect';
import { run } from '../postgres/connect';
import type { Position } from '../orders/order-page';

export interface EventRecord {
  readonly id: string;
  readonly name: EventName;
  /** The bytes that are signed and sent. */
  readonly body: string;
  readonly createdAt: Date;
}

const columns = `select id, name, body, created_at as "createdAt" from events`;

export interface EventFilter {
  readonly merchantId: string;
  readonly name: EventName | null;
  /** The order, or the webhook, that it is about. */
  readonly objectId: string | null;
}

/** A merchant's events, newest first. */
export async function listEvents(
  db: Db,
  { merchantId, name, objectId }: EventFilter,
  { limit, after }: { readonly limit: number; readonly after: Position | null },
): Promise<{ readonly items: readonly EventRecord[]; readonly hasMore: boolean }> {
  const rows = await run<EventRecord>(
    db,
    'list-events',
    `${columns}
     where merchant_id = ? and (created_at, id) < (?::timestamptz, ?::text)
       and (?::text is null or name = ?) and (?::text is null or order_id = ?)
     order by created_at desc, id desc limit ?`,
    [
      merchantId,
      after?.createdAt ?? 'infinity',
      after?.id ?? '',
      name,
      name,
      objectId,
      objectId,
      limit + 1,
    ],
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
    `${columns} where id = ? and merchant_id = ?`,
    [eventId, merchantId],
  );
  return row ?? null;
}

/**
 * Removes events that are old enough, with their deliveries, a bounded number at a time. One that
 * is still on its way stays, and with it what came after it: an object's numbers have no gaps.
 * Returns how many went.
 */
export async function purgeEvents(db: Db, days: number, limit: number): Promise<number> {
  return db.transaction(async (trx) => {
    const old = await run<{ id: string }>(
      trx,
      'old-events',
      `with old as (
         select id, order_id, sequence from events
         where created_at < now() - ? * interval '1 day'
           and not exists (select from deliveries
                           where event_id = events.id and deliveries.status = 'pending')
         order by created_at, order_id, sequence limit ? for update skip locked
       )
       select id from old where not exists (
         select from events as earlier
         where earlier.order_id = old.order_id and earlier.sequence < old.sequence
           and earlier.id not in (select id from old))`,
      [days, limit],
    );
    const ids = old.map(({ id }) => id);
    if (ids.length === 0) return 0;
    // One that was redelivered this moment keeps its event, by the reference: the next run goes on.
    const deliveries = trx('deliveries').whereIn('event_id', ids).whereNot('status', 'pending');
    const ended = deliveries.clone().select('id');
    await trx('delivery_attempts').whereIn('delivery_id', ended).delete();
    await deliveries.delete();
    await trx('events').whereIn('id', ids).delete();
    return ids.length;
  });
}
