import type { IsolationFigures, IsolationReport } from '../isolation';
import { table } from './table';

export function renderIsolation({ events, samples, ...rounds }: IsolationReport): string[] {
  const row = (name: string, figures: IsolationFigures) => [
    name,
    figures.medianMs.toFixed(1),
    figures.p99Ms.toFixed(1),
    figures.mostMs.toFixed(1),
    figures.coresElsewhere.toFixed(2),
  ];
  return [
    `Callback to webhook beside ${events} events of another merchant, ms, ${samples} payments` +
      ' (target: 99th percentile below 200)',
    ...table([
      ['', 'median', 'p99', 'most', 'cores elsewhere'],
      row('alone', rounds.alone),
      row('beside one that answers', rounds.besideAnswering),
      row('beside one that hangs', rounds.besideHanging),
    ]),
    '',
  ];
}
