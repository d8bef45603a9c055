import { setTimeout as pause } from 'node:timers/promises';
import { GatewayClient } from './gateway-client';
import type { Inbox } from './inbox';
import type { Mishap, TrickleJob, TrickleResult } from './jobs';

const CONNECTIONS = 32;
/** A customer pays after this time at the earliest, after twice the time at the latest. */
const PAYING_MS = 500;
const EVERY = 300;
const mishapAt: Readonly<Record<number, Mishap>> = {
  0: 'repeated callback',
  100: 'unpaid',
  200: 'refused',
};

export async function trickle(job: TrickleJob, inbox: Inbox): Promise<TrickleResult> {
  const client = new GatewayClient(job.target, CONNECTIONS);
  const hasty = new GatewayClient(job.target, 1, { expiry_minutes: 1 });
  const mishaps: Record<Mishap, number> = { 'repeated callback': 0, unpaid: 0, refused: 0 };
  const callbackToWebhookMs: number[] = [];

  async function live(mishap: Mishap | undefined): Promise<void> {
    if (mishap !== undefined) mishaps[mishap]++;
    const orderId = await (mishap === 'unpaid' ? hasty : client).createOrder();
    if (mishap === 'unpaid') return;
    await pause(PAYING_MS * (1 + Math.random()));
    if (mishap === 'refused') inbox.refused.add(orderId);
    const startedMs = performance.now();
    const callbacks = [client.callBack(orderId)];
    if (mishap === 'repeated callback') callbacks.push(client.callBack(orderId));
    const [arrivedMs] = await Promise.all([inbox.webhooks.next(orderId), ...callbacks]);
    if (mishap !== 'refused') callbackToWebhookMs.push(arrivedMs - startedMs);
  }

  const over = new AbortController();
  const lives: Promise<void>[] = [];
  const beganMs = performance.now();
  try {
    const count = Math.round((job.durationMs / 1_000) * job.perSecond);
    for (let number = 0; number < count; number++) {
      const dueMs = beganMs + (number * 1_000) / job.perSecond;
      await pause(Math.max(0, dueMs - performance.now()));
      over.signal.throwIfAborted();
      lives.push(live(mishapAt[number % EVERY]).catch((error: unknown) => over.abort(error)));
    }
    await Promise.all(lives);
    over.signal.throwIfAborted();
  } finally {
    await Promise.all([client.close(), hasty.close()]);
  }
  return { payments: lives.length, mishaps, callbackToWebhookMs };
}
