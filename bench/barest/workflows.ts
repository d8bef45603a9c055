import { defineSignal, proxyLocalActivities, setHandler } from '@temporalio/workflow';
import type { BarestActivities } from './activities';
import { paid } from './contract';

const { settle, post } = proxyLocalActivities<BarestActivities>({
  startToCloseTimeout: '8 seconds',
});

/** Its first task comes with the signal, or when the time is over: then there is nothing to do. */
export async function barestPayment(orderId: string): Promise<void> {
  let isPaid = false;
  setHandler(defineSignal(paid), () => {
    isPaid = true;
  });
  if (!isPaid) return;
  const webhook = await settle(orderId);
  await post(webhook);
}
