import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import { bangkokText } from '../../../kernel/rules/bangkok-day';
import { formatBaht } from '../../../kernel/rules/money';
import type { Cell, WriteFile } from './columns';

/**
 * RFC 4180. The byte order mark makes Excel read UTF-8. Cells that a spreadsheet would run as a
 * formula get a leading apostrophe; amounts do not, although they may start with a minus.
 */
export const csvOf: WriteFile = (columns, batches) => {
  const names = Object.keys(columns);
  const cells = Object.values(columns);
  async function* lines() {
    yield `\uFEFF${format([names])}`;
    for await (const batch of batches) {
      if (batch.length > 0) yield format(batch.map((item) => cells.map((cell) => cell(item))));
    }
  }
  return Readable.from(lines());
};

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
        date: bangkokText,
        boolean: String,
      },
    },
  );
