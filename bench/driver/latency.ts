import { setTimeout as pause } from 'node:timers/promises';
import { GatewayClient } from './gateway-client';
import type { Inbox } from './inbox';
import type { LatencyJob, LatencyResult } from './jobs';

export async function latency(
  job: LatencyJob,
  { webhooks, requests }: Inbox,
): Promise<LatencyResult> {
  const clients = job.targets.map(
    (target, index) => new GatewayClient(target, 1, {}, job.about?.[index] ?? []),
  );

  async function sample(client: GatewayClient): Promise<number> {
    const orderId = await client.createOrder();
    if (client.callsProvider) await requests.next(orderId);
    await pause(job.pauseMs);
    const startedMs = performance.now();
    const [arrivedMs] = await Promise.all([webhooks.next(orderId), client.callBack(orderId)]);
    return arrivedMs - startedMs;
  }

  const samples = clients.map((): number[] => []);
  try {
    for (let count = 0; count < job.samples; count++) {
      for (const [index, client] of clients.entries()) samples[index]?.push(await sample(client));
    }
  } finally {
    await Promise.all(clients.map((client) => client.close()));
  }
  return { callbackToWebhookMs: samples };
}
