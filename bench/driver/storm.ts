import { monitorEventLoopDelay } from 'node:perf_hooks';
import { quantiles } from '../rounds';
import { GatewayClient } from './gateway-client';
import type { StormJob, StormResult } from './jobs';

const BURST_MS = 1_000;

/**
 * Clients with a connection each. A client sends the next request when it has the response, also
 * when it was refused; for `durationMs`, or one request each.
 */
export async function storm({ target, clients, durationMs }: StormJob): Promise<StormResult> {
  const client = new GatewayClient(target, clients);
  const acceptedMs: number[] = [];
  const settledMs: number[] = [];
  let [refused, failed] = [0, 0];
  const beganMs = performance.now();
  const lag = monitorEventLoopDelay({ resolution: 1 });
  lag.enable();

  async function offer(): Promise<void> {
    const startedMs = performance.now();
    // A connection that was reset, or any answer but a success and a refusal.
    const answer = await client.offer().catch(() => null);
    const { statusCode = 500, retryAfter = null } = answer ?? {};
    const tookMs = performance.now() - startedMs;
    if (statusCode < 300) {
      acceptedMs.push(tookMs);
      if (startedMs - beganMs >= BURST_MS) settledMs.push(tookMs);
    } else if ((statusCode === 429 || statusCode === 503) && retryAfter !== null) refused++;
    else failed++;
  }

  async function repeat(): Promise<void> {
    do await offer();
    while (durationMs !== null && performance.now() - beganMs < durationMs);
  }

  try {
    await Promise.all(Array.from({ length: clients }, repeat));
  } finally {
    lag.disable();
    await client.close();
  }
  return {
    clients,
    wallMs: performance.now() - beganMs,
    accepted: acceptedMs.length,
    refused,
    failed,
    acceptedMs: quantiles(acceptedMs),
    settledMs: quantiles(settledMs),
    lagP99Ms: lag.percentile(99) / 1e6,
  };
}
