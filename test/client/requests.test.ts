import { randomUUID } from 'node:crypto';
import { SaphanError, type Saphan } from '../../client/src';
import { renderQrPng } from '../../src/platform/images/qr-image';
import { startReceiver } from '../support/receiver';
import { depositRequest, startMerchant, withdrawalRequest } from './merchant';

let saphan: Saphan;
let clientWith: Awaited<ReturnType<typeof startMerchant>>['clientWith'];
beforeAll(async () => {
  ({ saphan, clientWith } = await startMerchant());
});

const qrCode = { amount: 150, currency: 'THB' } as const;

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

async function refusalOf(call: Promise<unknown>): Promise<SaphanError> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(SaphanError);
  return error as SaphanError;
}

describe('a merchant', () => {
  it('creates, reads and expires a payment', async () => {
    const qr = await saphan.createQrCode({ ...qrCode, reference: 'order 7/ก', metadata: { a: 1 } });
    expect(qr.qr_data).toMatch(/^000201/);
    const payment = await saphan.readPayment(qr.payment_id);
    expect(payment).toMatchObject({ status: 'pending', amount: 150, reference: 'order 7/ก' });
    expect(await saphan.expirePayment(qr.payment_id)).toMatchObject({ status: 'expired' });
    const found = await saphan.listPayments({ reference: 'order 7/ก', status: 'expired' });
    expect(found.payments.map((item) => item.payment_id)).toEqual([qr.payment_id]);
  });

  it('charges a token and refunds the payment', async () => {
    const charged = await saphan.createTokenPayment({ token_id: 'tok_success', ...qrCode });
    expect(charged).toMatchObject({ status: 'pending', method: 'token', amount: 150 });
    const refusal = await refusalOf(saphan.createRefund({ payment_id: charged.payment_id }));
    expect(refusal).toMatchObject({ status: 400, code: 'payment_not_refundable' });
    expect(await collect(saphan.refunds({ payment_id: charged.payment_id }))).toEqual([]);
    const unknown = await refusalOf(saphan.readRefund('re_0000000000000000000000000'));
    expect(unknown.code).toBe('refund_not_found');
  });

  it('creates a deposit, uploads a slip and reads both', async () => {
    const { data } = await saphan.createDeposit(depositRequest);
    const { orderId, ref } = data;
    await saphan.uploadSlip({
      orderId,
      ref,
      base64Image: renderQrPng('no slip', 200).toString('base64'),
    });
    const deposit = await saphan.readDeposit(orderId);
    expect(deposit).toMatchObject({ orderId, url: data.url, status: 'pending', amount: 250.5 });
    expect(deposit.slips).toMatchObject([{ status: 'received', ref_matches: true }]);
    expect((await saphan.listDeposits()).deposits).toMatchObject([{ orderId }]);
  });

  it('creates a withdrawal, which the balance shows as held', async () => {
    const before = await saphan.readBalance();
    const { orderId } = await saphan.createWithdrawal(withdrawalRequest);
    expect(await saphan.readWithdrawal(orderId)).toMatchObject({ status: 'pending' });
    expect((await saphan.listWithdrawals()).withdrawals).toMatchObject([{ orderId }]);
    const after = await saphan.readBalance();
    expect(after.available).toBeCloseTo(before.available - 100.01, 2);
    expect(after.held).toBeCloseTo(before.held + 100.01, 2);
    const [entry] = (await saphan.listBalanceEntries({ limit: 1 })).entries;
    expect(entry).toMatchObject({ order_id: orderId, available: -100.01, held: 100.01 });
  });

  it('creates, reads and deletes a webhook', async () => {
    const receiver = await startReceiver();
    const created = await saphan.createWebhook({
      url: receiver.url,
      events: ['payment.succeeded', 'withdrawal.failed'],
    });
    expect(created.secret).toMatch(/^whsec_/);
    const { secret: _secret, warning, ...kept } = created;
    expect(warning).toBeNull();
    expect(await saphan.readWebhook(created.webhook_id)).toEqual(kept);
    expect((await saphan.listWebhooks()).webhooks).toEqual([kept]);
    const deleted = { webhook_id: created.webhook_id, deleted: true };
    expect(await saphan.deleteWebhook(created.webhook_id)).toEqual(deleted);
    expect((await saphan.listWebhooks()).webhooks).toEqual([]);
  });
});

describe('a list', () => {
  it('is iterated over all pages, with each item once', async () => {
    const reference = 'in pages';
    const created = [];
    for (let n = 0; n < 5; n++) created.push(await saphan.createQrCode({ ...qrCode, reference }));
    const items = await collect(saphan.payments({ reference, limit: 2 }));
    expect(items.map((item) => item.payment_id)).toEqual(
      created.map((item) => item.payment_id).toReversed(),
    );
  });

  it('requests no further page when the caller stops', async () => {
    let calls = 0;
    const counting = clientWith({
      fetch: (...args) => {
        calls++;
        return fetch(...args);
      },
    });
    for await (const payment of counting.payments({ limit: 1 })) {
      expect(payment.payment_id).toMatch(/^pay_/);
      break;
    }
    expect(calls).toBe(1);
  });

  it('accepts dates and omits undefined parameters', async () => {
    const tomorrow = new Date(Date.now() + 86_400_000);
    expect(await collect(saphan.payments({ start_date: tomorrow, status: undefined }))).toEqual([]);
    expect(await collect(saphan.payments({ end_date: '2020-01-01' }))).toEqual([]);
  });

  it('exists for transactions, of one type or all', async () => {
    const { payment_id: paymentId } = await saphan.createQrCode(qrCode);
    const [first] = await collect(saphan.transactions({ type: 'payment', limit: 3 }));
    expect(first).toMatchObject({ payment_id: paymentId, type: 'payment', amount: 150 });
    expect(await collect(saphan.transactions({ type: 'refund' }))).toEqual([]);
  });

  it('exists for deposits, withdrawals and ledger entries', async () => {
    const { orderId } = await saphan.createWithdrawal({ ...withdrawalRequest, amount: 1 });
    const { data } = await saphan.createDeposit(depositRequest);
    expect((await collect(saphan.withdrawals({ limit: 1 })))[0]).toMatchObject({ orderId });
    expect((await collect(saphan.deposits({ limit: 1 })))[0]).toMatchObject({ ref: data.ref });
    const entries = await collect(saphan.balanceEntries({ limit: 1 }));
    expect(entries[0]).toMatchObject({ order_id: orderId, held: 1 });
    expect(entries.length).toBeGreaterThan(1);
  });
});

describe('an idempotency key', () => {
  it('of the caller makes one payment of two calls', async () => {
    const idempotencyKey = `order-${randomUUID()}`;
    const first = await saphan.createQrCode(qrCode, { idempotencyKey });
    expect(await saphan.createQrCode(qrCode, { idempotencyKey })).toEqual(first);
    const inBody = { ...qrCode, idempotency_key: idempotencyKey };
    expect(await saphan.createQrCode(inBody)).toEqual(first);
  });

  it('is unique for each call unless the caller sets one', async () => {
    const first = await saphan.createQrCode(qrCode);
    expect((await saphan.createQrCode(qrCode)).payment_id).not.toBe(first.payment_id);
  });
});

describe('an error response', () => {
  it('of the QR API is a SaphanError with code, parameter and request id', async () => {
    const error = await refusalOf(saphan.createQrCode({ ...qrCode, amount: 0 }));
    expect(error).toMatchObject({
      name: 'SaphanError',
      status: 422,
      code: 'invalid_amount',
      type: 'validation_error',
      param: 'amount',
      docUrl: 'http://localhost:8080/docs/errors#error-invalid_amount',
    });
    expect(error.requestId).toMatch(/^req_/);
    expect(error.message).not.toBe('');
  });

  it('of the bank-transfer API has the same fields', async () => {
    const tooMuch = { ...withdrawalRequest, amount: 2_000_000 };
    const error = await refusalOf(saphan.createWithdrawal(tooMuch));
    expect(error).toMatchObject({
      status: 403,
      code: 'insufficient_funds',
      type: 'payment_error',
      param: null,
      message: 'Insufficient available balance.',
    });
    expect(error.requestId).toMatch(/^req_/);
  });

  it('of a permanent error is not retried', async () => {
    let calls = 0;
    const counting = clientWith({
      fetch: (...args) => {
        calls++;
        return fetch(...args);
      },
    });
    const error = await refusalOf(counting.readPayment('pay_0000000000000000000000000'));
    expect([error.status, error.code, calls]).toEqual([404, 'payment_not_found', 1]);
  });

  it('for a wrong key has the code unauthorized', async () => {
    const stranger = clientWith({ apiKey: 'sk_test_nobody' });
    const error = await refusalOf(stranger.readBalance());
    expect(error).toMatchObject({ status: 401, code: 'unauthorized' });
  });
});

describe('an id', () => {
  it.each(['', '..', 'a/b', 'pay_1?x=1', 'pay 1'])(
    'of %p is rejected before a request is sent',
    async (id) => {
      await expect(saphan.readPayment(id)).rejects.toThrow(TypeError);
    },
  );
});
