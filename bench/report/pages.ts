import type { PagesReport } from '../pages';
import { table } from './table';

export function renderPages({ orders, seedMs, pages, statements, cold }: PagesReport): string[] {
  return [
    `Pages of the dashboard, ${orders} orders of one merchant (targets: 100 KB, 100 ms)`,
    ...table([
      ['', 'KB', 'median ms', 'p99 ms'],
      ...pages.map(({ page, kb, medianMs, p99Ms }) => [
        page,
        kb.toFixed(1),
        medianMs.toFixed(1),
        p99Ms.toFixed(1),
      ]),
    ]),
    `  generated and rolled up in ${(seedMs / 1000).toFixed(0)} s`,
    '',
    'The balance of last month as a file (target: memory that does not grow with its entries)',
    ...table([
      ['', 'entries', 'MB', 's', 'MiB of memory'],
      ...statements.map(({ type, rows, bytes, ms, streamedMib }) => [
        type,
        String(rows),
        (bytes / 1_000_000).toFixed(1),
        (ms / 1_000).toFixed(1),
        streamedMib.toFixed(1),
      ]),
    ]),
    '',
    'First visits in Chromium, without a cache (targets: 60 kB, 500 ms)',
    ...table([
      ['', 'kB', 'first paint ms', 'at most'],
      ...cold.map(({ page, kb, firstPaintMs }) => [
        page,
        kb.toFixed(1),
        firstPaintMs.median.toFixed(0),
        firstPaintMs.most.toFixed(0),
      ]),
    ]),
    '',
  ];
}
