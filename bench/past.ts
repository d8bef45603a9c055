import type { Db } from '../src/platform/postgres/connect';
import { rollUpNextHour } from '../src/orders/store/roll-up-orders';
import { rollUpNextTransfers } from '../src/ledger/store/money-days';
import { loadInBulk } from './load-in-bulk';
import { ageTransfers, seedLists, type Seeding } from './lists-seed';
import { withDatabase } from './with-database';

/** Orders of past months. */
const PAST: Seeding = { orders: 20_000, days: 30 };
/** Housekeeping deletes older events with their deliveries. */
const EVENT_DAYS = 90;

/**
 * Inserts past orders of the merchant, with complete rollups. Postgres chooses plans by table size:
 * in almost empty tables, it would use sequential scans.
 */
export async function seedPast(databaseUrl: string, past = PAST): Promise<void> {
  await withDatabase(databaseUrl, async (db) => {
    const [merchantId = ''] = await db('merchants').pluck<string[]>('id');
    await seedLists(db, merchantId, past);
    // Otherwise the sweeper would expire them during the measurement.
    await db.raw(`update orders set status = 'expired' where status = 'pending'`);
    // The rollup reads transfers in order: the opening balance must be the oldest.
    await ageTransfers(db, past.days);
    await loadInBulk(db, loadedTables, async () => {
      for (const statement of whatFollowed) await db.raw(statement);
    });
    await db.raw(cursorsBehindPast);
    while (await rollUpNextHour(db));
    while (await rollUpNextTransfers(db));
    await vacuum(db);
  });
}

/** Inserts the same number of rows for the barest workflow. */
export async function seedBarestPast(databaseUrl: string): Promise<void> {
  await withDatabase(databaseUrl, async (db) => {
    for (const statement of barestPast) await db.raw(statement, { orders: PAST.orders });
    await vacuum(db);
  });
}

/** Vacuums and checkpoints now instead of during the measurement. */
async function vacuum(db: Db): Promise<void> {
  await db.raw('vacuum analyze');
  await db.raw('checkpoint');
}

const loadedTables = [
  'movements',
  'callbacks',
  'status_changes',
  'transfers',
  'provider_requests',
  'events',
  'deliveries',
  'delivery_attempts',
];

/** The ids hold no time: without these cursors, housekeeping would take the orders for expired. */
const cursorsBehindPast = `
  insert into erasure_cursors (family, until_id) values ('pay_', 'pay_001'), ('re_', 're_001')`;

const whatFollowed = [
  `insert into movements (id, direction, transaction_id, amount_satang, order_id, merchant_id,
                          source, callback_id, created_at)
   select 'mov_' || id, 'in', 'T' || id, amount_satang, id, merchant_id, 'callback', 'cb_' || id,
          completed_at
   from orders where status = 'succeeded' and kind = 'payment'`,
  `insert into callbacks (id, route, order_id, named_order, reported, body_sealed, received_at,
                          applied_at, outcome, booked_satang, transaction_id, movement_id)
   select 'cb_' || id, kind, id, id, 'succeeded', repeat('x', 300), completed_at, completed_at,
          'pay', amount_satang, 'T' || id, case kind when 'payment' then 'mov_' || id end
   from orders where status = 'succeeded'`,
  `insert into status_changes (order_id, kind, transition, from_status, to_status, cause, at)
   select id, kind, 'pay', 'pending', 'succeeded', 'cb_' || id, completed_at
   from orders where status = 'succeeded' and kind = 'payment'`,
  `insert into transfers (merchant_id, order_id, callback_id, movement_id, kind, debit, credit,
                          amount_satang, provider_account, effective_at, created_at)
   select merchant_id, id, 'cb_' || id, 'mov_' || id, 'receive', 'provider_clearing', 'available',
          amount_satang, provider_account_id, completed_at, completed_at
   from orders where status = 'succeeded' and kind = 'payment' order by completed_at`,
  `insert into provider_requests (order_id, subject_sealed, claims, is_over, created_at)
   select id, repeat('x', 100), 1, true, created_at from orders where kind = 'refund'`,
  `insert into events (id, merchant_id, order_id, sequence, name, body, created_at)
   select 'evt_' || id || step, merchant_id, id, step,
          case step when 1 then 'payment.pending' else 'payment.succeeded' end, repeat('x', 500),
          case step when 1 then created_at else completed_at end
   from orders cross join generate_series(1, 2) as step
   where kind = 'payment' and status = 'succeeded'
     and completed_at > now() - interval '${EVENT_DAYS} days'`,
  `insert into deliveries (id, event_id, webhook_id, order_id, status, attempts, handed_over,
                           created_at)
   select 'dlv_' || events.id, events.id, webhooks.id, order_id, 'succeeded', 1, true,
          events.created_at
   from events join webhooks on name = any(webhooks.events)`,
  `insert into delivery_attempts (delivery_id, number, at, status_code, duration_ms, answer)
   select id, 1, created_at, 200, 12, 'ok' from deliveries`,
];

const barestPast = [
  `insert into orders (id, status, amount_satang, reference, metadata, created_at, expires_at,
                       completed_at)
   select 'past_' || n, 'succeeded', 10000, 'ORDER-' || n, '{"cart":"c-1"}', now(), now(), now()
   from generate_series(1, :orders::integer) as n`,
  `insert into ledger (order_id, debit, credit, amount_satang)
   select id, 'clearing', 'available', amount_satang from orders`,
  `insert into events (id, order_id, body) select 'evt_' || id, id, repeat('x', 500) from orders`,
];
