import { createAdvanceOrder } from '../../activities/advance-order';
import { findHostedDeposit } from '../../src/orders/deposit/find-hosted-deposit';
import { findViolations } from '../../src/reports/store/invariants';
import { applyPending } from '../../src/orders/store/apply-transition';
import type { Found } from '../../src/providers/connectors/connector';
import { testDatabase } from '../support/database';
import { testCallback, testDeposit, testDeps, testPayment } from '../support/gateway';
import { passTime, testInquiries } from '../support/inquiries';

/* Workers inquire about incoming money without Temporal and without any callback. */

let knex: Awaited<ReturnType<typeof testDatabase>>['knex'];
beforeAll(async () => {
  knex = (await testDatabase()).knex;
});
afterEach(async () => {
  expect(await findViolations(knex)).toEqual([]);
});

const MINUTE = 60_000;
const later = (id: string, ms: number) => passTime(knex, id, ms);
/** Payments have a deadline after 15 minutes. */
const atDeadline = (id: string) => later(id, 15 * MINUTE);
describe('a payment at its deadline', () => {
  test('keeps the money at the account that reported it when the order moves', async () => {
    const { account, deps, pay, payment, callbacks, order } = await testInquiries(knex);
    const id = await payment();
    pay(id);
    await atDeadline(id);
    const { provider } = deps;
    const moving: typeof provider = {
      ...provider,
      async find(inquiry, accountId) {
        const found = await provider.find(inquiry, accountId);
        await knex('orders').where({ id }).update({ provider_account_id: 'default' });
        return found;
      },
    };
    await createAdvanceOrder({ ...deps, provider: moving })(id);
    expect(await callbacks()).toEqual([expect.objectContaining({ order_id: id })]);
    expect(await knex('movements').where('order_id', id)).toEqual([
      expect.objectContaining({ account: account.id }),
    ]);
    expect(await order(id)).toMatchObject({ status: 'succeeded' });
  });

  test('succeeds in time when the inquiry finds its money', async () => {
    const { upstream, pay, payment, work, order } = await testInquiries(knex);
    const id = await payment();
    expect(await work(id)).toMatchObject({ status: 'pending', moves: [] });
    expect(upstream.inquiriesAbout(id)).toBe(0);
    pay(id);
    await atDeadline(id);
    expect(await work(id)).toMatchObject({ status: 'succeeded', moves: ['pay'], opensForMs: null });
    expect(await order(id)).toMatchObject({ status: 'succeeded', late: false });
  });

  test('expires after the inquiry found none, and is inquired about 5 minutes later', async () => {
    const { upstream, payment, work } = await testInquiries(knex);
    const id = await payment();
    await atDeadline(id);
    const { status, moves, opensForMs } = await work(id);
    expect([status, moves, upstream.inquiriesAbout(id)]).toEqual(['expired', ['expire'], 1]);
    expect(opensForMs).toBeGreaterThan(4.9 * MINUTE);
    expect(opensForMs).toBeLessThanOrEqual(5 * MINUTE);
  });

  test('does not expire before the inquiry, whoever applies what is pending', async () => {
    const { base, pay, payment, work, status } = await testInquiries(knex);
    const id = await payment();
    pay(id);
    await atDeadline(id);
    await testCallback(base, id, { reported: 'succeeded', amountSatang: 100, transactionId: 'S' });
    expect(await applyPending(knex, id)).toMatchObject({ status: 'pending', transitions: [] });
    await work(id);
    expect(await status(id)).toBe('succeeded');
  });

  test('waits for a provider that does not answer, for 5 minutes', async () => {
    const { upstream, pay, payment, work, order, status } = await testInquiries(knex);
    const id = await payment();
    upstream.faults.inquiry.push(500, 'cut', 500);
    await atDeadline(id);
    const { opensForMs } = await work(id);
    expect([await status(id), opensForMs]).toEqual(['pending', expect.any(Number)]);
    expect(opensForMs).toBeLessThanOrEqual(2_000);
    await later(id, 4 * MINUTE);
    await work(id);
    expect(await status(id)).toBe('pending');
    await later(id, MINUTE);
    expect(await work(id)).toMatchObject({ status: 'expired', moves: ['expire'] });
    pay(id);
    await later(id, 60 * MINUTE);
    await work(id);
    expect(await order(id)).toMatchObject({ status: 'succeeded', late: true });
  });

  test('keeps the time that a slip added to its deadline', async () => {
    const { base, merchant, upstream, work } = await testInquiries(knex);
    const { orderId: id } = await testDeposit(base, merchant);
    await later(id, 30 * MINUTE);
    await knex('orders')
      .where({ id })
      .update({ expires_at: knex.raw(`expires_at + interval '1 day'`) });
    expect(await work(id)).toMatchObject({ status: 'pending' });
    await later(id, 24 * 60 * MINUTE);
    expect(await work(id)).toMatchObject({ status: 'expired' });
    expect(upstream.inquiriesAbout(id)).toBe(2);
  });
});

describe('late money', () => {
  test.each([
    ['5 minutes', 5 * MINUTE],
    ['a day', 25 * 60 * MINUTE],
  ])('is found %s after the deadline', async (_time, ms) => {
    const { pay, payment, work, order } = await testInquiries(knex);
    const id = await payment();
    await atDeadline(id);
    await work(id);
    pay(id);
    await later(id, ms);
    await work(id);
    expect(await order(id)).toMatchObject({ status: 'succeeded', late: true });
  });

  test('is found after the provider has not answered for days', async () => {
    const { upstream, pay, payment, work, order } = await testInquiries(knex);
    const id = await payment();
    await atDeadline(id);
    await work(id);
    pay(id);
    await knex('order_inquiries').where('order_id', id).update({ unanswered: 29 });
    upstream.faults.inquiry.push(...Array.from({ length: 6 }, () => 500));
    await later(id, 3 * 24 * 60 * MINUTE);
    const { status, opensForMs } = await work(id);
    expect(status).toBe('expired');
    expect(opensForMs).toBeGreaterThan(29 * MINUTE);
    expect(opensForMs).toBeLessThanOrEqual(60 * MINUTE);
    upstream.faults.inquiry.length = 0;
    await later(id, 60 * MINUTE);
    await work(id);
    expect(await order(id)).toMatchObject({ status: 'succeeded', late: true });
  });

  test('is not looked for after the last inquiry', async () => {
    const { upstream, payment, work } = await testInquiries(knex);
    const id = await payment();
    await atDeadline(id);
    await work(id);
    await later(id, 25 * 60 * MINUTE);
    expect(await work(id)).toMatchObject({ status: 'expired', opensForMs: null });
    await later(id, 25 * 60 * MINUTE);
    await work(id);
    expect(upstream.inquiriesAbout(id)).toBe(2);
  });

  test('is looked for once more after a payment when the code can be paid again', async () => {
    const { upstream, pay, payment, work, status } = await testInquiries(knex, {
      qrLifetime: 'unlimited',
    });
    const id = await payment();
    pay(id);
    await atDeadline(id);
    const { opensForMs } = await work(id);
    expect(await status(id)).toBe('succeeded');
    expect(opensForMs).toBeGreaterThan(10 * MINUTE);
    pay(id);
    // `later` moves the deadline as well. From 25 hours on, the last inquiry is due at every hour.
    await later(id, 25 * 60 * MINUTE);
    expect(await work(id)).toMatchObject({ status: 'succeeded', opensForMs: null });
    expect(await knex('exceptions').where('order_id', id).pluck('kind')).toEqual([
      'duplicate_payment',
    ]);
    expect(upstream.inquiriesAbout(id)).toBe(2);
  });
});

describe('an answer', () => {
  test('of which a part is missing moves money, and the rest is looked for', async () => {
    const { deps, payment, status } = await testInquiries(knex);
    const id = await payment();
    const paid = (transactionId: string) =>
      ({ transactionId, amountSatang: 10_000, movedAt: null, payer: null }) as const;
    const answers: Found[] = [
      { kind: 'succeeded', movements: [paid('T1')], isPartial: true },
      { kind: 'succeeded', movements: [paid('T1'), paid('T2')] },
    ];
    const find = async () => answers.shift() ?? ({ kind: 'waiting' } as const);
    const work = createAdvanceOrder({ ...deps, provider: { ...deps.provider, find } });
    await atDeadline(id);
    expect((await work(id)).opensForMs).toBeLessThanOrEqual(2_000);
    expect(await status(id)).toBe('succeeded');
    await later(id, MINUTE);
    expect(await work(id)).toMatchObject({ opensForMs: null });
    const kinds = await knex('exceptions').where('order_id', id).pluck('kind');
    expect([kinds, answers]).toEqual([['duplicate_payment'], []]);
  });

  test('of a failure with reversed money opens one conflict about a credited payment', async () => {
    const { deps, payment, status } = await testInquiries(knex);
    const id = await payment();
    const paid = { transactionId: 'T1', amountSatang: 10_000, movedAt: null, payer: null };
    const failed = { kind: 'failed', code: 'reversed', message: 'Reversed.' } as const;
    const answers: Found[] = [
      { kind: 'succeeded', movements: [paid], isPartial: true },
      { ...failed, reversed: [paid] },
    ];
    const find = async () => answers.shift() ?? ({ kind: 'waiting' } as const);
    const work = createAdvanceOrder({ ...deps, provider: { ...deps.provider, find } });
    await atDeadline(id);
    await work(id);
    await later(id, MINUTE);
    await work(id);
    const kinds = await knex('exceptions').where('order_id', id).pluck('kind');
    expect([await status(id), kinds, answers]).toEqual(['succeeded', ['conflict'], []]);
  });

  test('becomes a movement with its time and payer', async () => {
    const { base, merchant, pay, work } = await testInquiries(knex);
    const { orderId: id, pageToken } = await testDeposit(base, merchant);
    const payer = { bankName: 'SCB', accountNumber: '123-456789-0', accountName: 'สมชาย ใจดี' };
    pay(id, { movedAt: '2026-11-22T05:00:00.000Z', payer });
    await later(id, 30 * MINUTE);
    await work(id);
    const movement = await knex('movements').where('order_id', id).first();
    expect(movement).toMatchObject({
      source: 'inquiry',
      amount_satang: 10_000,
      transaction_id: `T ${id} 1`,
      moved_at: new Date('2026-11-22T05:00:00Z'),
      payer_digest: expect.any(String),
    });
    const { payer: shown } = await findHostedDeposit(base, pageToken);
    expect(shown).toEqual({ bankName: 'SCB', accountMask: 'xxx-x-x6789-x' });
  });

  test.each([
    ['with a bank transaction id', {}],
    ['without one', { transactionId: null, movedAt: '2026-11-22T05:00:00.000Z' }],
  ])('about money %s adds a row once', async (_case, movement) => {
    const { upstream, pay, payment, work, callbacks } = await testInquiries(knex, {
      qrLifetime: 'unlimited',
    });
    const id = await payment();
    pay(id, movement);
    await atDeadline(id);
    await work(id);
    await later(id, 25 * 60 * MINUTE);
    await work(id);
    expect(upstream.inquiriesAbout(id)).toBe(2);
    expect(await callbacks()).toEqual([expect.objectContaining({ outcome: 'moved' })]);
  });

  test('about too little money keeps the order unpaid, and inquiries go on', async () => {
    const { pay, payment, work, callbacks, status } = await testInquiries(knex);
    const id = await payment();
    pay(id, { amountSatang: 4_000 });
    await atDeadline(id);
    expect(await work(id)).toMatchObject({ status: 'expired' });
    pay(id, { amountSatang: 6_000 });
    await later(id, 5 * MINUTE);
    await work(id);
    expect([await status(id), (await callbacks()).length]).toEqual(['expired', 2]);
    const amounts = await knex('movements').where('order_id', id).pluck('amount_satang');
    expect(new Set(amounts)).toEqual(new Set([4_000, 6_000]));
  });

  test('about money that a callback has reported adds no row', async () => {
    const traits = { qrLifetime: 'unlimited' } as const;
    const { base, upstream, pay, payment, work, callbacks } = await testInquiries(knex, traits);
    const id = await payment();
    pay(id);
    const told = { transactionId: `T ${id} 1`, amountSatang: 10_000 };
    await testCallback(base, id, { reported: 'succeeded', ...told });
    await work(id);
    await later(id, 25 * 60 * MINUTE);
    await work(id);
    expect(upstream.inquiriesAbout(id)).toBe(1);
    expect((await callbacks()).map(({ route }) => route as string)).toEqual(['payment']);
  });
});

describe('the limit of an account', () => {
  test('holds for all processes, and delayed orders still get their inquiry', async () => {
    const perSecond = 4;
    const { upstream, pay, payment, work, status } = await testInquiries(knex, {
      callsPerSecond: perSecond,
    });
    const ids = await Promise.all(Array.from({ length: 6 }, payment));
    for (const id of ids) {
      pay(id);
      await atDeadline(id);
    }
    const open = new Set(ids);
    while (open.size > 0) {
      await Promise.all(
        [...open].map(async (id) => {
          const { status: reached } = await work(id);
          if (reached === 'succeeded') open.delete(id);
          await knex('order_inquiries')
            .where('order_id', id)
            .whereNull('called_at')
            .update({ next_at: knex.fn.now() });
        }),
      );
    }
    expect(await Promise.all(ids.map(status))).toEqual(ids.map(() => 'succeeded'));
    const times = upstream.inquiries.map(({ atMs }) => atMs);
    expect(times).toHaveLength(6);
    const spanMs = Math.max(...times) - Math.min(...times);
    // Calls start a quarter of a second apart; the network may shorten their distance here.
    expect(spanMs).toBeGreaterThan(5 * 250 - 100);
  });

  test('lets an order expire after 5 minutes, and its inquiry find the late money', async () => {
    const { upstream, pay, payment, work, order } = await testInquiries(knex, {
      callsPerSecond: 0.01,
    });
    const id = await payment();
    const limit = (busy: string) =>
      knex('inquiry_limits')
        .insert({ account_id: account, busy_until: knex.raw(`now() + ?::interval`, [busy]) })
        .onConflict('account_id')
        .merge();
    const account = (await order(id)).provider_account_id as string;
    await limit('1 hour');
    pay(id);
    await atDeadline(id);
    expect(await work(id)).toMatchObject({ status: 'pending' });
    await later(id, 5 * MINUTE);
    expect(await work(id)).toMatchObject({ status: 'expired', moves: ['expire'] });
    expect(upstream.inquiriesAbout(id)).toBe(0);
    expect(await knex('order_inquiries').where('order_id', id)).toMatchObject([{ unanswered: 0 }]);
    await limit('-1 hour');
    await later(id, 10_000);
    await work(id);
    expect(await order(id)).toMatchObject({ status: 'succeeded', late: true });
  });

  test('counts each call of an inquiry', async () => {
    const { account, upstream, payment, work } = await testInquiries(knex, {
      callsPerSecond: 0.01,
    });
    Object.assign(account.connector, { inquiryCalls: () => 4 });
    const id = await payment();
    await atDeadline(id);
    await work(id);
    expect(upstream.inquiriesAbout(id)).toBe(1);
    const [busy] = await knex('inquiry_limits')
      .where('account_id', account.id)
      .select(knex.raw('round(extract(epoch from busy_until - now()) / 10) as tens'));
    expect(busy).toEqual({ tens: '40' });
  });

  test('gives inquiries that are not urgent half of it', async () => {
    const { upstream, payment, work } = await testInquiries(knex, { callsPerSecond: 0.01 });
    const [urgent, ended] = [await payment(), await payment()];
    await atDeadline(ended);
    await work(ended);
    await later(ended, 5 * MINUTE);
    await atDeadline(urgent);
    const free = (ms: number) =>
      knex('inquiry_limits').update({
        busy_until: knex.raw(`clock_timestamp() - ? * interval '1 millisecond'`, [ms]),
      });
    await free(50_000);
    await work(ended);
    expect(upstream.inquiriesAbout(ended)).toBe(1);
    await work(urgent);
    expect(upstream.inquiriesAbout(urgent)).toBe(1);
    await free(101_000);
    await knex('order_inquiries').where('order_id', ended).update({ next_at: knex.fn.now() });
    await work(ended);
    expect(upstream.inquiriesAbout(ended)).toBe(2);
  });
});

test('an order of an account without inquiries has none', async () => {
  const { base, merchant, order } = await testInquiries(knex);
  const id = await testPayment(testDeps(knex, base.config), merchant);
  expect(await order(id)).toMatchObject({ provider_account_id: 'default', inquired_at: null });
  expect(await knex('order_inquiries').where('order_id', id)).toEqual([]);
});
