import type { OutageReport } from '../outage';
import { judged } from './table';

const FIRST_MS_MAX = 5_000;

export function renderOutage(report: OutageReport): string[] {
  const { overdue, stoppedMs, readyMs, firstMs, meanwhile, observedMs, left } = report;
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  return [
    `Outage of API, worker and Temporal for ${seconds(stoppedMs)}, with ${overdue.payments}` +
      ` overdue payments and ${overdue.deliveries} deliveries to dead receivers`,
    `  ready ${seconds(readyMs)} after the start`,
    `  first new payment applied and its webhook received after readiness (target: below` +
      ` ${seconds(FIRST_MS_MAX)}): ${judged(seconds(firstMs), firstMs < FIRST_MS_MAX)}`,
    `  ${meanwhile.payments} new payments, one a second, callback to webhook: median` +
      ` ${seconds(meanwhile.medianMs)}, p99 ${seconds(meanwhile.p99Ms)}, maximum` +
      ` ${seconds(meanwhile.mostMs)}`,
    `  ${overdue.payments - left} overdue payments expired within ${seconds(observedMs)} of` +
      ' readiness',
    '',
  ];
}
