import { prepareTemporalServer } from '../test/support/temporal-server';
import { startCollector } from '../test/support/collector';
import { measureTurn, type Extent } from './cycle';
import { startDriver } from './driver';
import type { Target } from './driver/jobs';
import { startOurs } from './ours';
import { IN_FLIGHT, startSeparate } from './pair';
import { interleave, ratioOf, spreadOf, type Spread } from './rounds';
import type { Stand } from './stand';

const sides = ['off', 'on'] as const;
type Side = (typeof sides)[number];
/** Only these write spans. */
const processes = ['api', 'worker'] as const;
const WARM_UP_CYCLES = 400;

/** As docs/operations.md recommends. Spans are exported every five seconds: rounds take longer. */
const settings = {
  OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
  OTEL_TRACES_SAMPLER_ARG: '0.01',
};

/** CPU milliseconds of a payment. */
export interface TracingFigures extends Readonly<Record<Side, Spread>> {
  /** With traces to without. */
  readonly ratio: Spread;
}

export interface TracingReport extends Readonly<
  Record<(typeof processes)[number] | 'both', TracingFigures>
> {
  /** That the collector received, warm-up included. */
  readonly spans: number;
  readonly coresElsewhere: Spread;
}

/**
 * A payment of two gateways of this build in the same rounds: one without traces, one that samples
 * a hundredth and exports to a collector in the process of the benchmark.
 */
export async function measureTracing(
  stand: Stand,
  { rounds, count }: Extent,
): Promise<TracingReport> {
  stand.say('Starting a gateway without and one with traces, with a Temporal each');
  const driver = await startDriver(stand);
  const collector = await startCollector();
  const build = { startOurs, prepareTemporalServer };
  const programs = stand.variant('traced', process.execPath);
  const traced = { ...settings, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  const contenders = {
    off: await startSeparate(stand, driver, build, {}),
    on: await startSeparate(stand, driver, build, { programs, settings: traced }),
  };
  const cycles = (side: Side) => ({ target: contenders[side].targets.payment, about: [] });
  stand.say('Tracing: warm-up');
  const warmUp = { count: Math.min(WARM_UP_CYCLES, 2 * count), inFlight: IN_FLIGHT };
  for (const side of sides) await driver.run('cycles', { ...cycles(side), ...warmUp });
  stand.say(`Tracing: ${rounds} rounds of ${count} payments each, ${IN_FLIGHT} in flight`);
  const taken = await interleave(sides, rounds, (side) =>
    measureTurn(driver, contenders[side].pids, { ...cycles(side), count }),
  );
  const failures = {
    off: await failedExports(cycles('off').target),
    on: await failedExports(cycles('on').target),
  };
  if (failures.off !== null || failures.on !== 0) {
    throw new Error(`failed exports, null without traces: ${JSON.stringify(failures)}`);
  }
  const spans = collector.spans().length;
  await collector.receiver.close();

  const figures = (...named: readonly (typeof processes)[number][]): TracingFigures => {
    const cpuMs = (side: Side) =>
      taken[side].map((turn) => named.reduce((sum, name) => sum + turn.cpuMs[name], 0) / count);
    const [off, on] = [cpuMs('off'), cpuMs('on')];
    return { off: spreadOf(off), on: spreadOf(on), ratio: ratioOf(on, off) };
  };
  return {
    api: figures('api'),
    worker: figures('worker'),
    both: figures(...processes),
    spans,
    coresElsewhere: spreadOf([...taken.off, ...taken.on].map((turn) => turn.coresElsewhere)),
  };
}

/** Exports of an API that failed. Null if it has no traces. */
async function failedExports({ origin }: Target): Promise<number | null> {
  const metrics = await (await fetch(`${origin}/metrics`)).text();
  const [, failed] = /^saphan_spans_total\{outcome="failed"\} (\d+)/m.exec(metrics) ?? [];
  return failed === undefined ? null : Number(failed);
}
