import { condition, defineSignal, proxyLocalActivities, setHandler } from '@temporalio/workflow';
import type { BarestActivities } from './activities';
import { calledBack, type Payout } from './contract';

const { finishPayment, finishPayout, submitToProvider } = proxyLocalActivities<BarestActivities>({
  startToCloseTimeout: '8 seconds',
});

const callback = defineSignal(calledBack);

/** The first task follows the signal or the deadline. */
export async function barestPayment(orderId: string): Promise<void> {
  let isPaid = false;
  setHandler(callback, () => {
    isPaid = true;
  });
  if (!isPaid) return;
  await finishPayment(orderId);
}

/** Started at once. Ends without a callback: the barest workflow makes no inquiry. */
export async function barestPayout(payout: Payout): Promise<void> {
  let isPaidOut = false;
  setHandler(callback, () => {
    isPaidOut = true;
  });
  await submitToProvider(payout);
  if (!(await condition(() => isPaidOut, '5 minutes'))) return;
  await finishPayout(payout.orderId);
}
