import {
  readCallbackEvents,
  readCallbacks,
  readEvents,
  readLeftovers,
  readOrders,
} from '../../../chaos/verdict/read-database';
import { judge } from '../../../chaos/verdict/judge';
import { createMerchant } from '../../../src/merchants/create-merchant';
import { applyPending } from '../../../src/orders/store/apply-transition';
import { findViolations } from '../../../src/reports/store/invariants';
import { consistentFacts } from '../../chaos/consistent-facts';
import { testDatabase, withoutTriggers } from '../../support/database';
import {
  testCallback,
  testDeps,
  testDeposit,
  testMerchant,
  testPayment,
  testWithdrawal,
} from '../../support/gateway';

async function startShop() {
  const { knex } = await testDatabase();
  const deps = testDeps(knex);
  const { merchant } = await testMerchant(knex, { openingSatang: 100_000 });
  return { knex, deps, merchant };
}

describe('the facts of a chaos run', () => {
  it('contain every order under its mark', async () => {
    const { knex, deps, merchant } = await startShop();
    const paymentId = await testPayment(deps, merchant, { reference: 'mark-1' });
    const { orderId: depositId } = await testDeposit(deps, merchant, { userName: 'mark-2' });
    const withdrawalId = await testWithdrawal(deps, merchant, { username: 'mark-3' });
    // An excess payment: the excess is in suspense.
    await testCallback(deps, paymentId, { reported: 'succeeded', amountSatang: 10_700 });
    await applyPending(knex, paymentId);
    await testCallback(deps, withdrawalId, { reported: 'succeeded' });
    await applyPending(knex, withdrawalId);
    const orders = new Map((await readOrders(knex)).map((order) => [order.id, order]));
    expect(orders.get(paymentId)).toMatchObject({
      kind: 'payment',
      status: 'succeeded',
      mark: 'mark-1',
    });
    expect(orders.get(paymentId)?.overdueMs).toBeLessThan(0);
    expect(orders.get(depositId)).toMatchObject({ mark: 'mark-2' });
    expect(orders.get(withdrawalId)).toMatchObject({
      mark: 'mark-3',
      status: 'succeeded',
      overdueMs: null,
    });
  });

  it('contain a pending callback with its outbox row until it is applied', async () => {
    const { knex, deps, merchant } = await startShop();
    const paymentId = await testPayment(deps, merchant);
    const callbackId = await testCallback(deps, paymentId, { reported: 'succeeded' });
    const before = await readLeftovers(knex);
    expect(before.callbacks).toEqual([callbackId]);
    expect(before.messages).toEqual(
      expect.arrayContaining([`start ${paymentId}`, `callback ${paymentId}`]),
    );
    await applyPending(knex, paymentId);
    expect((await readLeftovers(knex)).callbacks).toEqual([]);
  });

  it('contain a provider request until its order has ended', async () => {
    const { knex, deps, merchant } = await startShop();
    const withdrawalId = await testWithdrawal(deps, merchant);
    expect((await readLeftovers(knex)).requests).toEqual([withdrawalId]);
  });

  it('contain each event with its callback and the time of arrival', async () => {
    const { knex, deps, merchant } = await startShop();
    const paymentId = await testPayment(deps, merchant);
    await testCallback(deps, paymentId, { reported: 'succeeded', transactionId: 'T1' });
    await applyPending(knex, paymentId);
    const [, paid] = (await readEvents(knex)).toSorted((a, b) => a.name.localeCompare(b.name));
    expect(paid).toMatchObject({ name: 'payment.succeeded', merchantId: merchant.id });
    const brought = await readCallbackEvents(knex);
    expect(brought).toEqual([{ eventId: paid?.id, receivedMs: expect.any(Number) }]);
    expect(await readCallbacks(knex)).toEqual([
      { orderId: paymentId, outcome: 'succeeded', transactionId: 'T1', amountSatang: null },
    ]);
  });

  it('contain each row that violates an invariant, as a finding', async () => {
    const { knex, deps, merchant } = await startShop();
    const paid = await testPayment(deps, merchant);
    await testCallback(deps, paid, { reported: 'succeeded' });
    await applyPending(knex, paid);
    const foundNow = async () =>
      judge({ ...consistentFacts(), violations: await findViolations(knex) }).map(
        ({ check, kind, subject }) => ({ check, kind, subject }),
      );
    expect(await foundNow()).toEqual([]);
    const { merchantId: other } = await createMerchant(knex, 'Other shop', 0);
    // The transfers of a payment get another merchant; the balances follow the transfers.
    await withoutTriggers(knex, `update transfers set merchant_id = ? where kind = 'receive'`, [
      other,
    ]);
    await knex('balances').where('merchant_id', merchant.id).decrement('available_satang', 10_000);
    await knex('balances').where('merchant_id', other).increment('available_satang', 10_000);
    const transfer = await knex('transfers').where('kind', 'receive').first('id');
    expect(await foundNow()).toEqual([
      {
        check: 'invariantsHold',
        kind: 'unbalanced',
        subject: expect.stringContaining(`"id":${String(transfer.id)},`),
      },
    ]);
  });
});
