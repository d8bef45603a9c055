import { encodeBillPayment, encodeCreditTransfer } from '../../../src/kernel/rules/promptpay';
import { seal } from '../../../src/kernel/rules/tlv';
import { until } from '../../support/until';
import { billerId, depositQrFor, providerKey, qrFor, startBank, type TestBank } from './bank';
import { startGatewayStub, type GatewayStub } from './gateway-stub';

let gateway: GatewayStub;
let bank: TestBank;

beforeEach(async () => {
  gateway = await startGatewayStub();
  bank = await startBank({ gatewayUrl: gateway.url });
});
afterEach(async () => {
  await bank.close();
  await gateway.close();
});

/** The callbacks of a payment, once the bank has recorded their delivery. */
async function callbacksOf(body: object) {
  const { status, body: payment } = await bank.pay(body);
  expect(status).toBe(201);
  await bank.whenCallbacks(payment.paymentId, 'delivered');
  return gateway.callbacks;
}

describe('payment', () => {
  it('claims amount, transaction id, time and payer with the provider key', async () => {
    const payer = {
      bankName: 'Bank of the test',
      accountNumber: '123-4-56789-0',
      accountName: 'PAYER',
    };
    const [callback, ...others] = await callbacksOf({ qrData: qrFor('REF1', 123_456), payer });
    expect(others).toEqual([]);
    expect(callback).toEqual({
      path: '/payment/gw/webhook',
      authorization: `Bearer ${providerKey}`,
      body: {
        orderId: 'REF1',
        status: 'success',
        amount: 1234.56,
        transactionId: expect.stringMatching(/^SBX[0-9A-Z]{20}$/) as unknown,
        paidAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as unknown,
        payer: { ...payer, accountNumber: '1234567890' },
      },
    });
  });

  it('is in the book as its callback reports it', async () => {
    const [callback] = await callbacksOf({ qrData: qrFor('REF1', 123_456) });
    const { totals, transfers } = await bank.book();
    expect(transfers).toEqual([
      {
        orderId: 'REF1',
        amountSatang: 123_456,
        transactionId: callback?.body['transactionId'],
        paidAt: callback?.body['paidAt'],
      },
    ]);
    expect(totals).toMatchObject({
      payments: 1,
      transfers: 1,
      amountSatang: 123_456,
      delivered: 1,
    });
  });

  it('of mode decline moves no money and reports a failure', async () => {
    expect(await callbacksOf({ qrData: qrFor('REF1', 500), mode: 'decline' })).toEqual([
      expect.objectContaining({ body: { orderId: 'REF1', status: 'failed' } }),
    ]);
    const { totals, transfers } = await bank.book();
    expect(transfers).toEqual([]);
    expect(totals).toMatchObject({ declined: 1, transfers: 0, amountSatang: 0 });
  });

  it.each([
    ['short', undefined, 499],
    ['short', 0.01, 0.01],
    ['over', undefined, 501],
    ['over', 500.5, 500.5],
  ])('of mode %s for %p baht moves %d of 500', async (mode, amount, moved) => {
    const callbacks = await callbacksOf({ qrData: qrFor('REF1', 50_000), mode, amount });
    expect(callbacks.map(({ body }) => body['amount'])).toEqual([moved]);
    expect((await bank.book()).totals.amountSatang).toBe(Math.round(moved * 100));
  });

  it('of mode twice is two transfers with different ids', async () => {
    const callbacks = await callbacksOf({ qrData: qrFor('REF1', 500), mode: 'twice' });
    expect(callbacks.map(({ body }) => body['amount'])).toEqual([5, 5]);
    expect(new Set(callbacks.map(({ body }) => body['transactionId'])).size).toBe(2);
    expect((await bank.book()).totals).toMatchObject({ transfers: 2, amountSatang: 1_000 });
  });
});

describe('deposit', () => {
  it.each([
    ['pay', ['success']],
    ['decline', ['failed']],
    ['twice', ['success', 'success']],
  ])('paid by mode %s sends its callbacks to the deposit endpoint', async (mode, statuses) => {
    const callbacks = await callbacksOf({ qrData: depositQrFor('REF1', 500), mode });
    expect(callbacks.map(({ path, body }) => [path, body['orderId'], body['status']])).toEqual(
      statuses.map((status) => ['/deposit/gw/webhook', 'REF1', status]),
    );
  });

  it('is still a deposit after a restart', async () => {
    const request = { qrData: depositQrFor('REF1', 500), mode: 'late', delaySeconds: 3_600 };
    const { body } = await bank.pay(request);
    await bank.close();
    const inAnHour = () => Date.now() + 3_600_000;
    const { dataDir } = bank;
    bank = await startBank({ gatewayUrl: gateway.url, dataDir, clock: inAnHour });
    const [callback] = await gateway.received(1);
    expect(callback?.path).toBe('/deposit/gw/webhook');
    expect((await bank.read(body.paymentId)).body).toMatchObject({ purpose: 'deposit' });
  });

  it('is recognised by reference 2; another one is a payment', async () => {
    const qrData = encodeBillPayment({ billerId, ref1: 'R', ref2: 'DEPOSITS', amountSatang: 500 });
    const [callback] = await callbacksOf({ qrData });
    expect(callback?.path).toBe('/payment/gw/webhook');
  });
});

describe('late payment', () => {
  it('moves no money until it is due, also over a restart, and then moves it once', async () => {
    const { body } = await bank.pay({
      qrData: qrFor('REF1', 500),
      mode: 'late',
      delaySeconds: 3_600,
    });
    expect(body).toMatchObject({ status: 'scheduled', settledAt: null });
    expect((await bank.book()).totals).toMatchObject({ scheduled: 1, transfers: 0 });
    await bank.close();

    const inAnHour = () => Date.now() + 3_600_000;
    const { dataDir } = bank;
    bank = await startBank({ gatewayUrl: gateway.url, dataDir, clock: inAnHour });
    await gateway.received(1);
    const paid = await bank.whenCallbacks(body.paymentId, 'delivered');
    expect(paid.status).toBe('paid');
    expect(Date.parse(paid.settledAt ?? '')).toBeGreaterThanOrEqual(Date.parse(body.dueAt ?? ''));
    expect((await bank.book()).totals).toMatchObject({ scheduled: 0, transfers: 1 });
    expect(gateway.callbacks).toHaveLength(1);
  });

  it('is settled when it is due', async () => {
    const { body } = await bank.pay({ qrData: qrFor('REF1', 500), mode: 'late', delaySeconds: 1 });
    expect(gateway.callbacks).toEqual([]);
    const [callback] = await gateway.received(1);
    expect(callback?.body).toMatchObject({ orderId: 'REF1', amount: 5 });
    expect((await bank.whenCallbacks(body.paymentId, 'delivered')).status).toBe('paid');
  });
});

describe('invalid QR code or payment', () => {
  const good = qrFor('REF1', 500);
  it.each([
    ['a wrong checksum', good.replace(/.$/, (digit) => (digit === '0' ? '1' : '0')), 'qr_damaged'],
    ['an altered amount', good.replace('54045.00', '54049.00'), 'qr_damaged'],
    ['no checksum', good.slice(0, -8), 'qr_damaged'],
    ['some other text', 'https://example.com/not-a-payment', 'qr_damaged'],
    ['nothing', '', 'qr_malformed'],
    [
      "another biller's code",
      good.replace(billerId, '012345678901234').replace(/6304....$/, ''),
      'qr_unknown_biller',
    ],
    ['no amount', good.replace('54045.00', '').replace(/6304....$/, ''), 'qr_without_amount'],
    ['dollars', good.replace('5303764', '5303840').replace(/6304....$/, ''), 'qr_not_thai'],
    [
      'a malformed field',
      good.replace('5802TH', '58X2TH').replace(/6304....$/, ''),
      'qr_malformed',
    ],
    [
      'a transfer without a reference',
      encodeCreditTransfer({ proxyType: 'MSISDN', proxy: '0812345678', amountSatang: 500 }),
      'qr_not_a_bill',
    ],
  ])('%s is a 422 with a message, and no callback is sent', async (_, text, code) => {
    const qrData =
      code === 'qr_damaged' || /6304....$/.test(text) || text === '' ? text : seal(text, '63');
    const { status, body } = await bank.pay({ qrData });
    expect({ status, code: body.error.code }).toEqual({ status: 422, code });
    expect(body.error.message).not.toBe('');
    expect((await bank.book()).totals).toMatchObject({ payments: 0, waiting: 0 });
    expect(gateway.callbacks).toEqual([]);
  });

  it.each<[string, object, number, string]>([
    ['an amount other than that of the QR code', { amount: 4 }, 422, 'invalid_amount'],
    ['a delay without mode late', { delaySeconds: 5 }, 422, 'invalid_delay'],
    ['mode late without a delay', { mode: 'late' }, 422, 'invalid_delay'],
    ['a delay of more than a day', { mode: 'late', delaySeconds: 90_001 }, 400, 'invalid_request'],
    ['a third of a satang', { mode: 'over', amount: 10.001 }, 400, 'invalid_request'],
    ['an amount in text', { mode: 'over', amount: '10' }, 400, 'invalid_request'],
    ['an unknown mode', { mode: 'thrice' }, 400, 'invalid_request'],
    ['a payer without an account', { payer: { bankName: 'B' } }, 400, 'invalid_request'],
  ])('%s is rejected', async (_, fields, status, code) => {
    const answer = await bank.pay({ qrData: good, ...fields });
    expect({ status: answer.status, code: answer.body.error.code }).toEqual({ status, code });
    expect((await bank.book()).totals).toMatchObject({ payments: 0, scheduled: 0 });
  });
});

describe('idempotency key', () => {
  const key = { 'idempotency-key': 'once' };

  it('makes 20 concurrent requests one payment', async () => {
    const request = () => bank.pay({ qrData: qrFor('REF1', 500) }, key);
    const answers = await Promise.all(Array.from({ length: 20 }, request));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(19);
    expect(new Set(answers.map(({ body }) => body.paymentId)).size).toBe(1);
    expect((await bank.book()).totals).toMatchObject({ payments: 1, transfers: 1 });
  });

  it('is kept over a restart', async () => {
    const first = await bank.pay({ qrData: qrFor('REF1', 500) }, key);
    await bank.close();
    bank = await startBank({ gatewayUrl: gateway.url, dataDir: bank.dataDir });
    const second = await bank.pay({ qrData: qrFor('REF1', 500) }, key);
    expect(second.status).toBe(200);
    expect(second.body.paymentId).toBe(first.body.paymentId);
  });

  it('is a 409 with another payment', async () => {
    await bank.pay({ qrData: qrFor('REF1', 500) }, key);
    for (const body of [
      { qrData: qrFor('REF2', 500) },
      { qrData: qrFor('REF1', 501) },
      { qrData: qrFor('REF1', 500), mode: 'twice' },
    ]) {
      expect(await bank.pay(body, key)).toMatchObject({
        status: 409,
        body: { error: { code: 'already_used' } },
      });
    }
    expect((await bank.book()).totals.transfers).toBe(1);
  });

  it('is optional: each request without one is a new payment', async () => {
    await bank.pay({ qrData: qrFor('REF1', 500) });
    await bank.pay({ qrData: qrFor('REF1', 500) });
    await until(() => gateway.callbacks.length === 2, { describe: 'two callbacks' });
    expect((await bank.book()).totals.transfers).toBe(2);
  });
});
