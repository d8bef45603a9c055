import { findViolations } from '../../../../src/reports/store/invariants';
import { testMerchant } from '../../../support/gateway';
import { refundsPath, startShop } from './shop';

let shop: Awaited<ReturnType<typeof startShop>>;
beforeAll(async () => {
  shop = await startShop();
});
afterEach(async () => {
  expect(await findViolations(shop.db)).toEqual([]);
});

describe('200: a refund', () => {
  it('without an amount is of the remaining amount', async () => {
    const payment_id = await shop.paid();
    const before = await shop.balance();
    const metadata = { order: 'A-1', nested: { n: [1, null] } };
    const answer = await shop.refund({ payment_id, reason: '  of no use ', metadata });
    const body = answer.body as { refund_id: string; created_at: string };
    expect(answer.body).toEqual({
      refund_id: expect.stringMatching(/^re_[0-9a-z]{26}$/),
      payment_id,
      transaction_id: `txn_${body.refund_id.slice('re_'.length)}`,
      amount: 100,
      amount_reversed: 0,
      fee: 0,
      fee_vat: 0,
      currency: 'THB',
      status: 'pending',
      method: 'push',
      reason: 'of no use',
      destination: { type: 'bank_account', bank_name: 'SCB', account_number: 'xxx-x-x2333-x' },
      failure: null,
      approval: null,
      metadata,
      created_at: expect.any(String),
      completed_at: null,
    });
    expect(await shop.readRefund(body.refund_id)).toEqual(answer.body);
    expect(await shop.balance()).toEqual([before[0] - 10_000, before[1] + 10_000]);
    expect(await shop.readPayment(payment_id)).toMatchObject({
      status: 'succeeded',
      amount: 100,
      amount_refunded: 0,
    });
  });

  it('sends no event at its creation and starts a workflow', async () => {
    const { refund_id } = await shop.created({ payment_id: await shop.paid() });
    expect(await shop.db('events').where('order_id', refund_id)).toEqual([]);
    expect(shop.deps.offered.filter(({ subject }) => subject === refund_id)).toMatchObject([
      { topic: 'start', detail: { workflow: 'refund', deadline: null } },
    ]);
  });

  it('of 40, 40 and 20 of 100 succeed and update the payment', async () => {
    const payment_id = await shop.paid();
    const before = await shop.balance();
    let refunded = 0;
    for (const amount of [40, 40, 20]) {
      const { refund_id } = await shop.created({ payment_id, amount });
      expect(await shop.readPayment(payment_id)).toMatchObject({ amount_refunded: refunded });
      await shop.sendCallback(refund_id, { reported: 'succeeded' });
      refunded += amount;
      expect(await shop.readPayment(payment_id)).toMatchObject({ amount_refunded: refunded });
      expect(await shop.readRefund(refund_id)).toMatchObject({
        status: 'succeeded',
        completed_at: expect.any(String),
        failure: null,
      });
    }
    expect(await shop.balance()).toEqual([before[0] - 10_000, before[1]]);
    expect((await shop.refund({ payment_id })).code).toBe('refund_exceeds_remaining');
  });

  it('without an amount refunds the amount that remains after earlier refunds', async () => {
    const payment_id = await shop.paid();
    await shop.created({ payment_id, amount: 30 });
    expect(await shop.created({ payment_id })).toMatchObject({ amount: 70 });
  });

  it('that fails releases its hold and the refundable amount, and can be retried', async () => {
    const payment_id = await shop.paid();
    const before = await shop.balance();
    const { refund_id } = await shop.created({ payment_id });
    expect((await shop.refund({ payment_id, amount: 1 })).code).toBe('refund_exceeds_remaining');
    const failure = { code: 'account_closed', message: 'The account is closed.' };
    await shop.sendCallback(refund_id, { reported: 'failed', failure });
    expect(await shop.readRefund(refund_id)).toMatchObject({ status: 'failed', failure });
    expect(await shop.balance()).toEqual(before);
    expect(await shop.readPayment(payment_id)).toMatchObject({ amount_refunded: 0 });
    const again = await shop.created({ payment_id });
    expect(again).toMatchObject({ amount: 100, status: 'pending' });
    await shop.sendCallback(again.refund_id, { reported: 'succeeded' });
    expect(await shop.readPayment(payment_id)).toMatchObject({ amount_refunded: 100 });
  });

  it.each(['/v1/refunds', '/Thai/refunds'])('is also created at %s', async (path) => {
    const { status } = await shop.post(path, { payment_id: await shop.paid() });
    expect(status).toBe(200);
  });

  it('of a late payment succeeds', async () => {
    const { payment_id } = await shop.createQrCode();
    await shop.post(`/v1/payments/${payment_id}/expire`);
    await shop.sendCallback(payment_id, { reported: 'succeeded' });
    const destination = { bank_name: 'KBANK', account_number: '123456', account_name: 'A' };
    expect(await shop.created({ payment_id, destination })).toMatchObject({ amount: 100 });
  });

  it("of an overpaid payment is limited to the payment's amount", async () => {
    const { payment_id } = await shop.createQrCode();
    await shop.sendCallback(payment_id, { reported: 'succeeded', amountSatang: 15_000 });
    const destination = { bank_name: 'KBANK', account_number: '123456', account_name: 'A' };
    const more = await shop.refund({ payment_id, destination, amount: 101 });
    expect([more.status, more.code]).toEqual([400, 'refund_exceeds_remaining']);
    expect(await shop.created({ payment_id, destination })).toMatchObject({ amount: 100 });
  });

  it('can use the whole balance and no more', async () => {
    const payment_id = await shop.paid();
    await shop.drainTo(9_999);
    const short = await shop.refund({ payment_id });
    expect([short.status, short.code]).toEqual([403, 'insufficient_funds']);
    expect(short.body).toMatchObject({ error: { type: 'payment_error' } });
    await shop.drainTo(10_000);
    expect(await shop.created({ payment_id })).toMatchObject({ amount: 100 });
    expect((await shop.balance())[0]).toBe(0);
  });
});

describe('the refund window of 365 days', () => {
  const completed = async (days: number) => {
    const payment_id = await shop.paid();
    const at = shop.db.raw(`now() - interval '${days} days'`);
    await shop.db('orders').where('id', payment_id).update({ completed_at: at });
    return payment_id;
  };

  it('includes its last day', async () => {
    const payment_id = await completed(364.99);
    expect(await shop.created({ payment_id })).toMatchObject({ status: 'pending' });
  });

  it('refuses refunds after it and stores nothing', async () => {
    const payment_id = await completed(365.01);
    const before = [await shop.countRefunds(), await shop.balance()];
    const answer = await shop.refund({ payment_id });
    expect([answer.status, answer.code]).toEqual([400, 'refund_window_passed']);
    expect([await shop.countRefunds(), await shop.balance()]).toEqual(before);
  });
});

describe('403: a disabled merchant', () => {
  it('cannot create refunds and can read them', async () => {
    const { merchant, apiKey } = await testMerchant(shop.db, { openingSatang: 10_000 });
    await shop.db('merchants').where('id', merchant.id).update({ status: 'disabled' });
    const { status, code } = await shop.refund({ payment_id: 'pay_1' }, { key: apiKey });
    expect([status, code]).toEqual([403, 'merchant_disabled']);
    expect((await shop.get(refundsPath, { key: apiKey })).status).toBe(200);
  });
});
