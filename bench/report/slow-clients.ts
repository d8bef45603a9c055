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
    `Creating, ms, ${others} at once, beside ${clients} clients that send a byte at a time` +
      ' (aim: below 250 at the 99th percentile)',
    ...table([
      ['', 'rate', 'median', 'p99', 'cores elsewhere'],
      row('alone', alone),
      row('beside them', beside),
    ]),
    `  ${shed} of their connections were ended meanwhile, and opened again at once`,
    '',
  ];
}
