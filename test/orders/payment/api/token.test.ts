import type { z } from 'zod';
import { applyPending } from '../../../../src/orders/store/apply-transition';
import { findViolations } from '../../../../src/reports/store/invariants';
import type { payment } from '../../../../src/orders/payment/api/schema';
import { openSubject } from '../../../../src/platform/observe/request-subject';
import { testCallback, testMerchant } from '../../../support/gateway';
import { testTokenPayment } from '../../../support/refunds';
import { startApi, type Answered, type Api, type Sending } from '../../../http/api';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterEach(async () => {
  expect(await findViolations(api.deps.db)).toEqual([]);
});

const path = '/Thai/v1/payments';
const valid = { token_id: 'tok_success', amount: 100, currency: 'THB' };
const pay = (body: unknown, sending?: Sending) => api.post(path, body, sending);
const replayed = (answer: Answered) => answer.headers.get('idempotent-replayed');
const under = (key: string) => ({ headers: { 'Idempotency-Key': key } });

async function created(changed: object = {}) {
  const answer = await pay({ ...valid, ...changed });
  expect([answer.status, answer.code]).toEqual([200, undefined]);
  return answer.body as z.output<typeof payment>;
}
async function sendCallback(
  id: string,
  callback: Parameters<typeof testCallback>[2],
): Promise<void> {
  await testCallback(api.deps, id, callback);
  await applyPending(api.deps.db, id);
}
const events = (id: string) =>
  api.deps.db('events').where('order_id', id).orderBy('sequence').pluck('name');
async function available(): Promise<number> {
  const row = await api.deps.db('balances').where('merchant_id', api.merchant.id).first();
  return row.available_satang as number;
}

describe('200: a token payment', () => {
  it('is pending, without a QR code or a deadline', async () => {
    const metadata = { cart: [1, 2] };
    const made = await created({ reference: ' INV-1 ', metadata });
    expect(made).toEqual({
      payment_id: expect.stringMatching(/^pay_[0-9a-z]{26}$/),
      qr_code_id: null,
      status: 'pending',
      amount: 100,
      currency: 'THB',
      reference: 'INV-1',
      created_at: expect.any(String),
      completed_at: null,
      expires_at: null,
      metadata,
      late: false,
      amount_received: 0,
      amount_credited: 0,
      amount_refunded: 0,
      amount_reversed: 0,
      fee: 0,
      fee_vat: 0,
      net: 0,
      failure: null,
      method: 'token',
      refund_method: 'native',
      payer: null,
      next_action: null,
      checkout_url: expect.stringMatching(/^http.*\/pay\/ct_[0-9a-z]{26}$/),
      payment_link_id: null,
      previous_payment_id: null,
    });
    expect(await api.readPayment(made.payment_id)).toEqual(made);
    expect(await events(made.payment_id)).toEqual(['payment.pending']);
    expect(api.deps.offered.filter(({ subject }) => subject === made.payment_id)).toMatchObject([
      { topic: 'start', detail: { workflow: 'tokenPayment' } },
    ]);
  });

  it('stores the token encrypted for the provider', async () => {
    const { db, vault } = api.deps;
    const { payment_id } = await created({ token_id: ' tok_declined ' });
    const row = await db('provider_requests').where('order_id', payment_id).first();
    const subject = openSubject(vault, row.subject_sealed as string);
    expect(subject).toEqual({ kind: 'charge', token: 'tok_declined' });
    const tables = ['orders', 'provider_requests', 'events', 'outbox_messages', 'idempotency_keys'];
    const rows = await Promise.all(tables.map((table) => db(table).select('*')));
    expect(JSON.stringify(rows)).not.toContain('tok_declined');
  });

  it.each(['https://shop.example/paid?order=1', 'http://localhost:3000/paid'])(
    'in a sandbox keeps %j, where its payer returns to, for the provider',
    async (return_url) => {
      const { db, vault } = api.deps;
      const { payment_id } = await created({ return_url });
      const row = await db('provider_requests').where('order_id', payment_id).first();
      expect(openSubject(vault, row.subject_sealed as string)).toMatchObject({
        returnUrl: `${return_url}${return_url.includes('?') ? '&' : '?'}payment_id=${payment_id}`,
      });
    },
  );

  it.each(['/v1/payments', '/Thai/payments'])('is also created at %s', async (alias) => {
    expect((await api.post(alias, valid)).status).toBe(200);
  });

  it('is listed with QR payments, newest first', async () => {
    const other = await testMerchant(api.deps.db);
    const byToken = await testTokenPayment(api.deps, other.merchant);
    const { payment_id } = await api.createQrCode({}, { key: other.apiKey });
    const { body } = await api.get('/v1/payments', { key: other.apiKey });
    expect(body).toMatchObject({
      total: 2,
      payments: [
        { payment_id, method: 'qr', qr_code_id: expect.any(String) },
        { payment_id: byToken, method: 'token', qr_code_id: null },
      ],
    });
    expect((await api.get(`/v1/payments/${byToken}`)).code).toBe('payment_not_found');
  });
});

describe('a callback of a token payment', () => {
  it('of success credits it once when repeated', async () => {
    const before = await available();
    const { payment_id } = await created();
    for (let n = 0; n < 3; n++) {
      await sendCallback(payment_id, {
        reported: 'succeeded',
        transactionId: 'C1',
        amountSatang: 10_000,
      });
    }
    expect(await available()).toBe(before + 10_000);
    expect(await api.readPayment(payment_id)).toMatchObject({
      status: 'succeeded',
      amount_received: 100,
      late: false,
    });
    expect(await events(payment_id)).toEqual(['payment.pending', 'payment.succeeded']);
  });

  it('of a decline is shown in the payment and its event', async () => {
    const { payment_id } = await created();
    const failure = { code: 'insufficient_funds', message: 'Too little on the account.' };
    await sendCallback(payment_id, { reported: 'failed', failure });
    expect(await api.readPayment(payment_id)).toMatchObject({ status: 'failed', failure });
    const event = await api.deps.db('events').where({ order_id: payment_id, sequence: 2 }).first();
    expect(JSON.parse(event.body as string)).toMatchObject({
      event: 'payment.failed',
      sequence: 2,
      data: { payment_id, status: 'failed', failure },
    });
  });

  it('of success after a decline is credited once as late', async () => {
    const before = await available();
    const { payment_id } = await created();
    await sendCallback(payment_id, { reported: 'failed' });
    await sendCallback(payment_id, { reported: 'succeeded', transactionId: 'C2' });
    await sendCallback(payment_id, { reported: 'succeeded', transactionId: 'C2' });
    expect(await available()).toBe(before + 10_000);
    expect(await api.readPayment(payment_id)).toMatchObject({
      status: 'succeeded',
      late: true,
      failure: null,
    });
  });

  it('of a decline after success opens an exception', async () => {
    const { payment_id } = await created();
    await sendCallback(payment_id, { reported: 'succeeded' });
    await sendCallback(payment_id, { reported: 'failed' });
    expect(await api.readPayment(payment_id)).toMatchObject({ status: 'succeeded' });
    const kinds = await api.deps.db('exceptions').where('order_id', payment_id).pluck('kind');
    expect(kinds).toEqual(['conflict']);
  });
});

describe('409: expiry of a token payment', () => {
  it('is refused in every state', async () => {
    const { payment_id } = await created();
    const expire = () => api.post(`${path}/${payment_id}/expire`);
    for (const reported of [null, 'failed', 'succeeded'] as const) {
      if (reported !== null) await sendCallback(payment_id, { reported });
      const before = await api.readPayment(payment_id);
      const { status, code } = await expire();
      expect([status, code]).toEqual([409, 'state_conflict']);
      expect(await api.readPayment(payment_id)).toEqual(before);
    }
  });
});

describe('a refused request', () => {
  it.each([
    ['no token_id', { token_id: undefined }, 400, 'missing_parameter', 'token_id'],
    ['token_id null', { token_id: null }, 400, 'invalid_request', 'token_id'],
    ['a blank token_id', { token_id: ' ' }, 400, 'missing_parameter', 'token_id'],
    ['a number as token_id', { token_id: 1 }, 400, 'invalid_request', 'token_id'],
    ['a long token_id', { token_id: 't'.repeat(101) }, 400, 'invalid_request', 'token_id'],
    ['an unknown token', { token_id: 'tok_other' }, 400, 'invalid_request', 'token_id'],
    ['a token in capitals', { token_id: 'TOK_SUCCESS' }, 400, 'invalid_request', 'token_id'],
    ['no amount', { amount: undefined }, 400, 'missing_parameter', 'amount'],
    ['amount null', { amount: null }, 400, 'invalid_amount', 'amount'],
    ['text as amount', { amount: '100' }, 400, 'invalid_amount', 'amount'],
    ['a fraction of a baht', { amount: 1.5 }, 400, 'invalid_amount', 'amount'],
    ['nothing', { amount: 0 }, 422, 'invalid_amount', 'amount'],
    ['a negative amount', { amount: -1 }, 422, 'invalid_amount', 'amount'],
    ['an amount over the maximum', { amount: 2_000_001 }, 422, 'invalid_amount', 'amount'],
    ['no currency', { currency: undefined }, 400, 'missing_parameter', 'currency'],
    ['another currency', { currency: 'USD' }, 422, 'invalid_currency', 'currency'],
    ['currency in lower case', { currency: 'thb' }, 422, 'invalid_currency', 'currency'],
    ['a long reference', { reference: 'x'.repeat(36) }, 400, 'invalid_reference', 'reference'],
    ['a number as reference', { reference: 1 }, 400, 'invalid_reference', 'reference'],
    ['metadata as text', { metadata: 'x' }, 400, 'invalid_metadata', 'metadata'],
    ['a relative return_url', { return_url: '/paid' }, 422, 'invalid_url', 'return_url'],
    ['a script as return_url', { return_url: 'javascript:x' }, 422, 'invalid_url', 'return_url'],
    ['a return_url of an app', { return_url: 'shop://paid' }, 422, 'invalid_url', 'return_url'],
    ['a number as return_url', { return_url: 1 }, 422, 'invalid_url', 'return_url'],
    [
      'a long return_url',
      { return_url: `https://shop.example/${'x'.repeat(2_028)}` },
      422,
      'invalid_url',
      'return_url',
    ],
  ])('with %s stores nothing', async (_name, changed, status, code, param) => {
    const before = await api.countOrders();
    const answer = await pay({ ...valid, ...changed }, under('refused'));
    expect([answer.status, answer.code, answer.param]).toEqual([status, code, param]);
    expect(await api.countOrders()).toBe(before);
    expect(await api.deps.db('idempotency_keys').where('key', 'refused')).toEqual([]);
  });

  it.each([1, 2_000_000])('excludes %d baht', async (amount) => {
    expect(await created({ amount })).toMatchObject({ amount });
  });

  it('accepts any token but no return_url of http in live mode', async () => {
    const live = await startApi({
      PROVIDER: 'gw',
      PROVIDER_URL: 'http://127.0.0.1:9',
      BILLER_ID: '012345678901234',
    });
    const card = { ...valid, token_id: 'card_1234' };
    expect((await live.post(path, card)).status).toBe(200);
    const plain = await live.post(path, { ...card, return_url: 'http://shop.example/paid' });
    expect([plain.code, plain.param]).toEqual(['invalid_url', 'return_url']);
    const secure = await live.post(path, { ...card, return_url: 'HTTPS://shop.example/paid' });
    expect(secure.status).toBe(200);
  });
});

describe('an idempotency key', () => {
  it('sent 50 times concurrently creates one payment with equal responses', async () => {
    const before = await api.countOrders();
    const answers = await Promise.all(Array.from({ length: 50 }, () => pay(valid, under('many'))));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers.filter((answer) => replayed(answer) === null)).toHaveLength(1);
    expect(await api.countOrders()).toBe(before + 1);
  });

  it('replays the first response after the payment has completed', async () => {
    const first = await pay(valid, under('ended'));
    await sendCallback((first.body as { payment_id: string }).payment_id, {
      reported: 'succeeded',
    });
    const again = await pay(
      '{ "currency":"THB", "token_id":"tok_success", "amount":1e2 }',
      under('ended'),
    );
    expect([again.status, again.text, replayed(again)]).toEqual([200, first.text, 'true']);
  });

  it.each([
    ['another token', { token_id: 'tok_timeout' }],
    ['another amount', { amount: 101 }],
    ['a reference', { reference: 'x' }],
  ])('with %s gets 409', async (_name, changed) => {
    const key = `other ${JSON.stringify(changed)}`;
    expect((await pay(valid, under(key))).status).toBe(200);
    const answer = await pay({ ...valid, ...changed }, under(key));
    expect([answer.status, answer.code]).toEqual([409, 'idempotency_key_reused']);
  });

  it('is free again after a refused request', async () => {
    expect((await pay({ ...valid, token_id: 'tok_other' }, under('free'))).status).toBe(400);
    const answer = await pay(valid, under('free'));
    expect([answer.status, replayed(answer)]).toEqual([200, null]);
  });
});
