import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { browsePayments } from '../src/orders/payment/find-payment';
import type { Db } from '../src/platform/postgres/connect';
import type { Columns, WriteFile } from '../src/pages/kit/files/columns';
import { csvOf } from '../src/pages/kit/files/csv';
import { paymentList } from '../src/orders/pages/kinds/payment';

const MIB = 1_048_576;

export interface ExportFigures {
  readonly rows: number;
  readonly bytes: number;
  readonly ms: number;
  /** The largest memory growth of the process in MiB. */
  readonly streamedMib: number;
  /** The number of rows held in memory for comparison, and the memory growth in MiB. */
  readonly heldRows: number;
  readonly heldMib: number;
}

const HELD_ROWS = 100_000;

export type FileFigures = Omit<ExportFigures, 'heldRows' | 'heldMib'>;

/** Writes a file completely, without keeping it. */
export async function measureFile<Item>(
  write: WriteFile,
  columns: Columns<Item>,
  batches: () => AsyncIterable<readonly Item[]>,
): Promise<FileFigures> {
  const startedMs = performance.now();
  let rows = 0;
  let bytes = 0;
  const streamed = await peakOf(async (sample) => {
    async function* counted() {
      for await (const batch of batches()) {
        rows += batch.length;
        sample();
        yield batch;
      }
    }
    const nowhere = new Writable({
      write(chunk: Buffer, _encoding, done) {
        bytes += chunk.length;
        done();
      },
    });
    await pipeline(write(columns, counted()), nowhere);
  });
  return { rows, bytes, ms: performance.now() - startedMs, streamedMib: streamed };
}

/** Exports all payments as CSV, compared with holding a tenth of them in memory. */
export async function measureExport(db: Db, merchantId: string): Promise<ExportFigures> {
  const merchant = { id: merchantId, name: 'Bench', status: 'active' } as const;
  const batches = () => browsePayments({ db }, merchant, {}).batches();
  const file = await measureFile(csvOf, paymentList.columns, batches);
  const all: unknown[] = [];
  const held = await peakOf(async (sample) => {
    for await (const batch of batches()) {
      all.push(...batch);
      sample();
      if (all.length >= HELD_ROWS) break;
    }
  });
  return { ...file, heldRows: all.length, heldMib: held };
}

/** The memory growth after garbage collection. */
async function peakOf(work: (sample: () => void) => Promise<void>): Promise<number> {
  setFlagsFromString('--expose-gc');
  const clear = runInNewContext('gc') as () => void;
  const used = () => {
    clear();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const before = used();
  let peak = before;
  let samples = 0;
  await work(() => {
    // Garbage collection takes longer than a batch, so it runs after every twentieth.
    if (samples++ % 20 === 0) peak = Math.max(peak, used());
  });
  return (Math.max(peak, used()) - before) / MIB;
}
