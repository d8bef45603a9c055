import { ApplicationFailure } from '@temporalio/common';
import type { Activities } from '../../activities';
import { findViolations } from '../../src/reports/store/invariants';
import { newId } from '../../src/platform/new-id';
import { noTracer } from '../../src/platform/observe/tracing';
import { HOUSEKEEPING, ORDERS_QUEUE } from '../../workflows/contract';
import type { housekeeping } from '../../workflows';
import { saveHistory } from '../support/histories';
import { testMerchant, testPayment, testRequest } from '../support/gateway';
import { startRunning } from '../support/running';
import { testTemporal } from '../support/temporal';
import { until } from '../support/until';
import { runWorkers } from '../support/worker';

test('housekeeping restarts an order whose workflow was lost', async () => {
  const { client, knex, deps, status, closed } = await startRunning();
  const { merchant } = await testMerchant(knex);
  const paymentId = await testPayment(deps, merchant);
  await until(async () => (await knex('outbox_messages')).length === 0, {
    describe: 'Temporal knows the payment',
  });
  // Without its workflow the payment would never expire.
  await client.workflow.getHandle(paymentId).terminate();
  const past = new Date(Date.now() - 10 * 60_000);
  await knex('orders').where('id', paymentId).update({ created_at: past, expires_at: past });

  const day = 24 * 60 * 60_000;
  await testRequest(deps, merchant, { id: newId('req_', Date.now() - 8 * day) });

  const bound = { merchant_id: merchant.id, operation: 'o', status: 200, body: '{}' };
  const fingerprint = Buffer.alloc(32);
  await knex('idempotency_keys').insert([
    { ...bound, fingerprint, key: 'expired', expires_at: past },
    { ...bound, fingerprint, key: 'live' },
  ]);

  const workflowId = 'housekeeping';
  const done = await client.workflow.execute<typeof housekeeping>('housekeeping', {
    workflowId,
    taskQueue: ORDERS_QUEUE,
  });
  expect(Object.keys(done)).toEqual(HOUSEKEEPING);
  expect(done).toMatchObject({ sweepForgotten: 1, purgeExpiredKeys: 1, purgeSlipImages: 0 });
  // The request is older than every partition.
  expect(done).toMatchObject({ purgeRequests: 0, rotatePartitions: 1, enforceRetention: 0 });
  expect(await knex('api_requests')).toEqual([]);
  expect(await knex('idempotency_keys').pluck('key')).toEqual(['live']);
  await closed(paymentId);
  expect(await status(paymentId)).toBe('expired');
  expect(await findViolations(knex)).toEqual([]);
  await saveHistory(client, workflowId, 'housekeeping-done');
});

test('a step of housekeeping that fails does not prevent the next ones', async () => {
  const ran: string[] = [];
  const failing = new Set<string>(['purgeSlipImages', 'purgeEvents']);
  const activities = HOUSEKEEPING.map((name) => {
    const step = async () => {
      ran.push(name);
      if (failing.has(name)) throw ApplicationFailure.nonRetryable(`planted in ${name}`);
      return 1;
    };
    return [name, step] as const;
  });
  const temporal = await testTemporal();
  const { client } = temporal;
  const planted = Object.fromEntries(activities) as Partial<Activities> as Activities;
  await runWorkers(temporal, planted, noTracer);
  const workflowId = 'housekeeping';
  const ending = client.workflow.execute<typeof housekeeping>('housekeeping', {
    workflowId,
    taskQueue: ORDERS_QUEUE,
  });
  await expect(ending).rejects.toMatchObject({
    cause: { activityType: 'purgeSlipImages', cause: { message: 'planted in purgeSlipImages' } },
  });
  expect(ran).toEqual(HOUSEKEEPING);
  await saveHistory(client, workflowId, 'housekeeping-failed');
});
