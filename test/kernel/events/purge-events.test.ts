import { createHousekeeping } from '../../../activities/housekeeping';
import { applyPending } from '../../../src/orders/store/apply-transition';
import { purgeEvents } from '../../../src/kernel/events/store/events';
import { findViolations } from '../../../src/reports/store/invariants';
import { testAttempt } from '../../support/deliveries';
import { testDatabase } from '../../support/database';
import {
  testCallback,
  testDeps,
  testMerchant,
  testPayment,
  testWebhook,
} from '../../support/gateway';

/** A payment paid `days` days ago, with two delivered events. */
async function setUp(days: number) {
  const { knex } = await testDatabase();
  const deps = testDeps(knex);
  const { merchant } = await testMerchant(knex);
  const events = ['payment.pending', 'payment.succeeded'] as const;
  await testWebhook(deps, merchant, 'http://localhost/a', events);
  const paid = async () => {
    const id = await testPayment(deps, merchant);
    await testCallback(deps, id, { reported: 'succeeded' });
    await applyPending(knex, id);
    return id;
  };
  const id = await paid();
  const ids: string[] = await knex('deliveries').pluck('id');
  for (const deliveryId of ids) await testAttempt(deps, deliveryId);
  const ago = knex.raw(`now() - ? * interval '1 day'`, [days]);
  await knex('orders').update({ created_at: ago });
  await knex('events').update({ created_at: ago });
  const left = async () =>
    (await knex('events').where('order_id', id).orderBy('sequence').pluck('sequence')) as number[];
  const purge = createHousekeeping(deps).purgeEvents;
  const setStatus = (sequence: number, status: string) =>
    knex('deliveries')
      .whereIn('event_id', knex('events').where({ order_id: id, sequence }).select('id'))
      .update({ status });
  return { knex, deps, paid, left, purge, setStatus };
}

test('events are kept for 90 days', async () => {
  const { purge, left } = await setUp(89.9);
  expect(await purge()).toBe(0);
  expect(await left()).toEqual([1, 2]);
});

test('older events are deleted with their deliveries and attempts, newer ones stay', async () => {
  const { knex, paid, purge, left } = await setUp(90.1);
  const newer = await paid();
  expect(await purge()).toBe(2);
  expect(await left()).toEqual([]);
  expect(await knex('delivery_attempts')).toEqual([]);
  expect(await knex('deliveries').distinct('order_id').pluck('order_id')).toEqual([newer]);
  expect(await findViolations(knex)).toEqual([]);
});

test.each([
  ['the first event is pending', 1, [1, 2]],
  ['the second event is pending', 2, [2]],
])('a pending delivery keeps its event and later ones: %s', async (_name, sequence, kept) => {
  const { knex, purge, left, setStatus } = await setUp(91);
  await setStatus(sequence, 'pending');
  await purge();
  expect(await left()).toEqual(kept);
  await setStatus(sequence, 'succeeded');
  expect(await findViolations(knex)).toEqual([]);
  await purge();
  expect(await left()).toEqual([]);
});

test('events that stay take no place in a batch', async () => {
  const { knex, paid, left, setStatus } = await setUp(92);
  await setStatus(1, 'pending');
  const other = await paid();
  await knex('deliveries').where('order_id', other).update({ status: 'succeeded' });
  await knex('events')
    .where('order_id', other)
    .update({ created_at: knex.raw(`now() - interval '91 days'`) });
  expect([await purgeEvents(knex, 90, 1), await purgeEvents(knex, 90, 1)]).toEqual([1, 1]);
  expect(await knex('events').where('order_id', other)).toEqual([]);
  expect(await purgeEvents(knex, 90, 1)).toBe(0);
  expect(await left()).toEqual([1, 2]);
});

test('a batch that is not full is not the last one', async () => {
  const { knex, purge, left } = await setUp(91);
  // Of events at one time, in the order of their ids, the first 200 have the second event of an
  // order without its first.
  const at = `now() - interval '95 days'`;
  const [{ merchant_id: merchantId }] = await knex('events').select('merchant_id');
  await knex.raw(
    `insert into events (id, merchant_id, order_id, sequence, name, body, created_at)
     select 'evt_' || lpad(n::text, 4, '0'), ?, 'o' || n, 1, 'payment.pending', '{}', ${at}
     from generate_series(1, 199) as n
     union all select 'evt_0200', ?, 'last', 2, 'payment.succeeded', '{}', ${at}
     union all select 'evt_0201', ?, 'last', 1, 'payment.pending', '{}', ${at}`,
    [merchantId, merchantId, merchantId],
  );
  expect(await purge()).toBe(203);
  expect(await left()).toEqual([]);
});

test('events of an object are deleted in order, also across batches', async () => {
  const { knex, left } = await setUp(91);
  expect(await purgeEvents(knex, 90, 1)).toBe(1);
  expect(await left()).toEqual([2]);
  expect(await findViolations(knex)).toEqual([]);
});

test('an event under replay stays, with later ones', async () => {
  const { knex, left } = await setUp(91);
  await knex.transaction(async (trx) => {
    await trx('events').where('sequence', 1).forKeyShare().select('id');
    expect(await purgeEvents(knex, 90, 10)).toBe(0);
  });
  expect(await left()).toEqual([1, 2]);
  expect(await purgeEvents(knex, 90, 10)).toBe(2);
});
