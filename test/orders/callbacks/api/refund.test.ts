import { applyPending } from '../../../../src/orders/store/apply-transition';
import { findViolations } from '../../../../src/reports/store/invariants';
import { testMerchant } from '../../../support/gateway';
import { testPaidPayment, testRefund } from '../../../support/refunds';
import { until } from '../../../support/until';
import { PROVIDER_KEY } from '../../../http/api';
import { startShop } from '../../refund/api/shop';

let shop: Awaited<ReturnType<typeof startShop>>;
beforeAll(async () => {
  shop = await startShop({ awaitsWorker: true });
});
afterEach(async () => {
  expect(await findViolations(shop.db)).toEqual([]);
});

const path = '/refund/gw/webhook';
const sendCallback = (body: object, key: string | null = PROVIDER_KEY) =>
  shop.post(path, body, { key });

/** Sends a callback and applies it as the refund's workflow does. */
async function sendAndApply(orderId: string, body: object, key?: string) {
  let answered = false;
  const [answer] = await Promise.all([
    sendCallback({ orderId, ...body }, key).finally(() => (answered = true)),
    until(
      async () => {
        await applyPending(shop.db, orderId);
        return answered;
      },
      { describe: `an answer about ${orderId}` },
    ),
  ]);
  return answer;
}

async function refund() {
  const payment_id = await shop.paid();
  const before = await shop.balance();
  const { refund_id } = await shop.created({ payment_id });
  return { payment_id, refund_id, before };
}

describe('201: a callback of a refund', () => {
  it('of success posts the hold and updates the payment', async () => {
    const { payment_id, refund_id, before } = await refund();
    const answer = await sendAndApply(refund_id, {
      status: 'success',
      amount: 100,
      transactionId: 'R',
    });
    expect([answer.status, answer.body]).toEqual([201, { status: true, message: 'Applied.' }]);
    expect(await shop.readRefund(refund_id)).toMatchObject({ status: 'succeeded', failure: null });
    expect(await shop.balance()).toEqual([before[0] - 10_000, before[1]]);
    expect(await shop.readPayment(payment_id)).toMatchObject({ amount_refunded: 100 });
  });

  it('of failure voids the hold and stores the reason', async () => {
    const { payment_id, refund_id, before } = await refund();
    await sendAndApply(refund_id, {
      status: 'rejected',
      failure: { code: 'closed', message: 'Closed.' },
    });
    expect(await shop.readRefund(refund_id)).toMatchObject({
      status: 'failed',
      failure: { code: 'closed', message: 'Closed.' },
      completed_at: null,
    });
    expect(await shop.balance()).toEqual(before);
    expect(await shop.readPayment(payment_id)).toMatchObject({ amount_refunded: 0 });
  });

  it.each(['success', 'failed'])(
    'of %s, received 50 times concurrently, sends one event',
    async (status) => {
      const { payment_id, refund_id, before } = await refund();
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => sendAndApply(refund_id, { status })),
      );
      expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201]));
      const given = status === 'success' ? 10_000 : 0;
      expect(await shop.balance()).toEqual([before[0] - given, before[1]]);
      expect(await shop.readPayment(payment_id)).toMatchObject({ amount_refunded: given / 100 });
      expect(await shop.db('events').where('order_id', refund_id).pluck('sequence')).toEqual([1]);
      expect(await shop.exceptions(refund_id)).toEqual([]);
    },
  );

  it.each([
    ['success', 'failed', 10_000],
    ['failed', 'success', 0],
  ])(
    'of %s and then of %s changes nothing and opens an exception',
    async (first, second, given) => {
      const { payment_id, refund_id, before } = await refund();
      await sendAndApply(refund_id, { status: first });
      const contradicting = await sendAndApply(refund_id, { status: second });
      expect(contradicting.status).toBe(201);
      expect(await shop.balance()).toEqual([before[0] - given, before[1]]);
      expect(await shop.readPayment(payment_id)).toMatchObject({ amount_refunded: given / 100 });
      expect(await shop.exceptions(refund_id)).toEqual(['conflict']);
      expect(await shop.db('events').where('order_id', refund_id)).toHaveLength(1);
    },
  );

  it('of success and of failure, sent concurrently, leads to one final state', async () => {
    for (let round = 0; round < 10; round++) {
      const { refund_id, before } = await refund();
      await Promise.all(['success', 'failed'].map((status) => sendAndApply(refund_id, { status })));
      const { status } = await shop.readRefund(refund_id);
      const given = status === 'succeeded' ? 10_000 : 0;
      expect(['succeeded', 'failed']).toContain(status);
      expect(await shop.balance()).toEqual([before[0] - given, before[1]]);
      expect(await shop.exceptions(refund_id)).toEqual(['conflict']);
    }
  });

  it('with another amount leaves the refund open and opens an exception', async () => {
    const { refund_id, before } = await refund();
    await sendAndApply(refund_id, { status: 'success', amount: 99.5 });
    expect(await shop.readRefund(refund_id)).toMatchObject({ status: 'pending' });
    expect(await shop.balance()).toEqual([before[0] - 10_000, before[1] + 10_000]);
    expect(await shop.exceptions(refund_id)).toEqual(['amount_mismatch']);
  });

  it('is applied for a merchant that has been disabled since', async () => {
    const { merchant } = await testMerchant(shop.db);
    const paymentId = await testPaidPayment(shop.deps, merchant);
    const id = await testRefund(shop.deps, merchant, { paymentId });
    await shop.db('merchants').where('id', merchant.id).update({ status: 'disabled' });
    await sendAndApply(id, { status: 'failed' });
    const [balance] = await shop.db('balances').where('merchant_id', merchant.id);
    expect(balance).toMatchObject({ available_satang: 10_000, held_satang: 0 });
  });

  it("can be sent with the merchant's own key in a sandbox", async () => {
    const { refund_id } = await refund();
    expect((await sendAndApply(refund_id, { status: 'success' }, shop.apiKey)).status).toBe(201);
  });
});

describe('404: an unknown refund', () => {
  it("includes another merchant's, for a merchant", async () => {
    const { merchant } = await testMerchant(shop.db);
    const paymentId = await testPaidPayment(shop.deps, merchant);
    const orderId = await testRefund(shop.deps, merchant, { paymentId });
    const answer = await sendCallback({ orderId, status: 'success' }, shop.apiKey);
    expect([answer.status, answer.code]).toEqual([404, 'order_not_found']);
    expect(await shop.db('callbacks').where('named_order', orderId)).toEqual([]);
  });

  it('includes a payment, whose callback is stored and changes nothing', async () => {
    const { payment_id: orderId } = await shop.createQrCode();
    const answer = await sendCallback({ orderId, status: 'success' });
    expect([answer.status, answer.code]).toEqual([404, 'order_not_found']);
    expect(await shop.readPayment(orderId)).toMatchObject({ status: 'pending' });
    expect(await shop.db('callbacks').where('named_order', orderId)).toMatchObject([
      { route: 'refund', order_id: null, outcome: 'unknown_order' },
    ]);
  });

  it('includes a refund at the path of withdrawals', async () => {
    const { refund_id: orderId } = await refund();
    const body = { orderId, status: 'success' };
    const answer = await shop.post('/withdraw/gw/webhook', body, { key: PROVIDER_KEY });
    expect(answer.code).toBe('order_not_found');
    expect(await shop.readRefund(orderId)).toMatchObject({ status: 'pending' });
  });
});

describe('400: an invalid callback', () => {
  it.each([
    [{ status: 'weird' }, 'invalid_status', 'status'],
    [{}, 'missing_parameter', 'status'],
    [{ status: 'success', amount: 0 }, 'invalid_amount', 'amount'],
  ])('%p is kept and changes nothing', async (body, code, param) => {
    const { refund_id } = await refund();
    const answer = await sendCallback({ orderId: refund_id, ...body });
    expect([answer.status, answer.code, answer.param]).toEqual([400, code, param]);
    const kept = await shop.db('callbacks').where('named_order', refund_id).pluck('outcome');
    expect(kept).toEqual(['refused']);
    expect(await shop.readRefund(refund_id)).toMatchObject({ status: 'pending' });
  });
});
