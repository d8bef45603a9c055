import { applyPending } from '../../../../src/orders/store/apply-transition';
import { testMerchant } from '../../../support/gateway';
import { until } from '../../../support/until';
import { PROVIDER_KEY, startApi, type Api } from '../../../http/api';
import { asOwner } from '../../../support/database';

let api: Api;
beforeAll(async () => {
  api = await startApi({}, { awaitsWorker: true });
});

const path = '/payment/gw/webhook';
const sendCallback = (body: unknown, key: string | null = PROVIDER_KEY) =>
  api.post(path, body, { key });
const inbox = () => api.deps.db('callbacks').orderBy('received_at', 'desc').select('*');

/** Applies the callback as the order's workflow does, so that the response does not time out. */
async function applySoon(orderId: string): Promise<void> {
  const isTold = () =>
    api.deps.offered.some(({ topic, subject }) => topic === 'callback' && subject === orderId);
  await until(isTold, { describe: `a dispatch for ${orderId}` });
  await applyPending(api.deps.db, orderId);
}

describe('201: a callback', () => {
  it('is answered once it has been applied, so that the next read shows it', async () => {
    const { payment_id } = await api.createQrCode();
    const [answer] = await Promise.all([
      sendCallback({ orderId: payment_id, status: 'success' }),
      applySoon(payment_id),
    ]);
    expect([answer.status, answer.body]).toEqual([201, { status: true, message: 'Applied.' }]);
    expect(await api.readPayment(payment_id)).toMatchObject({ status: 'succeeded' });
  });

  it('is answered without a worker', async () => {
    const { payment_id } = await api.createQrCode();
    const { status, body } = await sendCallback({ orderId: payment_id, status: 'success' });
    expect([status, body]).toEqual([201, { status: true, message: 'Accepted.' }]);
    expect((await inbox())[0]).toMatchObject({ order_id: payment_id, applied_at: null });
  });

  it('is stored completely, encrypted, beside the masked account of the payer', async () => {
    const { payment_id, qr_data } = await api.createQrCode();
    const ref = /0220([0-9A-Z]{20})/.exec(qr_data)?.[1] ?? '';
    await Promise.all([
      applySoon(payment_id),
      sendCallback({
        orderId: ref.toLowerCase(),
        status: ' SUCCESS ',
        amount: 100.25,
        transactionId: 'T-77',
        paidAt: '2026-11-21T10:00:00+07:00',
        payer: { bankName: 'SCB', accountNumber: '1112223334', accountName: 'Marker Payer' },
      }),
    ]);
    const [row] = await inbox();
    expect(row).toMatchObject({
      order_id: payment_id,
      reported: 'succeeded',
      amount_satang: 10_025,
      transaction_id: 'T-77',
      paid_at: new Date('2026-11-21T03:00:00Z'),
    });
    const { payer, ...others } = row;
    expect(payer).toEqual({ bankName: 'SCB', accountMask: 'xxx-x-x2333-x' });
    expect(JSON.stringify(others)).not.toMatch(/Marker Payer|1112223334/);
    const body = api.deps.vault.open(row.body_sealed, 'callbacks.body');
    expect(JSON.parse(body)).toMatchObject({ payer: { accountName: 'Marker Payer' } });
  });

  it.each([
    ['success', 'succeeded'],
    ['SUCCEEDED', 'succeeded'],
    ['paid', 'succeeded'],
    ['1001', 'succeeded'],
    [1001, 'succeeded'],
    ['failed', 'failed'],
    ['Declined', 'failed'],
    ['rejected', 'failed'],
    ['cancelled', 'failed'],
  ])('with the status %p means %s', async (status, reported) => {
    const { payment_id } = await api.createQrCode();
    await Promise.all([applySoon(payment_id), sendCallback({ orderId: payment_id, status })]);
    expect((await inbox())[0]).toMatchObject({ order_id: payment_id, reported: reported });
  });

  it('of a failure accepts an amount of null or 0', async () => {
    const { payment_id } = await api.createQrCode();
    const body = { orderId: payment_id, status: 'failed', amount: 0, transactionId: null };
    const [answer] = await Promise.all([sendCallback(body), applySoon(payment_id)]);
    expect(answer.status).toBe(201);
  });

  it('credits a merchant that has been disabled since', async () => {
    const other = await testMerchant(api.deps.db);
    const { payment_id } = await api.createQrCode({}, { key: other.apiKey });
    const merchants = api.deps.db('merchants').where('id', other.merchant.id);
    await merchants.update({ status: 'disabled' });
    const [answer] = await Promise.all([
      sendCallback({ orderId: payment_id, status: 'success' }),
      applySoon(payment_id),
    ]);
    expect(answer.status).toBe(201);
    const [balance] = await api.deps.db('balances').where('merchant_id', other.merchant.id);
    expect(balance).toMatchObject({ available_satang: 10_000 });
  });
});

describe('400: an invalid callback', () => {
  it.each([
    ['no orderId', { status: 'success' }, 'missing_parameter', 'orderId'],
    ['an empty orderId', { orderId: '', status: 'success' }, 'missing_parameter', 'orderId'],
    ['a number as orderId', { orderId: 17, status: 'success' }, 'invalid_request', 'orderId'],
    ['NUL in orderId', { orderId: 'pay_\u0000', status: 'success' }, 'invalid_request', 'orderId'],
    ['no status', {}, 'missing_parameter', 'status'],
    ['an unknown status', { status: 'weird' }, 'invalid_status', 'status'],
    [
      'the name of an inherited property as status',
      { status: 'constructor' },
      'invalid_status',
      'status',
    ],
    ['a status that is an object', { status: {} }, 'invalid_status', 'status'],
    ['text as amount', { status: 'success', amount: '100' }, 'invalid_amount', 'amount'],
    ['three decimals', { status: 'success', amount: 1.005 }, 'invalid_amount', 'amount'],
    ['a negative amount', { status: 'success', amount: -1 }, 'invalid_amount', 'amount'],
    ['an amount of zero', { status: 'success', amount: 0 }, 'invalid_amount', 'amount'],
    [
      'an amount beyond the safe integers',
      { status: 'success', amount: 1e20 },
      'invalid_amount',
      'amount',
    ],
    [
      'a long transactionId',
      { status: 'success', transactionId: 'x'.repeat(65) },
      'invalid_request',
      'transactionId',
    ],
  ])('with %s is stored for operators and moves nothing', async (_name, fields, code, param) => {
    const { payment_id } = await api.createQrCode();
    const before = (await inbox()).length;
    const named = 'orderId' in fields || (code === 'missing_parameter' && param === 'orderId');
    const answer = await sendCallback(named ? fields : { orderId: payment_id, ...fields });
    expect([answer.status, answer.code, answer.param]).toEqual([400, code, param]);
    expect(answer.body).toMatchObject({ status: false, message: expect.any(String) });
    const [kept, ...earlier] = await inbox();
    expect(earlier).toHaveLength(before);
    expect(kept).toMatchObject({ outcome: 'refused', booked_satang: null });
    const isNamed = !('orderId' in fields) && param !== 'orderId';
    expect(kept).toMatchObject({ order_id: isNamed ? payment_id : null });
    expect(await api.readPayment(payment_id)).toMatchObject({ status: 'pending' });
  });
});

describe('401: a sender other than the provider', () => {
  it.each([
    ['no credential', null],
    ['another key', 'another provider key, not ours'],
    ['the valid key with an appended character', `${PROVIDER_KEY}x`],
    ['an unknown merchant key', `sk_test_${'x'.repeat(43)}`],
  ])('with %s changes nothing', async (_name, key) => {
    const { payment_id } = await api.createQrCode();
    const answer = await sendCallback({ orderId: payment_id, status: 'success' }, key);
    expect([answer.status, answer.code]).toEqual([401, 'unauthorized']);
    expect(answer.body).toMatchObject({ status: false, message: expect.any(String) });
    expect(await api.readPayment(payment_id)).toMatchObject({ status: 'pending' });
  });

  it('is a merchant in live mode', async () => {
    const live = await startApi({
      PROVIDER: 'gw',
      PROVIDER_URL: 'http://127.0.0.1:9',
      BILLER_ID: '012345678901234',
    });
    const { payment_id } = await live.createQrCode();
    const body = { orderId: payment_id, status: 'success' };
    const { status, code } = await live.post(path, body);
    expect([status, code]).toEqual([401, 'unauthorized']);
    expect(await live.readPayment(payment_id)).toMatchObject({ status: 'pending' });
  });
});

describe("a merchant's key, when the provider is the sandbox bank", () => {
  it("can send callbacks for the merchant's own order", async () => {
    const { payment_id } = await api.createQrCode();
    const [answer] = await Promise.all([
      sendCallback({ orderId: payment_id, status: 'success' }, api.apiKey),
      applySoon(payment_id),
    ]);
    expect(answer.status).toBe(201);
    expect(await api.readPayment(payment_id)).toMatchObject({ status: 'succeeded' });
  });

  it("gets 404 for another merchant's order and stores nothing", async () => {
    const { payment_id } = await api.createQrCode();
    const { apiKey } = await testMerchant(api.deps.db);
    const before = (await inbox()).length;
    const answer = await sendCallback({ orderId: payment_id, status: 'success' }, apiKey);
    expect([answer.status, answer.code]).toEqual([404, 'order_not_found']);
    expect(await inbox()).toHaveLength(before);
    expect(await api.readPayment(payment_id)).toMatchObject({ status: 'pending' });
  });
});

describe('404: an unknown order', () => {
  it('opens one exception for concurrent callbacks', async () => {
    const { db } = api.deps;
    const orderId = 'pay_told_at_once';
    const waiting = async () => {
      const { rows } = await db.raw(`select count(*) from pg_locks where not granted
        and database = (select oid from pg_database where datname = current_database())`);
      return Number(rows[0].count) === 5;
    };
    // All transactions have started, and none can commit before this one.
    await asOwner(
      db,
      `
      create function wait() returns trigger language plpgsql as
        $$ begin perform pg_advisory_xact_lock_shared(77); return new; end $$;
      create trigger wait before insert on callbacks for each row execute function wait()`,
    );
    const { sent: answers } = await db.transaction(async (trx) => {
      await trx.raw('select pg_advisory_xact_lock(77)');
      const sent = Array.from({ length: 5 }, () => sendCallback({ orderId, status: 'success' }));
      await until(waiting, { describe: 'five waiting callbacks' });
      return { sent };
    });
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses).toEqual(statuses.map(() => 404));
    await asOwner(db, 'drop trigger wait on callbacks; drop function wait');
    const kept = await db('callbacks').where('named_order', orderId).pluck('id');
    expect(kept).toHaveLength(5);
    const opened = await db('exceptions').whereIn('callback_id', kept).pluck('kind');
    expect(opened).toEqual(['unknown_order']);
  });

  it('is stored for operators', async () => {
    const answer = await sendCallback({ orderId: 'pay_unknown', status: 'success' });
    expect([answer.status, answer.code]).toEqual([404, 'order_not_found']);
    expect(answer.body).toMatchObject({ status: false, message: expect.any(String) });
    expect((await inbox())[0]).toMatchObject({
      order_id: null,
      named_order: 'pay_unknown',
      outcome: 'unknown_order',
    });
  });
});
