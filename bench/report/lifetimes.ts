import type { LifetimesReport } from '../lifetimes';
import { spread, table } from './table';

export function renderLifetimes({ start, stop, requests }: LifetimesReport): string[] {
  return [
    'Lifetimes, ms',
    ...table([
      ['', 'start to ready', 'SIGTERM to exit, under load'],
      ['api', spread(start.api, 0), spread(stop.api, 0)],
      ['worker', spread(start.worker, 0), spread(stop.worker, 0)],
    ]),
    `  ${requests.broken} of ${requests.answered + requests.broken} requests to stopping APIs` +
      ' were aborted',
    '',
  ];
}
