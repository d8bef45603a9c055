import { proxyLocalActivities } from '@temporalio/workflow';
import type { Activities } from '../activities';
import type { OrderInput } from './contract';
import { runUntilTerminal } from './order-life';
import { ADVANCE_SUMMARY, advancePolicy } from './policies';

const { advanceOrder } = proxyLocalActivities<Activities>({
  ...advancePolicy,
  summary: ADVANCE_SUMMARY,
});

/**
 * A QR payment. The deadline is the workflow's start delay, so that the first workflow task is
 * caused by a callback's signal or by the deadline. A later payment starts a new run under the same
 * id.
 */
export async function qrPayment({ orderId }: OrderInput): Promise<string> {
  return runUntilTerminal('Deadline of the payment', async () => advanceOrder(orderId));
}
