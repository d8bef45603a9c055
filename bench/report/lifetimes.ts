import type { LifetimesReport } from '../lifetimes';
import { spread, table } from './table';

export function renderLifetimes({ start, stop, requests }: LifetimesReport): string[] {
  return [
    'Lifetimes, ms',
    ...table([
      ['', 'until it takes work', 'from SIGTERM to its end, busy'],
      ['api', spread(start.api, 0), spread(stop.api, 0)],
      ['worker', spread(start.worker, 0), spread(stop.worker, 0)],
    ]),
    `  of ${requests.answered + requests.broken} requests to APIs that stopped meanwhile` +
      ` ${requests.broken} were broken off`,
    '',
  ];
}
