import { quantile } from '../rounds';
import { GatewayClient } from './gateway-client';
import type { StormJob, StormResult } from './jobs';

/**
 * Clients with a connection each. A client sends the next request when it has the response, also
 * when it was refused; for `durationMs`, or one request each.
 */
export async function storm({ target, clients, durationMs }: StormJob): Promise<StormResult> {
  const client = new GatewayClient(target, clients);
  const acceptedMs: number[] = [];
  let [refused, failed] = [0, 0];
  const beganMs = performance.now();

  async function offer(): Promise<void> {
    const startedMs = performance.now();
    // A connection that was reset, or any answer but a success and a refusal.
    const answer = await client.offer().catch(() => null);
    const { statusCode = 500, retryAfter = null } = answer ?? {};
    if (statusCode < 300) acceptedMs.push(performance.now() - startedMs);
    else if ((statusCode === 429 || statusCode === 503) && retryAfter !== null) refused++;
    else failed++;
  }

  async function repeat(): Promise<void> {
    do await offer();
    while (durationMs !== null && performance.now() - beganMs < durationMs);
  }

  try {
    await Promise.all(Array.from({ length: clients }, repeat));
  } finally {
    await client.close();
  }
  const isAny = acceptedMs.length > 0;
  return {
    clients,
    wallMs: performance.now() - beganMs,
    accepted: acceptedMs.length,
    refused,
    failed,
    acceptedMs: {
      median: isAny ? quantile(acceptedMs, 0.5) : null,
      p99: isAny ? quantile(acceptedMs, 0.99) : null,
    },
  };
}
