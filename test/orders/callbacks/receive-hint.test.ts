import { createAdvanceOrder } from '../../../activities/advance-order';
import { createTokenPayment } from '../../../src/orders/payment/create-token-payment';
import { receiveHint } from '../../../src/orders/callbacks/receive-hint';
import { findViolations } from '../../../src/reports/store/invariants';
import { storePayerWaits } from '../../../src/orders/callbacks/store/hints';
import { planInquiry } from '../../../src/orders/store/order-inquiries';
import type { Found, Provider } from '../../../src/providers/connectors/connector';
import { testDatabase } from '../../support/database';
import { testPayment, testDeps, testWithdrawal } from '../../support/gateway';
import { passTime, testInquiries } from '../../support/inquiries';

let knex: Awaited<ReturnType<typeof testDatabase>>['knex'];
beforeAll(async () => {
  knex = (await testDatabase()).knex;
});
afterEach(async () => {
  expect(await findViolations(knex)).toEqual([]);
});

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

async function setUp() {
  const at = await testInquiries(knex);
  const { base, account } = at;
  const messages = () => base.offered.filter(({ topic }) => topic === 'callback');
  const counted = async (outcome: string) => {
    const { values } = await base.metrics.hints.get();
    return values.find(({ labels }) => labels.outcome === outcome)?.value ?? 0;
  };
  return {
    ...at,
    messages,
    counted,
    hint: (about: Parameters<typeof receiveHint>[2]) => receiveHint(base, account, about),
  };
}

describe('a forged hint', () => {
  test.each([
    ['id', (id: string) => ({ orderId: id })],
    ['id in capitals', (id: string) => ({ orderId: id.toUpperCase() })],
    ['reference', (_id: string, ref: string) => ({ orderId: ref })],
    ["provider's reference", (id: string) => ({ providerRef: `ref of ${id}` })],
  ])('that names an order by its %s causes inquiries and moves nothing', async (_by, about) => {
    const { upstream, payment, order, hint, work, status, callbacks, messages } = await setUp();
    const id = await payment();
    await knex('orders')
      .where({ id })
      .update({ provider_ref: `ref of ${id}` });
    await hint(about(id, (await order(id)).ref as string));
    expect(messages()).toMatchObject([{ subject: id, detail: { workflow: 'inquiredPayment' } }]);
    await work(id);
    expect([await status(id), upstream.inquiriesAbout(id)]).toEqual(['pending', 1]);
    expect(await callbacks()).toEqual([]);
    expect(await knex('movements').where('order_id', id)).toEqual([]);
    const { opensForMs } = await work(id);
    expect(opensForMs).toBeGreaterThan(0.9 * MINUTE);
    expect(opensForMs).toBeLessThanOrEqual(MINUTE);
    await passTime(knex, id, MINUTE);
    expect((await work(id)).opensForMs).toBeGreaterThan(13 * MINUTE);
    expect(upstream.inquiriesAbout(id)).toBe(2);
  });

  test('that is repeated causes one inquiry in 10 seconds', async () => {
    const { upstream, payment, hint, work, messages } = await setUp();
    const id = await payment();
    const flood = () => Promise.all(Array.from({ length: 20 }, () => hint({ orderId: id })));
    await flood();
    await work(id);
    expect([messages().length, upstream.inquiriesAbout(id)]).toEqual([1, 1]);
    await flood();
    const { opensForMs } = await work(id);
    expect([messages().length, upstream.inquiriesAbout(id)]).toEqual([2, 1]);
    expect(opensForMs).toBeGreaterThan(9_000);
    expect(opensForMs).toBeLessThanOrEqual(10_000);
    await passTime(knex, id, 10_000);
    await work(id);
    expect(upstream.inquiriesAbout(id)).toBe(2);
  });

  test('that is repeated for days causes a hundred answered inquiries at most', async () => {
    const { payment, hint, messages } = await setUp();
    const id = await payment();
    await knex('order_inquiries').where('order_id', id).update({ calls: 100 });
    await hint({ orderId: id });
    expect(messages()).toEqual([]);
  });

  test('still causes an inquiry after the page of a payer has caused 50', async () => {
    const { payment, hint, messages } = await setUp();
    const id = await payment();
    const calls = (n: number) => knex('order_inquiries').where('order_id', id).update({ calls: n });
    await calls(50);
    expect(await storePayerWaits(knex, id)).toBeNull();
    await hint({ orderId: id });
    expect(messages()).toMatchObject([{ subject: id }]);
    await knex('order_inquiries').where('order_id', id).update({ hinted_at: null });
    await calls(49);
    expect(await storePayerWaits(knex, id)).toMatchObject({ subject: id });
  });

  test.each([
    ['an unknown id', 'pay_unknown'],
    ['an empty name', ''],
  ])('that names %s is counted and causes nothing', async (_case, orderId) => {
    const { hint, messages, counted } = await setUp();
    await hint({ orderId });
    await hint({ providerRef: orderId });
    expect([messages(), await counted('unknown_order')]).toEqual([[], 2]);
  });

  test("that names another account's order causes nothing", async () => {
    const [{ payment }, { hint, messages, counted }] = [await setUp(), await setUp()];
    await hint({ orderId: await payment() });
    expect([messages(), await counted('unknown_order')]).toEqual([[], 1]);
  });

  test('about an order that is not inquired about causes nothing', async () => {
    const { base, merchant, messages } = await setUp();
    const id = await testPayment(testDeps(knex, base.config), merchant);
    await receiveHint(base, { id: 'default' }, { orderId: id });
    expect(messages()).toEqual([]);
  });
});

describe('a true hint', () => {
  test('after hundreds of scheduled and unanswered inquiries still has its own', async () => {
    const { upstream, payment, hint, work } = await setUp();
    const id = await payment();
    const calls = () => knex('order_inquiries').where('order_id', id).pluck('calls');
    await knex('order_inquiries').where('order_id', id).update({ calls: 99 });
    await passTime(knex, id, 15 * MINUTE);
    await work(id);
    await passTime(knex, id, 5 * MINUTE);
    upstream.faults.inquiry.push(500);
    await work(id);
    await hint({ orderId: id });
    await passTime(knex, id, 10_000);
    upstream.faults.inquiry.push(500);
    await work(id);
    expect([upstream.inquiriesAbout(id), await calls()]).toEqual([3, [99]]);
    await passTime(knex, id, 10_000);
    await work(id);
    expect([upstream.inquiriesAbout(id), await calls()]).toEqual([4, [100]]);
  });

  test('during an outage finds money that the provider lists a minute after it', async () => {
    const { upstream, pay, payment, hint, work, status } = await setUp();
    const id = await payment();
    upstream.faults.inquiry.push(500, 500);
    await hint({ orderId: id });
    for (let calls = 0; calls < 3; calls++) {
      await work(id);
      await passTime(knex, id, 4_000);
    }
    pay(id);
    await passTime(knex, id, MINUTE);
    await work(id);
    expect([await status(id), upstream.inquiriesAbout(id)]).toEqual(['succeeded', 4]);
  });

  test('on the last day of an outage is not forgotten with the order', async () => {
    const { upstream, pay, payment, hint, work, status } = await setUp();
    const id = await payment();
    await passTime(knex, id, 15 * MINUTE);
    await work(id);
    await passTime(knex, id, 30 * DAY - MINUTE);
    await work(id);
    await passTime(knex, id, 10_000);
    pay(id);
    await hint({ orderId: id });
    upstream.faults.inquiry.push(500, 500);
    await work(id);
    await passTime(knex, id, DAY);
    expect((await work(id)).opensForMs).toBeGreaterThan(0);
    await passTime(knex, id, DAY);
    await work(id);
    expect(await status(id)).toBe('succeeded');
  });

  test('pays an order long before its deadline', async () => {
    const { pay, payment, hint, work, order, counted } = await setUp();
    const id = await payment();
    pay(id);
    await hint({ orderId: id });
    expect(await work(id)).toMatchObject({ status: 'succeeded', opensForMs: null });
    expect([(await order(id)).late, await counted('inquiry')]).toEqual([false, 1]);
  });

  test('that arrives during an inquiry causes another one', async () => {
    const { upstream, pay, payment, hint, work, status } = await setUp();
    const id = await payment();
    upstream.during.inquiry = async () => {
      upstream.during.inquiry = async () => {};
      pay(id);
      await hint({ orderId: id });
    };
    await hint({ orderId: id });
    expect((await work(id)).opensForMs).toBeLessThanOrEqual(10_000);
    expect(await status(id)).toBe('pending');
    await passTime(knex, id, 10_000);
    await work(id);
    expect(await status(id)).toBe('succeeded');
  });

  test('finds money that the provider lists within a minute after it', async () => {
    const { pay, payment, hint, work, status } = await setUp();
    const id = await payment();
    await hint({ orderId: id });
    await work(id);
    pay(id);
    await passTime(knex, id, MINUTE);
    await work(id);
    expect(await status(id)).toBe('succeeded');
  });

  test.each([
    ['before the first call', 0],
    ['after a call', 1],
  ])('that arrives %s keeps its inquiry when none is to be planned', async (_time, calls) => {
    const { upstream, pay, payment, hint, work, status } = await setUp();
    const id = await payment();
    if (calls === 1) {
      await passTime(knex, id, 15 * MINUTE);
      await work(id);
    }
    expect(upstream.inquiriesAbout(id)).toBe(calls);
    await passTime(knex, id, 11_000);
    pay(id);
    await hint({ orderId: id });
    await planInquiry(knex, id, null);
    await work(id);
    expect([await status(id), upstream.inquiriesAbout(id)]).toEqual(['succeeded', calls + 1]);
  });

  test('causes an inquiry when none is planned, also after a hint that had none', async () => {
    const { pay, payment, hint, work, status, messages } = await setUp();
    const id = await payment();
    await hint({ orderId: id });
    await knex('order_inquiries').where('order_id', id).update({ next_at: null });
    pay(id);
    await hint({ orderId: id });
    expect(messages()).toHaveLength(2);
    await work(id);
    expect(await status(id)).toBe('succeeded');
  });

  test.each([
    ['a week', 'succeeded', 7 * DAY],
    ['200 days', 'succeeded', 200 * DAY],
  ])('%s after the deadline leaves the order %s', async (_time, expected, ms) => {
    const { pay, payment, hint, work, status } = await setUp();
    const id = await payment();
    await passTime(knex, id, 15 * MINUTE);
    await work(id);
    await passTime(knex, id, ms);
    await work(id);
    pay(id);
    await passTime(knex, id, 10_000);
    await hint({ orderId: id });
    await work(id);
    expect(await status(id)).toBe(expected);
  });

  test('finds a second payment of an order', async () => {
    const { pay, payment, hint, work } = await setUp();
    const id = await payment();
    for (const seconds of [0, 11]) {
      await passTime(knex, id, seconds * 1_000);
      pay(id);
      await hint({ orderId: id });
      await work(id);
    }
    const kinds = await knex('exceptions').where('order_id', id).pluck('kind');
    expect(kinds).toEqual(['duplicate_payment']);
  });

  test('about a payout causes an inquiry at once, and one in 10 seconds', async () => {
    const { base, deps, merchant, account, messages } = await setUp();
    let inquiries = 0;
    const provider: Provider = {
      ...deps.provider,
      send: () => Promise.resolve({ kind: 'accepted', providerRef: 'trsf_hinted' }),
      async find() {
        inquiries += 1;
        return { kind: 'waiting' };
      },
    };
    const id = await testWithdrawal(base, merchant);
    const advance = createAdvanceOrder({ ...deps, provider });
    await advance(id);
    for (let n = 0; n < 5; n++) await receiveHint(base, account, { providerRef: 'trsf_hinted' });
    await advance(id);
    expect([messages().length, inquiries]).toEqual([2, 1]);
  });

  test('about a payout does not postpone its planned inquiry', async () => {
    const { base, deps, merchant, account } = await setUp();
    const withdrawals = { ...deps.config.withdrawals, inquiryDelaysMs: [5 * MINUTE, 60 * MINUTE] };
    const provider: Provider = {
      ...deps.provider,
      send: () => Promise.resolve({ kind: 'accepted', providerRef: 'trsf_planned' }),
      find: () => Promise.resolve({ kind: 'waiting' }),
    };
    const id = await testWithdrawal(base, merchant);
    const config = { ...deps.config, withdrawals };
    const advance = createAdvanceOrder({ ...deps, config, provider });
    await advance(id);
    const row = () => knex('provider_requests').where('order_id', id).first();
    const plannedAt = async () => Number((await row()).next_inquiry_at);
    const planned = await plannedAt();
    for (let hints = 0; hints < 3; hints++) {
      await knex('provider_requests').where('order_id', id).update({ hinted_at: null });
      await receiveHint(base, account, { providerRef: 'trsf_planned' });
      const { opensForMs } = await advance(id);
      expect(opensForMs).toBeLessThanOrEqual(5 * MINUTE);
      expect(await plannedAt()).toBe(planned);
    }
    expect(await row()).toMatchObject({ inquiries: 0 });
    await knex('provider_requests')
      .where('order_id', id)
      .update({ next_inquiry_at: new Date(0) });
    expect((await advance(id)).opensForMs).toBe(60 * MINUTE);
  });
});

describe('a hint about an order that has ended', () => {
  const charge = { tokenId: 'tok_success', amountSatang: 10_000, reference: null, metadata: null };

  /** An ended payout, or an ended charge, of 100 baht, and the provider's answers about it. */
  async function ended(kind: 'payout' | 'charge') {
    const { base, deps, merchant, account, messages } = await setUp();
    const ref = `trsf_${account.id}`;
    const movement = { transactionId: ref, amountSatang: 10_000, movedAt: null, payer: null };
    let found: Found = { kind: 'succeeded', movements: [movement] };
    let inquiries = 0;
    const provider: Provider = {
      ...deps.provider,
      send: () => Promise.resolve({ kind: 'accepted', providerRef: ref }),
      async find() {
        inquiries += 1;
        return found;
      },
    };
    const id =
      kind === 'payout'
        ? await testWithdrawal(base, merchant)
        : (await createTokenPayment(base, merchant, charge, null)).order.paymentId;
    const advance = createAdvanceOrder({ ...deps, provider });
    await advance(id);
    const pass = (ms: number) =>
      knex('provider_requests')
        .where('order_id', id)
        .update({
          hinted_at: knex.raw(`hinted_at - ? * interval '1 millisecond'`, [ms]),
          ended_inquiry_at: knex.raw(`ended_inquiry_at - ? * interval '1 millisecond'`, [ms]),
          next_inquiry_at: new Date(0),
        });
    await pass(0);
    expect(await advance(id)).toMatchObject({ status: 'succeeded', opensForMs: null });
    expect(await knex('provider_requests').where('order_id', id).first()).toMatchObject({
      is_over: true,
    });
    const before = inquiries;
    return {
      id,
      movement,
      messages,
      advance: () => advance(id),
      inquiries: () => inquiries - before,
      answer: (next: Found) => (found = next),
      hint: async () => {
        await pass(11_000);
        const received = await receiveHint(base, account, { providerRef: ref });
        // The start of an inquiry has milliseconds: a hint of the same one counts as a later one.
        await knex('provider_requests')
          .where('order_id', id)
          .update({ hinted_at: knex.raw("hinted_at - interval '1 millisecond'") });
        return received;
      },
      exceptions: () => knex('exceptions').where('order_id', id).orderBy('opened_at').pluck('kind'),
      evidence: () =>
        knex('callbacks').where('order_id', id).orderBy('received_at').pluck('reported'),
    };
  }

  test('finds that a payout was returned, once', async () => {
    const { hint, advance, answer, inquiries, exceptions, evidence, movement } =
      await ended('payout');
    expect(await advance()).toMatchObject({ opensForMs: null });
    answer({ kind: 'failed', code: 'transfer_failed', message: 'Returned.', movement });
    for (const count of [1, 2]) {
      expect(await hint()).toMatchObject({ isInquired: true });
      expect(await advance()).toMatchObject({ status: 'succeeded', opensForMs: null });
      expect(inquiries()).toBe(count);
    }
    expect([await exceptions(), await evidence()]).toEqual([['conflict'], ['succeeded', 'failed']]);
  });

  test('finds that a charge by token was reversed', async () => {
    const { hint, advance, answer, exceptions, movement } = await ended('charge');
    answer({ kind: 'failed', code: 'reversed', message: 'Reversed.', reversed: [movement] });
    await hint();
    await advance();
    expect(await exceptions()).toContain('conflict');
  });

  test('finds two refunds by others of the same amount, a dispute, and its end', async () => {
    const { hint, advance, answer, evidence, exceptions, movement } = await ended('charge');
    const reverse = (amountSatang: number, returnId: string) => ({
      ...movement,
      amountSatang,
      returnId,
    });
    const movements = [movement] as const;
    const ask = async (reversed: readonly ReturnType<typeof reverse>[]) => {
      answer({ kind: 'succeeded', movements, ...(reversed.length > 0 ? { reversed } : {}) });
      await hint();
      await advance();
    };
    const [first, second] = [reverse(2_000, 'rfnd_1'), reverse(2_000, 'rfnd_2')];
    await ask([first]);
    await ask([first, second]);
    await ask([first, second]);
    expect(await evidence()).toEqual(['succeeded', 'reversed', 'reversed']);
    expect(await exceptions()).toEqual(['conflict', 'conflict']);
    await ask([reverse(10_000, 'dspt_1')]);
    await ask([reverse(10_000, 'dspt_1')]);
    await ask([]);
    await ask([]);
    expect((await evidence()).slice(3)).toEqual(['reversed', 'succeeded']);
  });

  test('stores nothing when the provider says nothing new', async () => {
    const { hint, advance, inquiries, exceptions, evidence } = await ended('payout');
    await hint();
    await advance();
    expect([inquiries(), await exceptions(), await evidence()]).toEqual([1, [], ['succeeded']]);
  });

  test('is not forgotten while the provider does not answer', async () => {
    const { id, hint, advance, answer, exceptions, movement } = await ended('payout');
    answer({ kind: 'unreachable', reason: 'timeout' });
    await hint();
    const { opensForMs } = await advance();
    expect(opensForMs).toBeGreaterThan(0);
    await knex('provider_requests')
      .where('order_id', id)
      .update({ ended_inquiry_at: new Date(0) });
    answer({ kind: 'failed', code: 'transfer_failed', message: 'Returned.', movement });
    expect(await advance()).toMatchObject({ opensForMs: null });
    expect(await exceptions()).toEqual(['conflict']);
  });

  test('causes a hundred answered inquiries at most', async () => {
    const { id, hint } = await ended('payout');
    await knex('provider_requests').where('order_id', id).update({ inquiries: 100 });
    expect(await hint()).toMatchObject({ orderId: id, isInquired: false });
  });
});
