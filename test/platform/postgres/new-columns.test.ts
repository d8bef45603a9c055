import { findOrderDetail } from '../../../src/exceptions/find-order-detail';
import { applyPending } from '../../../src/orders/store/apply-transition';
import { connect, type Db } from '../../../src/platform/postgres/connect';
import { undispatchedDeliveries } from '../../../src/webhooks/store/deliveries';
import type { Merchant } from '../../../src/kernel/merchants/store';
import {
  claimRequest,
  closeRequest,
  findRequestProgress,
  recordRequestResult,
} from '../../../src/orders/store/provider-requests';
import { closeAfterFile } from '../../support/close-after-file';
import { testDatabase } from '../../support/database';
import { testAttempt } from '../../support/deliveries';
import {
  testCallback,
  testDeposit,
  testDeps,
  testMerchant,
  testWebhook,
  testWithdrawal,
} from '../../support/gateway';
import { testPaidPayment, testRefund } from '../../support/refunds';

type Deps = ReturnType<typeof testDeps>;

/** Orders of every kind from creation to their end, and the console's view of them. */
async function runOrders(deps: Deps, merchant: Merchant): Promise<void> {
  const { db } = deps;
  const payment = await testPaidPayment(deps, merchant);
  const deposit = (await testDeposit(deps, merchant)).orderId;
  const withdrawal = await testWithdrawal(deps, merchant);
  const refund = await testRefund(deps, merchant, { paymentId: payment });
  for (const id of [deposit, withdrawal, refund]) {
    await testCallback(deps, id, { reported: 'succeeded', transactionId: id });
    if (id !== deposit) await askFor(db, id);
    expect((await applyPending(db, id))?.status).toBe('succeeded');
  }
  for (const id of [payment, deposit, withdrawal, refund]) {
    for (const { id: deliveryId } of await undispatchedDeliveries(db, id)) {
      await testAttempt(deps, deliveryId, {});
    }
    expect((await findOrderDetail(deps, id)).order.status).toBe('succeeded');
  }
}

async function askFor(db: Db, orderId: string): Promise<void> {
  const progress = await findRequestProgress(db, orderId);
  await claimRequest(db, orderId, { claims: progress?.claims ?? 0, restoredAt: null }, false);
  const answered = {
    inquiryInMs: 1_000,
    inquiries: 0,
    failedCalls: 0,
    unclaimed: false,
    isDenied: null,
    isAccepted: false,
  };
  await recordRequestResult(db, {
    orderId,
    claims: 1,
    providerRef: `ref of ${orderId}`,
    ...answered,
  });
  await closeRequest(db, orderId, new Date());
}

test('prepared statements keep working when tables gain a column', async () => {
  const { knex, url } = await testDatabase();
  const db = connect(url, { poolMax: 1 });
  closeAfterFile(() => db.destroy());
  const deps = testDeps(db);
  const { merchant } = await testMerchant(knex, { openingSatang: 1_000_000 });
  const events = ['payment.succeeded', 'withdrawal.succeeded', 'refund.completed'] as const;
  await testWebhook(deps, merchant, 'https://shop.example/hooks', events);
  await runOrders(deps, merchant);
  const learnt = await db('pg_prepared_statements').pluck<string[]>('name');
  expect(learnt).toEqual(
    expect.arrayContaining(['lock-order', 'write-transition', 'write-attempt']),
  );
  const { rows: tables } = await knex.raw<{ rows: { name: string }[] }>(`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace
      and relkind in ('r', 'p') and not relispartition`);
  for (const { name } of tables)
    await knex.raw('alter table ?? add column added_since text', [name]);
  await runOrders(deps, merchant);
  expect(await db('pg_prepared_statements').pluck('name')).toEqual(expect.arrayContaining(learnt));
});
