import { WorkflowExecutionAlreadyStartedError, type Client as AnyClient } from '@temporalio/client';
import { TypedSearchAttributes, type Priority } from '@temporalio/common';
import type * as workflows from '../../../workflows';
import {
  ORDERS_QUEUE,
  WEBHOOKS_QUEUE,
  attemptNow,
  lookAgain,
  providerCallback,
  slipReceived,
  type OrderInput,
} from '../../../workflows/contract';
import type { OutboxMessage, OrderFacts } from './store/messages';
import type { LabelOrder } from './order-labels';
import { merchantIdKey, referenceKey } from '../temporal/search-attributes';

type Client = Pick<AnyClient, 'workflow'>;

/**
 * Idempotent: the workflow's id is the id of its subject, a repeated start is rejected, and a
 * repeated signal makes the workflow read the database once more.
 */
export async function dispatchMessage(
  client: Client,
  dispatch: OutboxMessage,
  label: LabelOrder,
): Promise<void> {
  switch (dispatch.topic) {
    case 'start':
      return startOrder(client, dispatch.subject, dispatch.detail, label);
    case 'callback':
      return wakeOrder(client, dispatch.subject, dispatch.detail, {
        signal: providerCallback,
        signalArgs: [dispatch.detail.callbackId],
        label,
      });
    case 'slip':
      return wakeOrder(client, dispatch.subject, dispatch.detail, {
        signal: slipReceived,
        signalArgs: [dispatch.detail.slipId],
        label,
      });
    case 'deliver':
      if (dispatch.detail?.now === true) return wakeDelivery(client, dispatch.subject, attemptNow);
      if (dispatch.detail?.again === true) return wakeDelivery(client, dispatch.subject, lookAgain);
      return startDelivery(client, dispatch.subject);
    case 'replay':
      return startReplay(client, dispatch.subject);
    case 'mail':
      return startMail(client, dispatch.subject);
  }
}

type Workflows = typeof workflows;
type OrderWorkflow = (input: OrderInput) => Promise<string>;

/**
 * Temporal alternates between the fairness keys of tasks that wait in a queue. Orders whose
 * deadlines were during an outage share few keys, so their thousands of timers that fire together
 * afterwards do not delay orders that are still open or have no deadline.
 */
const FAIRNESS_BUCKET_MS = 5 * 60_000;
const bucketOf = (ms: number): number => Math.floor(ms / FAIRNESS_BUCKET_MS);
const priority = (deadline: string | null = null): Priority => ({
  fairnessKey:
    deadline === null
      ? `from ${bucketOf(Date.now())}`
      : `until ${bucketOf(new Date(deadline).getTime())}`,
});

const facts = ({ merchantId, reference }: OrderFacts): TypedSearchAttributes =>
  new TypedSearchAttributes([
    { key: merchantIdKey, value: merchantId },
    ...(reference === null ? [] : [{ key: referenceKey, value: reference }]),
  ]);

/**
 * The deadline is the workflow's start delay, which the server keeps without a worker. An order
 * without a deadline starts at once.
 */
async function startOrder(
  client: Client,
  orderId: string,
  detail: OrderFacts & { readonly deadline: string | null },
  label: LabelOrder,
): Promise<void> {
  const { deadline } = detail;
  const labels = await label(orderId, detail);
  const delayMs = deadline === null ? 0 : new Date(deadline).getTime() - Date.now();
  await unlessStarted(
    client.workflow.start<OrderWorkflow>(detail.workflow satisfies keyof Workflows, {
      taskQueue: ORDERS_QUEUE,
      workflowId: orderId,
      args: [{ orderId }],
      priority: priority(deadline),
      typedSearchAttributes: facts(detail),
      ...labels,
      // The run that an earlier callback started may have ended already.
      workflowIdReusePolicy: 'REJECT_DUPLICATE',
      ...(delayMs > 0 ? { startDelay: delayMs } : {}),
    }),
  );
}

/**
 * Always signals with start: a plain signal does not wake a workflow whose start is delayed, and a
 * late payment needs a new run.
 */
async function wakeOrder(
  client: Client,
  orderId: string,
  detail: OrderFacts,
  {
    label,
    ...signal
  }: { readonly signal: string; readonly signalArgs: [id: string]; readonly label: LabelOrder },
): Promise<void> {
  const labels = await label(orderId, detail);
  await client.workflow.signalWithStart<OrderWorkflow, [string]>(detail.workflow, {
    taskQueue: ORDERS_QUEUE,
    workflowId: orderId,
    args: [{ orderId }],
    priority: priority(),
    ...signal,
    typedSearchAttributes: facts(detail),
    ...labels,
  });
}

async function startDelivery(client: Client, deliveryId: string): Promise<void> {
  await unlessStarted(
    client.workflow.start<Workflows['webhookDelivery']>('webhookDelivery', {
      taskQueue: WEBHOOKS_QUEUE,
      workflowId: deliveryId,
      args: [{ deliveryId }],
      priority: priority(),
      // Restarts a terminated workflow; a completed one finds nothing to do.
      workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    }),
  );
}

/** Restarts a delivery whose workflow has ended. */
async function wakeDelivery(client: Client, deliveryId: string, signal: string): Promise<void> {
  await client.workflow.signalWithStart<Workflows['webhookDelivery']>('webhookDelivery', {
    taskQueue: WEBHOOKS_QUEUE,
    workflowId: deliveryId,
    args: [{ deliveryId }],
    priority: priority(),
    signal,
    signalArgs: [],
  });
}

async function startReplay(client: Client, replayId: string): Promise<void> {
  await unlessStarted(
    client.workflow.start<Workflows['webhookReplay']>('webhookReplay', {
      taskQueue: WEBHOOKS_QUEUE,
      workflowId: replayId,
      args: [{ replayId }],
    }),
  );
}

async function startMail(client: Client, mailId: string): Promise<void> {
  await unlessStarted(
    client.workflow.start<Workflows['mail']>('mail', {
      taskQueue: WEBHOOKS_QUEUE,
      workflowId: mailId,
      args: [{ mailId }],
    }),
  );
}

async function unlessStarted(start: Promise<unknown>): Promise<void> {
  try {
    await start;
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}
