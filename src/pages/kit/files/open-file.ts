import type { Readable } from 'node:stream';
import { Problem } from '../../../kernel/rules/problem';
import { KeyedSemaphore } from '../../../platform/keyed-semaphore';
import { csvOf } from './csv';
import type { Columns, WriteFile } from './columns';
import { xlsxOf } from './xlsx';

export const fileTypes = {
  csv: { contentType: 'text/csv; charset=utf-8', write: csvOf },
  xlsx: {
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    write: xlsxOf,
  },
} as const satisfies Readonly<
  Record<string, { readonly contentType: string; readonly write: WriteFile }>
>;
export type FileType = keyof typeof fileTypes;

/** Concurrent downloads per merchant. */
const DOWNLOADS_MAX = 3;
const RETRY = { 'Retry-After': '10' };
const downloading = new KeyedSemaphore(DOWNLOADS_MAX);

/** Throws Problem `rate_limit_exceeded` when the merchant has three downloads. */
export function openFile<Item>(
  type: FileType,
  merchantId: string,
  columns: Columns<Item>,
  batches: () => AsyncIterable<readonly Item[]>,
  stillAuthorized: () => Promise<void>,
): Readable {
  const end = downloading.acquire(merchantId);
  if (end === null) throw new Problem('rate_limit_exceeded', { headers: RETRY });
  const rows = whileAuthorized(batches(), stillAuthorized);
  return fileTypes[type].write(columns, rows).once('close', end);
}

/** A slow client receives a file for hours, so each batch is authorized before it is sent. */
async function* whileAuthorized<Batch>(
  batches: AsyncIterable<Batch>,
  stillAuthorized: () => Promise<void>,
) {
  for await (const batch of batches) {
    await stillAuthorized();
    yield batch;
  }
}
