import type { FootprintReport } from '../footprint';
import { table } from './table';

/** Below this, rows are not those of payments. */
const EACH_MIN = 0.005;

export function renderFootprint(report: FootprintReport): string[] {
  const { payments, rows, entries, commits, wal, imageBytes, disk, temporalBytes } = report;
  const each = (count: number) => (count / payments).toFixed(2);
  const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0);
  const isOfPayments = (count: number) => Math.abs(count) / payments >= EACH_MIN;
  const inserted = sum(rows.map((row) => row.inserted));
  const updated = sum(rows.map((row) => row.updated));
  const hot = sum(rows.map((row) => row.hot));
  const deleted = sum(rows.map((row) => row.deleted));
  const bytes = sum(wal.map((one) => one.bytes));
  return [
    `Footprint of a payment, of ${payments}, from the records of the write-ahead log`,
    `  rows: ${each(inserted)} inserted, ${each(updated)} updated of which ${each(hot)} HOT, ` +
      `${each(deleted)} deleted; ${each(sum(entries.map((one) => one.entries)))} index entries; ` +
      `${each(commits)} commits`,
    `  WAL: ${each(bytes)} bytes in ${each(sum(wal.map(({ records }) => records)))} records, ` +
      `and ${each(imageBytes)} bytes of page images after a checkpoint; ` +
      `disk: ${each(sum(disk.map((one) => one.bytes)))} bytes, ` +
      `and ${each(temporalBytes)} bytes of Temporal's store until the retention ends`,
    ...table([
      ['table', 'inserted', 'updated', 'HOT', 'deleted', 'entries', 'WAL bytes', 'disk bytes'],
      ...tablesOf(report)
        .filter((one) => isOfPayments(one.bytes + one.disk))
        .map((one) => [
          one.table,
          ...[one.inserted, one.updated, one.hot, one.deleted, one.entries].map(each),
          (one.bytes / payments).toFixed(0),
          (one.disk / payments).toFixed(0),
        ]),
    ]),
    `  entries by index: ${entries
      .filter((one) => isOfPayments(one.entries))
      .map((one) => `${one.index} ${each(one.entries)}`)
      .join(', ')}`,
    '',
  ];
}

function tablesOf({ rows, entries, wal, disk }: FootprintReport) {
  const none = { inserted: 0, updated: 0, hot: 0, deleted: 0 };
  return wal.map(({ table: name, bytes }) => ({
    ...(rows.find((row) => row.table === name) ?? none),
    table: name,
    entries: entries.filter((one) => one.table === name).reduce((all, one) => all + one.entries, 0),
    bytes,
    disk: disk.find((one) => one.table === name)?.bytes ?? 0,
  }));
}
