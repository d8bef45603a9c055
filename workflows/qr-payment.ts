import { proxyLocalActivities } from '@temporalio/workflow';
import type { Activities } from '../activities';
import type { OrderInput } from './contract';
import { liveUntilEnded } from './order-life';
import { advancePolicy } from './policies';

const { advanceOrder } = proxyLocalActivities<Activities>(advancePolicy);

/**
 * The life of a QR payment. Its deadline is the delay it was started with, so that the first task
 * comes either with a callback's signal or when the time is over. Money that comes after its end
 * starts it anew.
 */
export async function qrPayment({ orderId }: OrderInput): Promise<string> {
  return liveUntilEnded(async () => advanceOrder(orderId));
}
