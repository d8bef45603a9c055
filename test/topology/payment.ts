import { findViolations } from '../../src/reports/store/invariants';
import { testDatabase } from '../support/database';
import { testCallback, testDeps, testMerchant, testPayment, testWebhook } from '../support/gateway';
import { startReceiver } from '../support/receiver';
import type { TestTemporal } from '../support/temporal';
import { until } from '../support/until';
import { runGateway } from '../support/worker';

/** Processes a payment from its creation to its webhook: outbox, workers and workflows. */
export async function payThrough(temporal: TestTemporal): Promise<void> {
  const { knex } = await testDatabase();
  const { deps } = await runGateway(testDeps(knex), temporal);
  const { merchant } = await testMerchant(knex);
  const receiver = await startReceiver();
  await testWebhook(deps, merchant, receiver.url, ['payment.succeeded']);
  const paymentId = await testPayment(deps, merchant);
  await testCallback(deps, paymentId, { reported: 'succeeded' });
  await receiver.waitFor(({ body }) => body.includes(paymentId));
  await until(
    async () =>
      (await temporal.client.workflow.getHandle(paymentId).describe()).status.name === 'COMPLETED',
    {
      describe: 'the workflow of the payment has ended',
    },
  );
  expect(await knex('orders').where('id', paymentId).first('status')).toEqual({
    status: 'succeeded',
  });
  expect(await findViolations(knex)).toEqual([]);
}
