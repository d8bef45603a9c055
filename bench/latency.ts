import type { Pair } from './pair';
import { quantile } from './rounds';
import type { Stand } from './stand';

const SAMPLES = 60;
const PAUSE_MS = 200;

export interface LatencyFigures {
  readonly medianMs: number;
  readonly p95Ms: number;
}

export interface LatencyReport {
  readonly ours: LatencyFigures;
  readonly barest: LatencyFigures;
  /** Of the medians. */
  readonly ratio: number;
}

/** From callback to webhook on an idle machine, one payment at a time, taking turns. */
export async function measureLatency(stand: Stand, pair: Pair): Promise<LatencyReport> {
  stand.say(`Latency: ${SAMPLES} payments each, one at a time`);
  const { callbackToWebhookMs } = await pair.driver.run('latency', {
    targets: [pair.ours.targets.payment, pair.barest.targets.payment],
    samples: SAMPLES,
    pauseMs: PAUSE_MS,
  });
  const [ours, barest] = callbackToWebhookMs.map((samples) => ({
    medianMs: quantile(samples, 0.5),
    p95Ms: quantile(samples, 0.95),
  }));
  if (ours === undefined || barest === undefined) throw new Error('there are no samples');
  return { ours, barest, ratio: ours.medianMs / barest.medianMs };
}
