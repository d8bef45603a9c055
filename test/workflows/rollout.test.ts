import type { Client } from '@temporalio/client';
import type { Worker } from '@temporalio/worker';
import { findViolations } from '../../src/reports/store/invariants';
import { testDatabase } from '../support/database';
import { testCallback, testDeps, testMerchant, testPayment } from '../support/gateway';
import { testTemporal } from '../support/temporal';
import { until } from '../support/until';
import { runGateway } from '../support/worker';
import { bundleWithPlant, type Plant } from './bundle-with-plant';

/** A change of every order workflow that follows CONTRIBUTING.md. */
const nextRelease: Plant = {
  file: 'orders.ts',
  edits: [
    ['  defineSignal,\n', '  defineSignal,\n  patched,\n  sleep,\n'],
    ['  for (;;) {\n', "  const pauses = patched('pauses-first');\n  for (;;) {\n"],
    [
      'await advanceOrder(orderId);',
      'await (pauses ? sleep(1).then(() => advanceOrder(orderId)) : advanceOrder(orderId));',
    ],
  ],
};

let knex: Awaited<ReturnType<typeof testDatabase>>['knex'];
let temporal: Awaited<ReturnType<typeof testTemporal>>;
let nextBundle: { readonly code: string };

beforeAll(async () => {
  ({ knex } = await testDatabase());
  temporal = await testTemporal();
  nextBundle = await bundleWithPlant(nextRelease);
});
afterEach(async () => {
  expect(await findViolations(knex)).toEqual([]);
});

const today = () => runGateway(testDeps(knex), temporal);
const next = () => runGateway(testDeps(knex), { ...temporal, workflowBundle: nextBundle });
type Gateway = Awaited<ReturnType<typeof today>>;

async function stop({ workers }: Gateway): Promise<void> {
  for (const worker of workers) worker.shutdown();
  const isStopped = (worker: Worker) => worker.getState() === 'STOPPED';
  await until(() => workers.every(isStopped), { describe: 'the workers have stopped' });
}

/** A payment with a running workflow, open after a short payment. */
async function begin({ deps }: Gateway, count: number): Promise<string[]> {
  const { merchant } = await testMerchant(knex);
  const ids = await Promise.all(Array.from({ length: count }, () => testPayment(deps, merchant)));
  const tooLittle = { reported: 'succeeded', amountSatang: 9_000 } as const;
  await Promise.all(
    ids.map((id) => testCallback(deps, id, { ...tooLittle, transactionId: `first ${id}` })),
  );
  await applied(ids);
  return ids;
}

const finish = ({ deps }: Gateway, ids: readonly string[]) =>
  Promise.all(
    ids.map((id) =>
      testCallback(deps, id, { reported: 'succeeded', transactionId: `second ${id}` }),
    ),
  );

const applied = (ids: readonly string[]) =>
  until(
    async () =>
      (await knex('callbacks').whereIn('order_id', ids).where('applied_at', null)).length === 0,
    { describe: 'every callback was applied' },
  );

const ended = (ids: readonly string[]) =>
  until(
    async () => {
      const states = await Promise.all(
        ids.map(
          async (id) => (await temporal.client.workflow.getHandle(id).describe()).status.name,
        ),
      );
      return states.every((state) => state === 'COMPLETED');
    },
    { describe: 'every workflow has ended' },
  );

/** Counts of patches and of failed tasks in a history. */
async function historyOf(client: Client, id: string) {
  const { events } = await client.workflow.getHandle(id).fetchHistory();
  const count = (name: 'markerRecordedEventAttributes' | 'workflowTaskFailedEventAttributes') =>
    (events ?? []).flatMap((event) => event[name] ?? []);
  return {
    patches: count('markerRecordedEventAttributes').filter(
      (marker) => 'markerName' in marker && marker.markerName === 'core_patch',
    ).length,
    failures: count('workflowTaskFailedEventAttributes').length,
  };
}

test('workflows of the old build end on the new one after both have polled', async () => {
  const old = await today();
  const before = await begin(old, 10);
  const fresh = await next();
  const during = await begin(fresh, 10);
  await finish(fresh, [...before.slice(0, 5), ...during.slice(0, 5)]);
  await stop(old);
  await finish(fresh, [...before.slice(5), ...during.slice(5)]);
  await applied([...before, ...during]);
  await ended([...before, ...during]);
  for (const id of before) {
    // It ends on the old branch, without a failed workflow task.
    expect(await historyOf(temporal.client, id)).toEqual({ patches: 0, failures: 0 });
  }
  expect(
    await knex('orders')
      .whereIn('id', [...before, ...during])
      .pluck('status'),
  ).toEqual(Array.from({ length: 20 }, () => 'succeeded'));
  await stop(fresh);
});

test('a workflow of the new build waits while only the old build polls', async () => {
  const fresh = await next();
  const [id = ''] = await begin(fresh, 1);
  expect(await historyOf(temporal.client, id)).toMatchObject({ patches: 1 });
  await stop(fresh);
  const old = await today();
  await finish(old, [id]);
  const failedOnce = async () => {
    const { raw } = await temporal.client.workflow.getHandle(id).describe();
    return (raw.pendingWorkflowTask?.attempt ?? 0) > 1;
  };
  await until(failedOnce, { describe: 'the old build has tried' });
  expect(await knex('orders').where('id', id).first('status')).toEqual({ status: 'pending' });
  const again = await next();
  await stop(old);
  await applied([id]);
  await ended([id]);
  expect(await knex('orders').where('id', id).first('status')).toEqual({ status: 'succeeded' });
  expect(await knex('transfers').where({ order_id: id, kind: 'receive' })).toHaveLength(1);
  await stop(again);
});
