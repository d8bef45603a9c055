import { WorkflowExecutionAlreadyStartedError } from '@temporalio/client';
import type { Client } from '@temporalio/client';
import { TypedSearchAttributes } from '@temporalio/common';
import type { qrPayment, webhookDelivery } from '../../workflows';
import { ORDERS_QUEUE, WEBHOOKS_QUEUE, providerCallback } from '../../workflows/contract';
import type { Dispatch, OrderFacts } from '../db/dispatches';
import { merchantIdKey, orderStatusKey, referenceKey } from './search-attributes';

/** A call that takes longer counts as not answered; telling again is harmless. */
const CALL_TIMEOUT_MS = 2_000;

/**
 * Tells Temporal of one row of the outbox. Idempotent: a workflow's id is the order's or the
 * delivery's, a start that has happened is not repeated, and a signal only says "look".
 */
export async function tell(client: Client, dispatch: Dispatch): Promise<void> {
  await client.withDeadline(Date.now() + CALL_TIMEOUT_MS, () => call(client, dispatch));
}

async function call(client: Client, dispatch: Dispatch): Promise<void> {
  switch (dispatch.topic) {
    case 'start':
      return startOrder(client, dispatch.subject, dispatch.detail);
    case 'callback':
      return wakeOrder(client, dispatch.subject, dispatch.detail);
    case 'deliver':
      return startDelivery(client, dispatch.subject);
  }
}

const facts = ({ merchantId, reference }: OrderFacts): TypedSearchAttributes =>
  new TypedSearchAttributes([
    { key: merchantIdKey, value: merchantId },
    { key: orderStatusKey, value: 'pending' },
    ...(reference === null ? [] : [{ key: referenceKey, value: reference }]),
  ]);

/**
 * The deadline is the workflow's start delay: the server keeps it, and no worker is needed for it.
 */
async function startOrder(
  client: Client,
  orderId: string,
  detail: OrderFacts & { readonly deadline: string },
): Promise<void> {
  const delayMs = new Date(detail.deadline).getTime() - Date.now();
  await unlessStarted(
    client.workflow.start<typeof qrPayment>('qrPayment', {
      taskQueue: ORDERS_QUEUE,
      workflowId: orderId,
      args: [{ orderId }],
      typedSearchAttributes: facts(detail),
      // A callback may have overtaken this row, and its run may have ended already.
      workflowIdReusePolicy: 'REJECT_DUPLICATE',
      ...(delayMs > 0 ? { startDelay: delayMs } : {}),
    }),
  );
}

/**
 * Signal with start, always: a plain signal does not wake a workflow whose start is delayed, and
 * money that comes late needs a new run.
 */
async function wakeOrder(
  client: Client,
  orderId: string,
  detail: OrderFacts & { readonly callbackId: string },
): Promise<void> {
  await client.workflow.signalWithStart<typeof qrPayment, [string]>('qrPayment', {
    taskQueue: ORDERS_QUEUE,
    workflowId: orderId,
    args: [{ orderId }],
    signal: providerCallback,
    signalArgs: [detail.callbackId],
    typedSearchAttributes: facts(detail),
  });
}

async function startDelivery(client: Client, deliveryId: string): Promise<void> {
  await unlessStarted(
    client.workflow.start<typeof webhookDelivery>('webhookDelivery', {
      taskQueue: WEBHOOKS_QUEUE,
      workflowId: deliveryId,
      args: [{ deliveryId }],
      // One that was terminated is started anew; one that had ended finds nothing to do.
      workflowIdReusePolicy: 'ALLOW_DUPLICATE',
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
