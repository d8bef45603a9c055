import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import { bangkokMoment } from '../../../kernel/rules/bangkok-day';
import { formatBaht } from '../../../kernel/rules/money';

/** A bigint is an amount in satang. */
export type Cell = string | bigint | Date | boolean | null;
/** The keys are the headings. */
export type Columns<Item> = Readonly<Record<string, (item: Item) => Cell>>;

/**
 * RFC 4180. The next batch is read after the previous one was sent, so memory use does not depend
 * on the length of the list. The byte order mark makes Excel read UTF-8. Cells that a spreadsheet
 * would run as a formula get a leading apostrophe; amounts do not, although they may start with a
 * minus.
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
      // Quotes cells with line breaks.
      quote_record_delimiter: true,
      escape_formulas: true,
      cast: {
        bigint: (satang) => formatBaht(Number(satang)),
        date: bangkokMoment,
        boolean: String,
      },
    },
  );
