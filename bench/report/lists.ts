import type { ListsReport } from '../lists';
import { table } from './table';

export function renderLists(report: ListsReport): string[] {
  const { orders, days, seedMs, rollUpMs, rollUpSteps, beforeRollUpMs, lists, file, oneRowMs } =
    report;
  const mib = (bytes: number) => (bytes / 1_048_576).toFixed(0);
  const seconds = (ms: number) => (ms / 1000).toFixed(0);
  return [
    `Lists, ${orders} orders of one merchant over ${days} days (target: median below 50 ms)`,
    ...table([
      ['', 'total', 'median ms', 'p95 ms'],
      ...lists.map(({ list, total, medianMs, p95Ms }) => [
        list,
        `${total}`,
        medianMs.toFixed(1),
        p95Ms.toFixed(1),
      ]),
    ]),
    `  generated in ${seconds(seedMs)} s, rollup in ${seconds(rollUpMs)} s, ${rollUpSteps} steps;` +
      ` the first page before the rollup: ${beforeRollUpMs.toFixed(0)} ms`,
    `  ${file.rows} payments as CSV in ${seconds(file.ms)} s (${mib(file.bytes)} MiB), holding` +
      ` ${file.streamedMib.toFixed(1)} MiB;` +
      ` ${file.heldRows} in memory hold ${file.heldMib.toFixed(0)} MiB`,
    `  single-row request at the same time: ${oneRowMs.toFixed(1)} ms`,
    '',
  ];
}
