import { applyPending } from '../../../../src/orders/store/apply-transition';
import { findViolations } from '../../../../src/reports/store/invariants';
import { testMerchant } from '../../../support/gateway';
import { startApi, type Api } from '../../../http/api';
import { transfersOf, type Transfers } from '../../../http/api/transfers';

let api: Api;
let shop: Transfers;
beforeEach(async () => {
  api = await startApi();
  shop = transfersOf(api);
});
afterEach(async () => {
  expect(await findViolations(api.deps.db)).toEqual([]);
});

const accepted = { status: true, message: expect.any(String) };
const pastDeadline = (orderId: string) =>
  api.deps
    .db('orders')
    .where('id', orderId)
    .update({ expires_at: new Date(Date.now() - 1_000) });

describe('201: success', () => {
  it('credits the balance and completes the deposit, in the shape of the source', async () => {
    const { orderId } = await shop.deposit({ amount: 19.99 });
    const { status, body } = await shop.sendAndApply('deposit', { orderId, status: 'success' });
    expect([status, body]).toEqual([201, accepted]);
    expect(await shop.read('deposit', orderId)).toMatchObject({
      status: 'succeeded',
      amount_received: 19.99,
      late: false,
      completed_at: expect.any(String),
    });
    expect(await shop.balance()).toEqual([19.99, 0]);
  });

  it('received twice is credited once', async () => {
    const { orderId } = await shop.deposit();
    for (let times = 0; times < 2; times++) {
      const { status, body } = await shop.sendAndApply('deposit', { orderId, status: 'success' });
      expect([status, body]).toEqual([201, accepted]);
    }
    expect(await shop.balance()).toEqual([100, 0]);
    expect(await shop.exceptions(orderId)).toEqual([]);
    expect(await shop.events(orderId)).toEqual(['payment.pending', 'payment.succeeded']);
  });

  it('received fifty times concurrently is credited once, and each gets 201', async () => {
    const { orderId } = await shop.deposit();
    const answers = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const answer = await shop.sendCallback('deposit', { orderId, status: 'success' });
        await applyPending(api.deps.db, orderId);
        return answer;
      }),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    expect(await shop.balance()).toEqual([100, 0]);
    expect(await shop.exceptions(orderId)).toEqual([]);
    expect(await shop.events(orderId)).toHaveLength(2);
  });

  it.each(['id in capitals', 'ref', 'ref in lower case', 'id within spaces'])(
    'names the deposit by its %s',
    async (form) => {
      const { orderId, ref } = await shop.deposit();
      const named = {
        'id in capitals': orderId.toUpperCase(),
        ref,
        'ref in lower case': ref.toLowerCase(),
        'id within spaces': ` ${orderId} `,
      }[form];
      const { status } = await shop.sendAndApply('deposit', { orderId: named, status: 'success' });
      expect(status).toBe(201);
      expect(await shop.balance()).toEqual([100, 0]);
    },
  );

  it.each([1001, '1001', 'SUCCESS', ' success ', 'Succeeded', 'paid'])(
    'may be written as %j',
    async (status) => {
      const { orderId } = await shop.deposit();
      expect((await shop.sendAndApply('deposit', { orderId, status })).status).toBe(201);
      expect(await shop.balance()).toEqual([100, 0]);
    },
  );

  it('after failed is credited once as late, with one event', async () => {
    const { orderId } = await shop.deposit();
    for (const status of ['failed', 'success', 'success']) {
      await shop.sendAndApply('deposit', { orderId, status });
    }
    expect(await shop.read('deposit', orderId)).toMatchObject({
      status: 'succeeded',
      late: true,
      failure: null,
    });
    expect(await shop.balance()).toEqual([100, 0]);
    expect(await shop.events(orderId)).toEqual([
      'payment.pending',
      'payment.failed',
      'payment.succeeded',
    ]);
  });

  it("after the expiry is credited as late, with its event after the expiry's", async () => {
    const { orderId } = await shop.deposit();
    await pastDeadline(orderId);
    await applyPending(api.deps.db, orderId);
    expect(await shop.read('deposit', orderId)).toMatchObject({ status: 'expired' });
    await shop.sendAndApply('deposit', { orderId, status: 'success' });
    expect(await shop.read('deposit', orderId)).toMatchObject({ status: 'succeeded', late: true });
    expect(await shop.balance()).toEqual([100, 0]);
    expect(await shop.events(orderId)).toEqual([
      'payment.pending',
      'payment.expired',
      'payment.succeeded',
    ]);
  });

  it('at the deadline races the expiry, and the money is credited either way', async () => {
    for (let round = 0; round < 8; round++) {
      const { orderId } = await shop.deposit();
      await pastDeadline(orderId);
      await Promise.all([
        shop.sendAndApply('deposit', { orderId, status: 'success' }),
        applyPending(api.deps.db, orderId),
      ]);
      await shop.applyAll();
      const { late } = await shop.read('deposit', orderId);
      const between = late === true ? ['payment.expired'] : [];
      expect(await shop.events(orderId)).toEqual([
        'payment.pending',
        ...between,
        'payment.succeeded',
      ]);
    }
    expect(await shop.balance()).toEqual([800, 0]);
  });

  it('concurrent with failed leads to one final state, credited once at most', async () => {
    for (let round = 0; round < 8; round++) {
      const { orderId } = await shop.deposit();
      await Promise.all(
        ['success', 'failed'].map((status) => shop.sendAndApply('deposit', { orderId, status })),
      );
      await shop.applyAll();
      const { status, late } = await shop.read('deposit', orderId);
      expect(status).toBe('succeeded');
      expect(await shop.exceptions(orderId)).toEqual(late === true ? [] : ['conflict']);
    }
    expect(await shop.balance()).toEqual([800, 0]);
  });

  it('without a worker is answered, and applied once later', async () => {
    const { orderId } = await shop.deposit();
    expect((await shop.sendCallback('deposit', { orderId, status: 'success' })).status).toBe(201);
    expect(await shop.balance()).toEqual([0, 0]);
    // The provider repeats the callback, as after a crash between commit and response.
    expect((await shop.sendCallback('deposit', { orderId, status: 'success' })).status).toBe(201);
    const waiting = await api.deps
      .db('outbox_messages')
      .where({ subject: orderId, topic: 'callback' });
    expect(waiting).toHaveLength(2);
    await shop.applyAll();
    expect(await shop.balance()).toEqual([100, 0]);
  });

  it('before the response to the creation is applied', async () => {
    const creating = shop.createDeposit();
    const { db } = api.deps;
    let orderId: string | undefined;
    while (orderId === undefined) [orderId] = (await db('orders').pluck('id')) as string[];
    const fields = await shop.sendAndApply('deposit', { orderId, status: 'success' });
    expect([fields.status, (await creating).status]).toEqual([201, 201]);
    expect(await shop.balance()).toEqual([100, 0]);
  });
});

describe('201: failed', () => {
  it('fails the deposit and posts nothing', async () => {
    const { orderId } = await shop.deposit();
    await shop.sendAndApply('deposit', { orderId, status: 'declined' });
    expect(await shop.read('deposit', orderId)).toMatchObject({
      status: 'failed',
      failure: { code: 'payment_declined', message: expect.any(String) },
      completed_at: null,
    });
    expect(await shop.balance()).toEqual([0, 0]);
  });

  it('after success reverses nothing and opens an exception', async () => {
    const { orderId } = await shop.deposit();
    for (const status of ['success', 'failed']) {
      const { status: code, body } = await shop.sendAndApply('deposit', { orderId, status });
      expect([code, body]).toEqual([201, accepted]);
    }
    expect(await shop.read('deposit', orderId)).toMatchObject({ status: 'succeeded' });
    expect(await shop.balance()).toEqual([100, 0]);
    expect(await shop.exceptions(orderId)).toEqual(['conflict']);
  });
});

describe("201: an amount other than the order's", () => {
  it('a short payment goes to suspense and leaves the deposit pending', async () => {
    const { orderId } = await shop.deposit();
    await shop.sendAndApply('deposit', {
      orderId,
      status: 'success',
      amount: 99.99,
      transactionId: 'A',
    });
    expect(await shop.read('deposit', orderId)).toMatchObject({ status: 'pending' });
    expect(await shop.suspended(orderId)).toEqual([9_999]);
    expect(await shop.exceptions(orderId)).toEqual(['amount_mismatch']);
    expect(await shop.balance()).toEqual([0, 0]);
  });

  it("an excess payment credits the order's amount and suspends the excess", async () => {
    const { orderId } = await shop.deposit();
    await shop.sendAndApply('deposit', { orderId, status: 'success', amount: 100.01 });
    expect(await shop.balance()).toEqual([100, 0]);
    expect(await shop.suspended(orderId)).toEqual([1]);
    expect(await shop.exceptions(orderId)).toEqual(['amount_mismatch']);
  });

  it('a second transfer is suspended, and repeated reports of each are recognized', async () => {
    const { orderId } = await shop.deposit();
    for (const transactionId of ['A', 'B', 'A', 'B']) {
      const body = { orderId, status: 'success', amount: 100, transactionId };
      expect((await shop.sendAndApply('deposit', body)).status).toBe(201);
    }
    expect(await shop.balance()).toEqual([100, 0]);
    expect(await shop.suspended(orderId)).toEqual([10_000]);
    expect(await shop.exceptions(orderId)).toEqual(['duplicate_payment']);
  });

  it('transfers of the maximum amount beyond the recorded number add up exactly', async () => {
    const { orderId } = await shop.deposit();
    const amount = 20_000_000;
    const bodies = Array.from({ length: 101 }, (_, nth) => {
      return { orderId, status: 'success', amount, transactionId: `Large ${nth}` };
    });
    const answers = await Promise.all(bodies.map((body) => shop.sendCallback('deposit', body)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    await shop.applyAll();
    expect(await shop.balance()).toEqual([100, 0]);
    // 2,000,000,000 baht; 99 duplicates and the excess of the first.
    const suspended = await shop.suspended(orderId);
    expect(suspended).toHaveLength(100);
    expect(suspended.reduce((sum, satang) => sum + satang, 0)).toBe(200_000_000_000 - 10_000);
    expect(await shop.read('deposit', orderId)).toMatchObject({ amount_received: 2_000_000_000 });
    expect(
      (await shop.exceptions(orderId)).filter((kind) => kind === 'too_many_movements'),
    ).toEqual(['too_many_movements']);
    expect((await api.get('/deposit/gw')).status).toBe(200);
  });
});

describe('400: an invalid callback', () => {
  it.each([
    ['no orderId', { status: 'success' }, 'missing_parameter', 'orderId'],
    ['orderId null', { orderId: null, status: 'success' }, 'invalid_request', 'orderId'],
    ['an orderId of spaces', { orderId: ' ', status: 'success' }, 'missing_parameter', 'orderId'],
    ['no status', {}, 'missing_parameter', 'status'],
    ['status null', { status: null }, 'invalid_status', 'status'],
    ['an empty status', { status: '' }, 'invalid_status', 'status'],
    ['a status that is true', { status: true }, 'invalid_status', 'status'],
    ['another number', { status: 1002 }, 'invalid_status', 'status'],
    ['weird', { status: 'weird' }, 'invalid_status', 'status'],
    ['text as amount', { status: 'success', amount: '100' }, 'invalid_amount', 'amount'],
    ['an amount of zero', { status: 'success', amount: 0 }, 'invalid_amount', 'amount'],
    ['a third decimal', { status: 'success', amount: 1.005 }, 'invalid_amount', 'amount'],
  ])('%s is stored for operators and moves nothing', async (_name, fields, code, param) => {
    const { orderId } = await shop.deposit();
    const named = 'orderId' in fields || param === 'orderId';
    const answer = await shop.sendCallback('deposit', named ? fields : { orderId, ...fields });
    expect([answer.status, answer.code, answer.param]).toEqual([400, code, param]);
    expect(answer.body).toMatchObject({ status: false, message: expect.any(String) });
    expect(await api.deps.db('callbacks').pluck('outcome')).toEqual(['refused']);
    expect(await shop.read('deposit', orderId)).toMatchObject({ status: 'pending' });
  });
});

describe('401: a sender other than the provider', () => {
  it.each([
    ['no credential', null],
    ['another key', 'another provider key'],
    ['an unknown merchant key', `sk_test_${'x'.repeat(43)}`],
  ])('with %s changes nothing', async (_name, key) => {
    const { orderId } = await shop.deposit();
    const answer = await shop.sendCallback('deposit', { orderId, status: 'success' }, key);
    expect([answer.status, answer.code]).toEqual([401, 'unauthorized']);
    expect(answer.body).toMatchObject({ status: false });
    expect(await api.deps.db('callbacks').select('*')).toEqual([]);
  });
});

describe('404: an unknown order', () => {
  it('is stored once for operators and applied once the order exists', async () => {
    const orderId = '0199aaaa-0000-7000-8000-000000000000';
    for (let times = 0; times < 3; times++) {
      const { status, code, body } = await shop.sendCallback('deposit', {
        orderId,
        status: 'success',
      });
      expect([status, code]).toEqual([404, 'order_not_found']);
      expect(body).toMatchObject({ status: false });
    }
    const kept = await api.deps.db('callbacks').select('order_id', 'named_order', 'outcome');
    expect(kept).toEqual(
      kept.map(() => ({ order_id: null, named_order: orderId, outcome: 'unknown_order' })),
    );
    expect(kept).toHaveLength(3);
    expect(await api.deps.db('exceptions').pluck('kind')).toEqual(['unknown_order']);
  });

  it('includes an order of another kind, whose money does not move', async () => {
    const { payment_id } = await api.createQrCode();
    const { orderId } = await shop.deposit();
    const wrong = [
      await shop.sendCallback('deposit', { orderId: payment_id, status: 'success' }),
      await shop.sendCallback('withdraw', { orderId, status: 'success' }),
      await api.post(
        '/payment/gw/webhook',
        { orderId, status: 'success' },
        { key: api.config.provider.key },
      ),
    ];
    expect(wrong.map(({ code }) => code)).toEqual(wrong.map(() => 'order_not_found'));
    await shop.applyAll();
    expect(await shop.balance()).toEqual([0, 0]);
  });
});

describe("a merchant's key, when the provider is the sandbox bank", () => {
  it("can send callbacks for the merchant's own deposits only", async () => {
    const other = await testMerchant(api.deps.db);
    const { orderId, ref } = await shop.deposit();
    for (const named of [orderId, ref]) {
      const body = { orderId: named, status: 'success' };
      const theirs = await shop.sendCallback('deposit', body, other.apiKey);
      expect([theirs.status, theirs.code]).toEqual([404, 'order_not_found']);
    }
    expect(await api.deps.db('callbacks').select('*')).toEqual([]);
    const { status } = await shop.sendCallback(
      'deposit',
      { orderId, status: 'success' },
      api.apiKey,
    );
    expect(status).toBe(201);
    await shop.applyAll();
    expect(await shop.balance()).toEqual([100, 0]);
  });
});

describe('in live mode', () => {
  it("401: a merchant's key never marks its own deposit as paid", async () => {
    const live = await startApi({
      PROVIDER: 'gw',
      PROVIDER_URL: 'http://127.0.0.1:9',
      BILLER_ID: '012345678901234',
    });
    const { deposit, sendCallback, read } = transfersOf(live);
    const { orderId } = await deposit();
    for (const route of ['deposit', 'withdraw'] as const) {
      const answer = await sendCallback(route, { orderId, status: 'success' }, live.apiKey);
      expect([answer.status, answer.code]).toEqual([401, 'unauthorized']);
    }
    expect(await read('deposit', orderId)).toMatchObject({ status: 'pending' });
    expect(await live.deps.db('callbacks').select('*')).toEqual([]);
  });
});
