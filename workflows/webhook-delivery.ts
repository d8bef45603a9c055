import {
  condition,
  continueAsNew,
  defineSignal,
  proxyActivities,
  proxyLocalActivities,
  setCurrentDetails,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import type { Activities } from '../activities';
import { attemptNow, lookAgain, type DeliveryInput } from './contract';
import { attemptPolicy, quickAttemptPolicy } from './policies';
import { utcMinute } from './utc-minute';

const { attemptAtOnce } = proxyLocalActivities<Activities>({
  ...quickAttemptPolicy,
  summary: 'Attempt the delivery if it is quick',
});
const { attemptDelivery } = proxyActivities<Activities>({
  ...attemptPolicy,
  summary: 'Attempt the delivery',
});

/**
 * For a delivery whose first attempt did not succeed, until one does or the schedule ends. A failed
 * attempt is a result, not an exception, so that the history shows every attempt.
 */
export async function webhookDelivery({ deliveryId }: DeliveryInput): Promise<string> {
  let wanted = false;
  setHandler(defineSignal(attemptNow), () => {
    wanted = true;
  });
  let woken = false;
  setHandler(defineSignal(lookAgain), () => {
    woken = true;
  });

  for (;;) {
    const wantedNow = wanted;
    wanted = woken = false;
    const { status, nextInMs } =
      (await attemptAtOnce(deliveryId, wantedNow)) ??
      (await attemptDelivery(deliveryId, wantedNow));
    if (nextInMs === null) {
      // A redelivery that was requested meanwhile made it pending again.
      if (!wanted) return status;
    } else {
      // Cooldowns of the webhook can delay the delivery for days.
      if (workflowInfo().continueAsNewSuggested && !wanted) {
        await continueAsNew<typeof webhookDelivery>({ deliveryId });
      }
      setCurrentDetails(`Waits for the next attempt, ${utcMinute(nextInMs)}.`);
      const summary = 'Next attempt at the webhook';
      await condition(() => wanted || woken, nextInMs, { summary });
    }
  }
}
