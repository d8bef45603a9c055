import type { CycleKind } from './cycle-kinds';
import { endedBefore, type Pair } from './pair';
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
  /** Ratio of the medians. */
  readonly ratio: number;
}

export type LatencyReports = Readonly<Partial<Record<CycleKind, LatencyReport>>>;

/** Callback to webhook on an idle machine, one order at a time, alternating. */
export async function measureLatencies(
  stand: Stand,
  pair: Pair,
  kinds: readonly CycleKind[],
): Promise<LatencyReports> {
  const reports: [CycleKind, LatencyReport][] = [];
  for (const kind of kinds) reports.push([kind, await measureLatency(stand, pair, kind)]);
  return Object.fromEntries(reports);
}

async function measureLatency(stand: Stand, pair: Pair, kind: CycleKind): Promise<LatencyReport> {
  stand.say(`Latency: ${SAMPLES} ${kind}s each, one at a time`);
  const about = await Promise.all(
    (['ours', 'barest'] as const).map((side) => endedBefore(pair, side, kind, SAMPLES)),
  );
  const { callbackToWebhookMs } = await pair.driver.run('latency', {
    targets: [pair.ours.targets[kind], pair.barest.targets[kind]],
    about,
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
