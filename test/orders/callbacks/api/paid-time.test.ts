import { listMoneyDays, rollUpNextTransfers } from '../../../../src/ledger/store/money-days';
import { bangkokDay } from '../../../../src/kernel/rules/bangkok-day';
import { startApi, type Api } from '../../../http/api';
import { asOwner, withoutTriggers } from '../../../support/database';
import { resolveAs } from '../../../support/resolve';
import { transfersOf, type Transfers } from '../../../http/api/transfers';

/*
 * `completed_at` is when the money moved: the movement's time, bounded to the time since the order
 * was created; without one, the arrival of the evidence.
 */

let api: Api;
let shop: Transfers;
beforeEach(async () => {
  api = await startApi();
  shop = transfersOf(api);
});

const HOUR_MS = 3_600_000;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS);

/** A deposit that was created so many hours ago. */
async function depositOf(createdHoursAgo: number): Promise<string> {
  const { orderId } = await shop.deposit();
  await api.deps
    .db('orders')
    .where('id', orderId)
    .update({ created_at: hoursAgo(createdHoursAgo) });
  return orderId;
}

interface Row {
  readonly merchant_id: string;
  readonly status: string;
  readonly created_at: Date;
  readonly completed_at: Date | null;
}
const orderOf = async (orderId: string): Promise<Row> =>
  (await api.deps.db('orders').where('id', orderId).first()) as Row;

/** Stores a callback, and applies it as a worker does after an outage of so many hours. */
async function applyLate(body: object, outageHours: number): Promise<Date> {
  const answering = shop.sendCallback('deposit', body);
  expect((await answering).status).toBe(201);
  const arrivedAt = hoursAgo(outageHours);
  const set = `set received_at = '${arrivedAt.toISOString()}'`;
  await asOwner(api.deps.db, `update callbacks ${set} where applied_at is null`);
  await shop.applyAll();
  return arrivedAt;
}

test('is the reported time of a callback that is applied a day later', async () => {
  const orderId = await depositOf(30);
  const paidAt = hoursAgo(27);
  await applyLate({ orderId, status: 'success', paidAt }, 26);
  expect((await orderOf(orderId)).completed_at).toEqual(paidAt);
});

test('is the arrival of a callback without a time', async () => {
  const orderId = await depositOf(30);
  const arrivedAt = await applyLate({ orderId, status: 'success' }, 26);
  expect((await orderOf(orderId)).completed_at).toEqual(arrivedAt);
});

test('is the arrival of a callback whose time is days away', async () => {
  for (const paidAt of ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z', hoursAgo(24 * 20)]) {
    const orderId = await depositOf(24 * 30);
    const arrivedAt = await applyLate({ orderId, status: 'success', paidAt }, 26);
    const { completed_at } = await orderOf(orderId);
    expect(completed_at).toEqual(arrivedAt);
    // As reported.
    const movement = await api.deps.db('movements').where('order_id', orderId).first();
    expect(movement.moved_at).toEqual(new Date(paidAt));
  }
});

test('is the reported time of a Buddhist year', async () => {
  const orderId = await depositOf(30);
  const paidAt = hoursAgo(27);
  const thai = `${paidAt.getUTCFullYear() + 543}${paidAt.toISOString().slice(4)}`;
  await applyLate({ orderId, status: 'success', paidAt: thai }, 26);
  expect((await orderOf(orderId)).completed_at).toEqual(paidAt);
});

test('is not before the creation and not in the future', async () => {
  const early = await depositOf(2);
  await applyLate({ orderId: early, status: 'success', paidAt: hoursAgo(5) }, 0);
  const { completed_at, created_at } = await orderOf(early);
  expect(completed_at).toEqual(created_at);
  const ahead = await depositOf(2);
  await applyLate({ orderId: ahead, status: 'success', paidAt: hoursAgo(-7) }, 1);
  const endedMs = (await orderOf(ahead)).completed_at?.getTime() ?? 0;
  const { rows } = (await api.deps.db.raw('select clock_timestamp() as now')) as {
    rows: { now: Date }[];
  };
  const nowMs = rows[0]?.now.getTime() ?? 0;
  expect(endedMs).toBeLessThanOrEqual(nowMs);
  expect(endedMs).toBeGreaterThan(nowMs - HOUR_MS);
});

test('is the time of the movement that an operator accepts later', async () => {
  const orderId = await depositOf(30);
  const paidAt = hoursAgo(27);
  const report = { orderId, status: 'success', amount: 40, transactionId: `S${orderId}` };
  await applyLate({ ...report, paidAt }, 26);
  expect(await orderOf(orderId)).toMatchObject({ status: 'pending', completed_at: null });
  const exception = await api.deps.db('exceptions').where('order_id', orderId).first();
  await resolveAs(api.deps.db, exception.id, 'accept', { rest: 'paid_in_full' });
  expect(await orderOf(orderId)).toMatchObject({ status: 'succeeded', completed_at: paidAt });
});

test('decides the day in the daily sums, before and after the rollup', async () => {
  const orderId = await depositOf(30);
  const paidAt = hoursAgo(27);
  await applyLate({ orderId, status: 'success', paidAt }, 2);
  const { merchant_id } = await orderOf(orderId);
  const day = bangkokDay(paidAt.getTime());
  const sums = () => listMoneyDays(api.deps.db, merchant_id, '2000-01-01');
  const expected = [{ day, direction: 'in', count: 1, satang: 10_000 }];
  expect(await sums()).toEqual(expected);
  await withoutTriggers(
    api.deps.db,
    `update transfers set created_at = now() - interval '4 hours'`,
  );
  expect(await rollUpNextTransfers(api.deps.db)).toBe(true);
  expect(await api.deps.db('transfer_days').pluck('merchant_id')).toEqual([merchant_id]);
  expect(await sums()).toEqual(expected);
});

test('is in the webhook, the API and the lists', async () => {
  const orderId = await depositOf(30);
  const paidAt = hoursAgo(27).toISOString();
  await applyLate({ orderId, status: 'success', paidAt }, 26);
  expect(await shop.read('deposit', orderId)).toMatchObject({ completed_at: paidAt });
  const event = await api.deps
    .db('events')
    .where({ order_id: orderId, name: 'payment.succeeded' })
    .first();
  expect(JSON.parse(String(event.body)).data).toMatchObject({ completed_at: paidAt });
});
