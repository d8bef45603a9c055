import {
  condition,
  continueAsNew,
  defineSignal,
  patched,
  proxyActivities,
  proxyLocalActivities,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import type { Activities } from '../activities';
import { attemptNow } from './contract';
import type { DeliveryInput } from './contract';
import { advancePolicy, attemptPolicy } from './policies';

const { attemptAtOnce } = proxyLocalActivities<Activities>(advancePolicy);
const { attemptDelivery } = proxyActivities<Activities>(attemptPolicy);

/**
 * A delivery that did not succeed at once, until it does or its schedule is used up. A failed
 * attempt is an outcome, not an exception, so the history reads as what happened.
 */
export async function webhookDelivery({ deliveryId }: DeliveryInput): Promise<string> {
  // Those that began before it leave each look at the delivery to a scheduled activity.
  const looksLocally = patched('attempt-at-once');
  let wanted = false;
  setHandler(defineSignal(attemptNow), () => {
    wanted = true;
  });

  for (;;) {
    const wantedNow = wanted;
    wanted = false;
    const { status, nextInMs } =
      (looksLocally ? await attemptAtOnce(deliveryId, wantedNow) : null) ??
      (await attemptDelivery(deliveryId, wantedNow));
    if (nextInMs === null) {
      // Wanted anew while it ended: it is pending again, and nobody else looks after it.
      if (!wanted) return status;
    } else {
      // One that waits for a webhook's rests looks again for days.
      if (workflowInfo().continueAsNewSuggested && !wanted) {
        await continueAsNew<typeof webhookDelivery>({ deliveryId });
      }
      await condition(() => wanted, nextInMs);
    }
  }
}
