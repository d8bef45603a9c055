import type { Driver } from './driver';
import type { Target } from './driver/jobs';
import { quantile } from './rounds';

/** Callback to webhook. */
export interface Latencies {
  readonly medianMs: number;
  readonly p99Ms: number;
  readonly mostMs: number;
}

export async function sampleLatencies(
  driver: Driver,
  target: Target,
  sample: { readonly samples: number; readonly pauseMs: number },
): Promise<Latencies> {
  const { callbackToWebhookMs } = await driver.run('latency', { targets: [target], ...sample });
  const [samples = []] = callbackToWebhookMs;
  return {
    medianMs: quantile(samples, 0.5),
    p99Ms: quantile(samples, 0.99),
    mostMs: quantile(samples, 1),
  };
}
