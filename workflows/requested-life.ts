import { continueAsNew, proxyLocalActivities, workflowInfo } from '@temporalio/workflow';
import type { Activities } from '../activities';
import type { OrderInput } from './contract';
import { runUntilTerminal } from './order-life';
import { requestPolicy } from './policies';

const { advanceRequest } = proxyLocalActivities<Activities>({
  ...requestPolicy,
  summary: 'Apply callbacks, then submit to the provider or inquire',
});

/**
 * Runs an order that needs a request to the provider, for days if necessary. Continues as new
 * before the history grows too long.
 */
export async function runWithProvider({ orderId }: OrderInput): Promise<string> {
  return runUntilTerminal(
    'Next submission or inquiry',
    async () => advanceRequest(orderId),
    async () => {
      if (workflowInfo().continueAsNewSuggested) await continueAsNew({ orderId });
    },
  );
}
