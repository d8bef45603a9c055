import type { ListsReport } from '../lists';
import { table } from './table';

export function renderLists(report: ListsReport): string[] {
  const { orders, days, seedMs, foldMs, foldSteps, unfoldedMs, lists, oneRowMs } = report;
  const seconds = (ms: number) => (ms / 1000).toFixed(0);
  return [
    `Lists, ${orders} orders of one merchant over ${days} days (aim: a median below 50 ms)`,
    ...table([
      ['', 'total', 'median ms', 'p95 ms'],
      ...lists.map(({ list, total, medianMs, p95Ms }) => [
        list,
        `${total}`,
        medianMs.toFixed(1),
        p95Ms.toFixed(1),
      ]),
    ]),
    `  generated in ${seconds(seedMs)} s, folded in ${seconds(foldMs)} s, ${foldSteps} steps;` +
      ` the first page before it was folded: ${unfoldedMs.toFixed(0)} ms`,
    `  a request that reads one row, in the same minutes: ${oneRowMs.toFixed(1)} ms`,
    '',
  ];
}
