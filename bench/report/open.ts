import type { OpenFigures } from '../open-payments';
import { table } from './table';

export function renderOpen(rows: readonly OpenFigures[]): string[] {
  const [none] = rows;
  const processes = ['api', 'worker', 'temporal', 'postgres'] as const;
  const most = rows.at(-1);
  const kbEach = (process: (typeof processes)[number]) =>
    none === undefined || most === undefined
      ? Number.NaN
      : ((most.residentMb[process] - none.residentMb[process]) * 1024) / most.open;
  return [
    'With open payments (target: callback to webhook at most 1.20 times that without)',
    ...table([
      ['open', 'median ms', 'times', 'p99 ms', 'CPU ms', ...processes.map((name) => `${name} MB`)],
      ...rows.map((row) => [
        `${row.open}`,
        row.medianMs.toFixed(1),
        (row.medianMs / (none?.medianMs ?? Number.NaN)).toFixed(2),
        row.p99Ms.toFixed(1),
        row.cpuMs.toFixed(1),
        ...processes.map((process) => row.residentMb[process].toFixed(0)),
      ]),
    ]),
    `  memory for each open payment, KB: ${processes
      .map((process) => `${process} ${kbEach(process).toFixed(1)}`)
      .join(', ')}`,
    '',
  ];
}
