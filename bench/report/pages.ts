import type { PagesReport } from '../pages';
import { table } from './table';

export function renderPages({ orders, seedMs, pages }: PagesReport): string[] {
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
  ];
}
