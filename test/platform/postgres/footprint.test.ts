import { applyPending } from '../../../src/orders/store/apply-transition';
import { deleteMessages } from '../../../src/kernel/outbox/store/messages';
import { recordAttempt } from '../../../src/webhooks/store/deliveries';
import type { Db } from '../../../src/platform/postgres/connect';
import { testDatabase } from '../../support/database';
import { footprintSince, walPosition, type Footprint } from '../../support/footprint-of';
import {
  testCallback,
  testDeps,
  testMerchant,
  testPayment,
  testWebhook,
} from '../../support/gateway';

/** Counts of the log, so independent of the machine's load. */
const PAYMENTS = 40;
/** Per payment, with a reference, metadata and one webhook. */
const ENTRIES_MAX = 41;
const WAL_BYTES_MAX = 10_500;

let knex: Db;
let pay: (count: number) => Promise<Footprint>;
beforeAll(async () => {
  ({ knex } = await testDatabase());
  const deps = testDeps(knex);
  const { merchant } = await testMerchant(knex);
  await testWebhook(deps, merchant, 'https://shop.example/hooks', ['payment.succeeded']);
  pay = async (count) => {
    const from = await walPosition(knex);
    for (let n = 0; n < count; n++) {
      const id = await testPayment(deps, merchant, {
        reference: `INV-${n}`,
        metadata: { cart: `c-${n}` },
      });
      await testCallback(deps, id, { reported: 'succeeded', transactionId: `T ${id}` });
      const [delivery] = (await applyPending(knex, id))?.undispatched ?? [];
      if (delivery === undefined) throw new Error('there is no delivery');
      await recordAttempt(knex, {
        deliveryId: delivery.id,
        url: delivery.url,
        statusCode: 200,
        durationMs: 5,
        error: null,
        answer: 'ok',
        status: 'succeeded',
        nextInMs: null,
        nextElsewhereInMs: null,
        judge: () => ({ failures: 1, cooldownMs: null, disabledReason: null }),
      });
      await deleteMessages(knex, await knex('outbox_messages').pluck<number[]>('id'));
    }
    return footprintSince(knex, from);
  };
});

/** The tables whose updates wrote index entries, with the number of such updates. */
const indexedUpdates = ({ rows }: Footprint): Record<string, number> =>
  Object.fromEntries(
    rows.flatMap(({ table, updated, hot }) => (updated > hot ? [[table, updated - hot]] : [])),
  );

test('a payment changes order, callback, delivery and balance without index entries', async () => {
  const written = await pay(PAYMENTS);
  // The narrow table by whose key lists find orders.
  expect(indexedUpdates(written)).toEqual({ order_states: PAYMENTS });
  const hot = Object.fromEntries(written.rows.map((row) => [row.table, row.hot]));
  expect(hot).toMatchObject({
    orders: PAYMENTS,
    callbacks: PAYMENTS,
    deliveries: PAYMENTS,
    balances: PAYMENTS,
  });
});

test('a payment writes a bounded number of index entries and bytes of log', async () => {
  const { entries, wal } = await pay(PAYMENTS);
  const each = (counts: readonly number[]) =>
    counts.reduce((sum, count) => sum + count, 0) / PAYMENTS;
  expect(each(entries.map((one) => one.entries))).toBeLessThan(ENTRIES_MAX);
  expect(each(wal.map(({ bytes }) => bytes))).toBeLessThan(WAL_BYTES_MAX);
});

test('an index of a column that a payment changes is detected', async () => {
  await knex.raw('create index planted on deliveries (event_id) where attempts = 0');
  expect(indexedUpdates(await pay(PAYMENTS))).toMatchObject({ deliveries: PAYMENTS });
});
