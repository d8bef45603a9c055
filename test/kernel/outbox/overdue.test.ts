import { dispatchMessage } from '../../../src/kernel/outbox/dispatch-message';
import { ORDERS_QUEUE } from '../../../workflows/contract';
import { testTemporal } from '../../support/temporal';
import { until } from '../../support/until';

const OVERDUE = 200;
const POLLED = 20;
const MINUTE_MS = 60_000;
/** Starts at a time: each has a deadline. */
const AT_ONCE = 20;
const label = async () => ({ staticSummary: 'QR payment', staticDetails: '' });

test('the callback of an open order precedes the orders that an outage made overdue', async () => {
  const { client, namespace } = await testTemporal();
  const rpc = client.connection.workflowService;
  const facts = {
    workflow: 'qrPayment',
    merchantId: 'mer_1',
    reference: null,
  } as const;
  let id = 0;
  const start = (subject: string, deadlineMs: number) => {
    const detail = { ...facts, deadline: new Date(deadlineMs).toISOString() };
    return dispatchMessage(client, { id: ++id, topic: 'start', subject, detail }, label);
  };
  const pay = (subject: string) => {
    const detail = { ...facts, callbackId: 'cb_1' };
    return dispatchMessage(client, { id: ++id, topic: 'callback', subject, detail }, label);
  };
  const nowMs = Date.now();
  for (let n = 0; n < OVERDUE; n += AT_ONCE) {
    // Due during an outage of half an hour.
    const deadline = (m: number) => nowMs - (m % 30) * MINUTE_MS;
    const together = Array.from({ length: AT_ONCE }, (_, m) => n + m);
    await Promise.all(together.map((m) => start(`pay_old_${m}`, deadline(m))));
  }
  const taskQueue = { name: ORDERS_QUEUE };
  const backlog = async () => {
    const described = await rpc.describeTaskQueue({
      namespace,
      taskQueue,
      taskQueueType: 1,
      reportStats: true,
    });
    return Number(described.stats?.approximateBacklogCount);
  };
  await until(async () => (await backlog()) >= OVERDUE, { describe: 'they wait in the queue' });
  // Created at the same time as the others: only the deadline differs.
  await start('pay_new', nowMs + 15 * MINUTE_MS);
  await pay('pay_new');
  await until(async () => (await backlog()) > OVERDUE, { describe: 'the new one waits as well' });

  const polled: (string | null | undefined)[] = [];
  while (polled.length < POLLED && !polled.includes('pay_new')) {
    const task = await client.withDeadline(Date.now() + 30_000, () =>
      rpc.pollWorkflowTaskQueue({ namespace, taskQueue, identity: 'test' }),
    );
    polled.push(task.workflowExecution?.workflowId);
  }
  expect(polled).toContain('pay_new');
});
