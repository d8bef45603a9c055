import { findViolations } from '../../../../src/reports/store/invariants';
import { openSubject } from '../../../../src/platform/observe/request-subject';
import { billAccount, omiseAccount, putOnAccount } from '../../../support/provider-accounts';
import { startShop } from './shop';

let shop: Awaited<ReturnType<typeof startShop>>;
beforeAll(async () => {
  shop = await startShop();
});
afterEach(async () => {
  expect(await findViolations(shop.db)).toEqual([]);
});

const destination = { bank_name: 'KBANK', account_number: '5556667778', account_name: 'Given' };

async function paidAt(account: 'default' | 'scb-bill' | 'omise'): Promise<string> {
  const paymentId = await shop.paid();
  if (account === 'default') return paymentId;
  const accountId = await (account === 'omise' ? omiseAccount : billAccount)(shop.deps);
  await putOnAccount(shop.deps, paymentId, accountId);
  return paymentId;
}
const subjectOf = async (refundId: string) => {
  const row = await shop.db('provider_requests').where('order_id', refundId).first();
  return [row.is_manual as boolean, openSubject(shop.deps.vault, row.subject_sealed as string)];
};

test.each([
  ['default', 'push'],
  ['scb-bill', 'manual'],
  ['omise', 'native'],
] as const)('a payment at %s shows the refund method %s', async (account, method) => {
  const id = await paidAt(account);
  expect(await shop.readPayment(id)).toMatchObject({ refund_method: method });
  const list = await shop.get('/Thai/v1/payments?limit=1');
  expect(list.body).toMatchObject({ payments: [{ payment_id: id, refund_method: method }] });
});

describe('a manual refund', () => {
  it('needs a destination that the provider may not have reported', async () => {
    const payment_id = await paidAt('scb-bill');
    expect((await shop.refund({ payment_id })).code).toBe('missing_destination');
    const refund = await shop.created({ payment_id, destination });
    expect(refund).toMatchObject({
      method: 'manual',
      status: 'pending',
      destination: { type: 'bank_account', account_number: 'xxx-x-x6777-x' },
    });
    expect(await subjectOf(refund.refund_id)).toMatchObject([
      true,
      { account: { accountNumber: '5556667778' } },
    ]);
    expect(await shop.readRefund(refund.refund_id)).toEqual(refund);
  });
});

describe("a payment of the merchant's own account", () => {
  it('is not refunded by an operator, who would pay it from the platform', async () => {
    const payment_id = await shop.paid();
    const own = await billAccount(shop.deps, shop.merchant.id);
    await putOnAccount(shop.deps, payment_id, own);
    expect(await shop.readPayment(payment_id)).toMatchObject({ refund_method: null });
    const refunds = await shop.countRefunds();
    const answer = await shop.refund({ payment_id, destination });
    expect([answer.status, answer.code]).toEqual([400, 'payment_not_refundable']);
    expect(await shop.countRefunds()).toBe(refunds);
    await shop.db('provider_accounts').where('id', own).update({ merchant_id: null });
  });
});

describe('a native refund', () => {
  it('goes to the payer, whom the provider knows', async () => {
    const payment_id = await paidAt('omise');
    const refund = await shop.created({ payment_id, amount: 40 });
    expect(refund).toMatchObject({
      method: 'native',
      destination: { type: 'payer', bank_name: null, account_number: null },
    });
    expect(await subjectOf(refund.refund_id)).toMatchObject([false, { account: null }]);
    expect(await shop.readRefund(refund.refund_id)).toEqual(refund);
  });

  it('rejects a destination, to which the provider would not pay', async () => {
    const payment_id = await paidAt('omise');
    const before = await shop.balance();
    const answer = await shop.refund({ payment_id, destination });
    expect([answer.status, answer.code]).toEqual([400, 'destination_not_supported']);
    expect(await shop.balance()).toEqual(before);
  });

  it('is rejected after the days of the provider', async () => {
    const payment_id = await paidAt('omise');
    await shop
      .db('orders')
      .where('id', payment_id)
      .update({ completed_at: new Date(Date.now() - 366 * 86_400_000) });
    expect((await shop.refund({ payment_id })).code).toBe('refund_window_passed');
  });
});
