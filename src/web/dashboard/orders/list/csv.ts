import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import { bangkokMoment } from '../../../../domain/bangkok-day';
import { formatBaht } from '../../../../domain/money';

/** What stands in a cell. A bigint is money, in satang. */
export type Cell = string | bigint | Date | boolean | null;
/** Names of columns, and what an item has in each. */
export type Columns<Item> = Readonly<Record<string, (item: Item) => Cell>>;

/**
 * Lines as RFC 4180 wants them, a batch at a time: the next is asked for when the one before has
 * gone out, so that a list of any length takes the memory of a batch. Excel reads UTF-8 by the mark
 * at the beginning. What it would take for a formula begins with an apostrophe; sums do not, though
 * they may begin with a minus.
 */
export function csvOf<Item>(
  columns: Columns<Item>,
  batches: AsyncIterable<readonly Item[]>,
): Readable {
  const names = Object.keys(columns);
  const cells = Object.values(columns);
  async function* lines() {
    yield `\uFEFF${format([names])}`;
    for await (const batch of batches) {
      if (batch.length > 0) yield format(batch.map((item) => cells.map((cell) => cell(item))));
    }
  }
  return Readable.from(lines());
}

const format = (rows: readonly (readonly Cell[])[]): string =>
  stringify(
    rows.map((row) => [...row]),
    {
      record_delimiter: 'windows',
      // A line that ends within a cell, as any system writes it.
      quote_record_delimiter: true,
      escape_formulas: true,
      cast: {
        bigint: (satang) => formatBaht(Number(satang)),
        date: bangkokMoment,
        boolean: String,
      },
    },
  );
