import { previewRefund, refundableAmount } from '../../src/application/payments/refund-terms';
import type { RefundablePayment } from '../../src/db/orders/refunds';
import { applyPending } from '../../src/db/orders/apply-transition';
import { testDatabase } from '../support/database';
import { testCallback, testDeposit, testDeps, testMerchant } from '../support/gateway';
import { payer } from '../support/refunds';

describe('the amount of a refund', () => {
  const payment: RefundablePayment = {
    status: 'succeeded',
    method: 'qr',
    accountId: 'default',
    refunds: 1,
    creditedSatang: 10_000,
    reversedSatang: 500,
    refundingSatang: 4_000,
    completedForDays: 1,
    clientSealed: null,
    callbackSealed: null,
  };
  const refused = expect.objectContaining({ code: 'refund_exceeds_remaining' });

  it('is limited to the part neither reversed nor refunded, to the satang', () => {
    expect(refundableAmount(payment, null)).toBe(5_500);
    expect(refundableAmount(payment, 5_500)).toBe(5_500);
    expect(() => refundableAmount(payment, 5_501)).toThrow(refused);
  });

  it('is refused when nothing remains', () => {
    const refunded = { ...payment, refundingSatang: 9_500 };
    expect(() => refundableAmount(refunded, null)).toThrow(refused);
  });
});

test('a preview for a deposit gets payment_not_found, like a refund of it', async () => {
  const { knex } = await testDatabase();
  const deps = testDeps(knex);
  const { merchant } = await testMerchant(knex);
  const { orderId } = await testDeposit(deps, merchant);
  await testCallback(deps, orderId, { heard: 'succeeded' });
  await applyPending(knex, orderId);
  expect(await knex('orders').where('id', orderId).first()).toMatchObject({ status: 'succeeded' });
  const preview = previewRefund(
    deps,
    { ...merchant, permission: 'withdraw' },
    { paymentId: orderId, amountSatang: null, destination: { ...payer, bankCode: null } },
  );
  await expect(preview).rejects.toMatchObject({ code: 'payment_not_found' });
});
