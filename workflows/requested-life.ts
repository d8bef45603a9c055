import { continueAsNew, proxyLocalActivities, workflowInfo } from '@temporalio/workflow';
import type { Activities } from '../activities';
import type { OrderInput } from './contract';
import { liveUntilEnded } from './order-life';
import { requestPolicy } from './policies';

const { advanceRequest } = proxyLocalActivities<Activities>(requestPolicy);

/**
 * The life of an order that the provider has to do something for: it is asked to, its outcome is
 * called back or asked about, for days if need be. The history is then begun anew before it grows
 * too long.
 */
export async function liveByRequest({ orderId }: OrderInput): Promise<string> {
  return liveUntilEnded(
    async () => advanceRequest(orderId),
    async () => {
      if (workflowInfo().continueAsNewSuggested) await continueAsNew({ orderId });
    },
  );
}
