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
    `Burst of ${payments} payments (targets: callback to webhook after it at most 1.20` +
      ' times; while Temporal is paused no lower rate; no missed expiry)',
    ...table([
      ['callback to webhook, ms', 'median', 'p99'],
      latency('before', before),
      latency('directly after', after),
    ]),
    `  ratio of the medians: ${(after.medianMs / before.medianMs).toFixed(2)}`,
    `  created: ${report.runningPerSecond.toFixed(0)}/s, while Temporal was paused for` +
      ` ${seconds(lagMs)}: ${report.laggingPerSecond.toFixed(0)}/s`,
    `  outbox empty ${seconds(report.drainMs)} after the pause`,
    `  not expired: ${report.notExpired}; delay of expiries: median` +
      ` ${seconds(lateness.medianMs)}, maximum ${seconds(lateness.mostMs)}`,
    '',
  ];
}
