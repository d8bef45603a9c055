import {
  condition,
  defineSignal,
  proxyLocalActivities,
  setHandler,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import { defineSearchAttributeKey } from '@temporalio/common';
import type { Activities } from '../activities';
import { providerCallback } from './contract';
import type { OrderInput } from './contract';
import { advancePolicy } from './policies';

const { advanceOrder } = proxyLocalActivities<Activities>(advancePolicy);
const callbackSignal = defineSignal<[callbackId: string]>(providerCallback);

/**
 * The life of a QR payment. Its deadline is the delay it was started with, so that the first task
 * comes either with a callback's signal or when the time is over. What it then does is the same:
 * have the database apply whatever waits, until nothing is awaited any more. Money that comes later
 * starts it anew.
 */
export async function qrPayment({ orderId }: OrderInput): Promise<string> {
  let called = false;
  setHandler(callbackSignal, () => {
    called = true;
  });

  for (;;) {
    called = false;
    const { status, opensForMs } = await advanceOrder(orderId);
    if (opensForMs === null) {
      upsertSearchAttributes([
        { key: defineSearchAttributeKey('OrderStatus', 'KEYWORD'), value: status },
      ]);
      if (!called) return status;
    } else {
      await condition(() => called, opensForMs);
    }
  }
}
