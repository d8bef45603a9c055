import type { LatencyReports } from '../latency';
import { table } from './table';

export function renderLatency(reports: LatencyReports): string[] {
  return [
    'Callback to webhook, idle, ms (target: median at most 1.30 times the barest)',
    ...table([
      ['', 'ours, median', 'p95', 'barest, median', 'p95', 'ratio'],
      ...Object.entries(reports).map(([kind, { ours, barest, ratio }]) => [
        kind,
        ours.medianMs.toFixed(1),
        ours.p95Ms.toFixed(1),
        barest.medianMs.toFixed(1),
        barest.p95Ms.toFixed(1),
        ratio.toFixed(2),
      ]),
    ]),
    '',
  ];
}
