import {
  findRefundTerms,
  previewRefund,
  refundableAmount,
} from '../../../src/orders/refund/refund-terms';
import type { Deps } from '../../../src/deps';
import type { RefundablePayment } from '../../../src/orders/refund/store/refunds';
import { applyPending } from '../../../src/orders/store/apply-transition';
import { testDatabase } from '../../support/database';
import { testCallback, testDeposit, testDeps, testMerchant } from '../../support/gateway';
import { payer } from '../../support/refunds';

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
    isAnswer: false,
  };
  const terms = { method: 'push', isDivisible: true, windowDays: 365, isOwnMoney: false } as const;
  const refused = expect.objectContaining({ code: 'refund_exceeds_remaining' });

  it('is limited to the part neither reversed nor refunded', () => {
    expect(refundableAmount(payment, terms, null)).toBe(5_500);
    expect(refundableAmount(payment, terms, 5_500)).toBe(5_500);
    expect(() => refundableAmount(payment, terms, 5_600)).toThrow(refused);
  });

  it('is refused when nothing remains', () => {
    const refunded = { ...payment, refundingSatang: 9_500 };
    expect(() => refundableAmount(refunded, terms, null)).toThrow(refused);
  });

  it('is the whole amount where the provider refunds in full only', () => {
    const whole = { ...terms, isDivisible: false };
    const untouched = { ...payment, reversedSatang: 0, refundingSatang: 0 };
    expect(refundableAmount(untouched, whole, null)).toBe(10_000);
    const code = 'partial_refund_not_supported';
    for (const paid of [payment, { ...untouched, reversedSatang: 1 }]) {
      expect(() => refundableAmount(paid, whole, null)).toThrow(expect.objectContaining({ code }));
    }
    expect(() => refundableAmount(untouched, whole, 9_900)).toThrow(
      expect.objectContaining({ code }),
    );
  });

  it('is refused after the days of the provider', () => {
    const month = { ...terms, windowDays: 30 };
    expect(refundableAmount({ ...payment, completedForDays: 30 }, month, null)).toBe(5_500);
    expect(() => refundableAmount({ ...payment, completedForDays: 30.01 }, month, null)).toThrow(
      expect.objectContaining({
        code: 'refund_window_passed',
        message: expect.stringMatching(/ 30 days/),
      }),
    );
  });
});

describe('the terms of a refund', () => {
  const termsAt = (traits: object, method: 'qr' | 'token' = 'qr') => {
    const account = {
      merchantId: null,
      connector: { traits: { partialRefunds: true, refundDays: null, ...traits } },
    };
    const providers = { find: () => Promise.resolve(account) } as unknown as Deps['providers'];
    return findRefundTerms({ providers }, { accountId: 'pac_1', method });
  };

  it.each([
    ['native', 'qr', 'native'],
    ['native', 'token', 'native'],
    ['push', 'qr', 'push'],
    ['push', 'token', 'native'],
    ['none', 'qr', 'manual'],
    ['none', 'token', 'manual'],
  ] as const)('of a provider with %s refunds and a %s payment are %s', async (...row) => {
    const [refund, paidBy, method] = row;
    expect(await termsAt({ refund }, paidBy)).toMatchObject({
      method,
      isDivisible: true,
      windowDays: 365,
    });
  });

  it('have the limits of the provider for native refunds only', async () => {
    const limits = { partialRefunds: false, refundDays: 30 };
    expect(await termsAt({ refund: 'native', ...limits })).toMatchObject({
      method: 'native',
      isDivisible: false,
      windowDays: 30,
    });
    const manual = { method: 'manual', isDivisible: true, windowDays: 365, isOwnMoney: false };
    expect(await termsAt({ refund: 'none', ...limits })).toEqual(manual);
    expect(await termsAt({ refund: 'native', refundDays: 400 })).toMatchObject({
      windowDays: 365,
      isOwnMoney: false,
    });
  });
});

test('a preview for a deposit gets payment_not_found, like a refund of it', async () => {
  const { knex } = await testDatabase();
  const deps = testDeps(knex);
  const { merchant } = await testMerchant(knex);
  const { orderId } = await testDeposit(deps, merchant);
  await testCallback(deps, orderId, { reported: 'succeeded' });
  await applyPending(knex, orderId);
  expect(await knex('orders').where('id', orderId).first()).toMatchObject({ status: 'succeeded' });
  const preview = previewRefund(
    deps,
    { ...merchant, permissions: ['withdraw'] },
    { paymentId: orderId, amountSatang: null, destination: { ...payer, bankCode: null } },
  );
  await expect(preview).rejects.toMatchObject({ code: 'payment_not_found' });
});
