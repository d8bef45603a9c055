import { quantile } from '../rounds';
import { GatewayClient } from './gateway-client';
import type { CreateJob, CreateResult } from './jobs';

export async function create(job: CreateJob): Promise<CreateResult> {
  const client = new GatewayClient(job.target, job.concurrency);
  const durationsMs: number[] = [];
  const startedMs = performance.now();

  async function sendUntilDone(): Promise<void> {
    for (;;) {
      const beganMs = performance.now();
      if (beganMs - startedMs >= job.durationMs) return;
      await client.create(job.keyed);
      durationsMs.push(performance.now() - beganMs);
    }
  }

  try {
    await Promise.all(Array.from({ length: job.concurrency }, sendUntilDone));
  } finally {
    await client.close();
  }
  return {
    requests: durationsMs.length,
    wallMs: performance.now() - startedMs,
    medianMs: quantile(durationsMs, 0.5),
    p99Ms: quantile(durationsMs, 0.99),
  };
}
