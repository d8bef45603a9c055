import type { SlowClientsFigures, SlowClientsReport } from '../slow-clients';
import { table } from './table';

export function renderSlowClients(report: SlowClientsReport): string[] {
  const { clients, others, shed, alone, beside } = report;
  const row = (name: string, figures: SlowClientsFigures) => [
    name,
    `${Math.round(figures.requests / (figures.wallMs / 1_000))}/s`,
    figures.medianMs.toFixed(1),
    figures.p99Ms.toFixed(1),
    figures.coresElsewhere.toFixed(2),
  ];
  return [
    `Create, ms, ${others} concurrent, with ${clients} clients that send byte by byte` +
      ' (target: 99th percentile below 250)',
    ...table([
      ['', 'rate', 'median', 'p99', 'cores elsewhere'],
      row('alone', alone),
      row('beside them', beside),
    ]),
    `  ${shed} of their connections were closed and reopened`,
    '',
  ];
}
