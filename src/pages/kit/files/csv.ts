import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import { bangkokText } from '../../../kernel/rules/bangkok-day';
import { formatBaht } from '../../../kernel/rules/money';
import type { Cell, WriteFile } from './columns';

/**
 * RFC 4180. The byte order mark makes Excel read UTF-8. Texts that a spreadsheet would run as a
 * formula get an apostrophe; amounts do not, although they may start with a minus.
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

/**
 * The start of a formula, also after a character that ends a cell where the list separator is a
 * semicolon or tab: there a quote within the line does not hold the cell together. The last four
 * are the full-width forms.
 */
const formulaStarts = /(?<=^|[;\t\r\n])(?=[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20])/g;
const defuse = (text: string): string => text.replace(formulaStarts, "'");

const format = (rows: readonly (readonly Cell[])[]): string =>
  stringify(
    rows.map((row) => [...row]),
    {
      record_delimiter: 'windows',
      // Quotes cells with line breaks.
      quote_record_delimiter: true,
      cast: {
        string: defuse,
        bigint: (satang) => formatBaht(Number(satang)),
        date: bangkokText,
        boolean: String,
      },
    },
  );
