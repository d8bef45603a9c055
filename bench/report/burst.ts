import type { BurstReport } from '../burst';
import { table } from './table';

export function renderBurst(report: BurstReport): string[] {
  const { payments, lagMs, before, after, lateness } = report;
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  const latency = (name: string, { medianMs, p99Ms }: typeof before) => [
    name,
    medianMs.toFixed(1),
    p99Ms.toFixed(1),
  ];
  return [
    `Burst of ${payments} payments (aims: after one, callback to webhook at most 1.20 times;` +
      ' while Temporal hangs no fewer, and every deadline kept)',
    ...table([
      ['callback to webhook, ms', 'median', 'p99'],
      latency('before', before),
      latency('directly after', after),
    ]),
    `  ratio of the medians: ${(after.medianMs / before.medianMs).toFixed(2)}`,
    `  created: ${report.runningPerSecond.toFixed(0)}/s, while Temporal hung for` +
      ` ${seconds(lagMs)}: ${report.laggingPerSecond.toFixed(0)}/s`,
    `  Temporal was told of all of those ${seconds(report.drainMs)} after it came back`,
    `  not expired: ${report.notExpired}; expired after their deadline, all of them within` +
      ` seconds: ${seconds(lateness.medianMs)} at the median, ${seconds(lateness.mostMs)} at most`,
    '',
  ];
}
