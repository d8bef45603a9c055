import { continueAsNew, proxyLocalActivities, workflowInfo } from '@temporalio/workflow';
import type { Activities } from '../activities';
import type { OrderInput } from './contract';
import { liveUntilEnded } from './order-life';
import { requestPolicy } from './policies';

const { advanceRequest } = proxyLocalActivities<Activities>(requestPolicy);

/**
 * The life of a withdrawal: the payout is sent, its outcome is called back or asked about, for days
 * if need be. Its history is then begun anew before it grows too long.
 */
export async function withdrawal({ orderId }: OrderInput): Promise<string> {
  return liveUntilEnded(
    async () => advanceRequest(orderId),
    async () => {
      if (workflowInfo().continueAsNewSuggested)
        await continueAsNew<typeof withdrawal>({ orderId });
    },
  );
}
