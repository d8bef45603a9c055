import type { SoakReport } from '../soak';
import { table } from './table';

/** Below this, rows are caused by the failures of 1 % of the payments. */
const ROWS_MIN = 0.001;

export function renderSoak(report: SoakReport): string[] {
  const { minutes, payments, mishaps, p99Ms, endsMs, memory, tables, waiting } = report;
  const [first, last] = endsMs;
  const named = Object.entries(mishaps).map(([name, count]) => `${count} ${name}`);
  const grown = tables.filter(({ rows }) => Math.abs(rows) >= ROWS_MIN);
  const swollen = tables.filter(
    ({ rows, megabytes: [early, late] }) => Math.abs(rows) < ROWS_MIN && late > early,
  );
  return [
    `Soak, ${payments} payments in ${minutes} minutes (${named.join(', ')})`,
    `  callback to webhook, 99th percentile of the first and of the last five minutes: ` +
      `${first.toFixed(1)} and ${last.toFixed(1)} ms, ${(last / first).toFixed(2)} times ` +
      `(aim: at most 1.20)`,
    `  by minute: ${p99Ms.map((ms) => ms.toFixed(0)).join(' ')}`,
    ...table([
      ['resident', 'MB at the end', 'MB per minute (target: below 2)'],
      ...Object.entries(memory).map(([name, { mb, mbAMinute }]) => [
        name,
        mb.toFixed(0),
        mbAMinute.toFixed(2),
      ]),
    ]),
    `  rows per payment: ${grown.map((one) => `${one.table} ${one.rows.toFixed(2)}`).join(', ')}`,
    `  no more rows, but more MB: ${
      swollen
        .map(({ table: name, megabytes: [early, late] }) => {
          return `${name} ${early.toFixed(1)} to ${late.toFixed(1)}`;
        })
        .join(', ') || 'none'
    }`,
    `  still waiting at the end: ${
      Object.entries(waiting)
        .filter(([, count]) => count > 0)
        .map(([what, count]) => `${count} ${what}`)
        .join(', ') || 'nothing'
    }`,
    '',
  ];
}
