import type { TracingFigures, TracingReport } from '../tracing';
import { judged, spread, table } from './table';

const RATIO_MAX = 1.03;

export function renderTracing({ spans, coresElsewhere, ...figures }: TracingReport): string[] {
  const row = (name: string, { off, on, ratio }: TracingFigures) => [
    name,
    spread(off, 1),
    spread(on, 1),
    judged(spread(ratio, 2), ratio.median <= RATIO_MAX),
  ];
  return [
    `A payment with 1 % of traces sampled, CPU ms (target: at most ${RATIO_MAX} times without)`,
    ...table([
      ['', 'without', 'with', 'ratio'],
      row('api', figures.api),
      row('worker', figures.worker),
      row('both', figures.both),
    ]),
    `  the collector received ${spans} spans`,
    `  noise: ${spread(coresElsewhere, 2)} cores used by other processes`,
    '',
  ];
}
