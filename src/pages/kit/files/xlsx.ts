import { Readable } from 'node:stream';
import { bangkokSerial } from '../../../kernel/rules/bangkok-day';
import { formatBaht } from '../../../kernel/rules/money';
import type { Cell, Columns, WriteFile } from './columns';
import { zip, type ZipEntry } from './zip';

/** Of the format; further rows are in further sheets. */
const SHEET_ROWS_MAX = 1_048_576;
const CELL_LENGTH_MAX = 32_767;
/** Of the text that is compressed at once. */
const CHUNK_LENGTH = 65_536;

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const SPREADSHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Indexes of `cellXfs` below. */
const styles = { heading: 1, time: 2, money: 3 } as const;
const STYLES = `${HEAD}<styleSheet xmlns="${SPREADSHEET}"><numFmts count="1"><numFmt numFmtId="164"
 formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name
 val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills
 count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill
 patternType="gray125"/></fill></fills><borders
 count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs
 count="4"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf
 numFmtId="4" applyNumberFormat="1"/></cellXfs></styleSheet>`;

/** Office Open XML. Texts are texts, so that no cell is a formula. */
export const xlsxOf: WriteFile = workbookOf(SHEET_ROWS_MAX);

/** Sheets have at most `rowsMax` rows with the heading. */
export function workbookOf(rowsMax: number): WriteFile {
  return (columns, batches) => Readable.from(zip(partsOf(columns, batches, rowsMax)));
}

async function* partsOf<Item>(
  columns: Columns<Item>,
  batches: AsyncIterable<readonly Item[]>,
  rowsMax: number,
): AsyncGenerator<ZipEntry, void, void> {
  const rows = rowsOf(columns, batches);
  let sheets = 0;
  for (let next = await rows.next(); sheets === 0 || next.done !== true; sheets += 1) {
    const sheet = sheetOf(Object.keys(columns), rows, next, rowsMax);
    yield { name: `xl/worksheets/sheet${sheets + 1}.xml`, content: sheet.text() };
    next = sheet.rest();
  }
  const numbered = Array.from({ length: sheets }, (_, n) => n + 1);
  yield part('xl/styles.xml', STYLES);
  yield part('xl/workbook.xml', workbookPart(numbered));
  yield part('xl/_rels/workbook.xml.rels', relationsOf(numbered));
  yield part(
    '_rels/.rels',
    `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship
 Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  );
  yield part('[Content_Types].xml', typesOf(numbered));
}

const part = (name: string, text: string): ZipEntry => ({ name, content: [text] });

type Rows = AsyncGenerator<readonly Cell[], void, void>;
type NextRow = IteratorResult<readonly Cell[], void>;

async function* rowsOf<Item>(
  columns: Columns<Item>,
  batches: AsyncIterable<readonly Item[]>,
): Rows {
  const cells = Object.values(columns);
  for await (const batch of batches) {
    for (const item of batch) yield cells.map((cell) => cell(item));
  }
}

/** `first` is the sheet's first row; `rest` is the first row of the next sheet. */
function sheetOf(names: readonly string[], rows: Rows, first: NextRow, rowsMax: number) {
  let next = first;
  async function* text() {
    const frozen = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>';
    yield `${HEAD}<worksheet xmlns="${SPREADSHEET}"><sheetViews><sheetView
 workbookViewId="0">${frozen}</sheetView></sheetViews><cols><col min="1" max="${names.length}"
 width="20" customWidth="1"/></cols><sheetData>`;
    let lines = rowText(1, names, styles.heading);
    for (let number = 2; next.done !== true && number <= rowsMax; number += 1) {
      lines += rowText(number, next.value);
      if (lines.length >= CHUNK_LENGTH) {
        yield lines;
        lines = '';
      }
      next = await rows.next();
    }
    yield `${lines}</sheetData></worksheet>`;
  }
  return { text, rest: () => next };
}

const rowText = (number: number, cells: readonly Cell[], textStyle = 0): string =>
  `<row r="${number}">${cells
    .map((cell, at) => cellText(`${columnName(at)}${number}`, cell, textStyle))
    .join('')}</row>`;

function cellText(at: string, cell: Cell, textStyle: number): string {
  if (cell === null || cell === '') return '';
  if (cell instanceof Date)
    return `<c r="${at}" s="${styles.time}"><v>${bangkokSerial(cell)}</v></c>`;
  if (typeof cell === 'bigint') {
    return `<c r="${at}" s="${styles.money}"><v>${formatBaht(Number(cell))}</v></c>`;
  }
  if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`;
  if (typeof cell === 'boolean') return `<c r="${at}" t="b"><v>${cell ? 1 : 0}</v></c>`;
  const text = `<is><t xml:space="preserve">${escape(cell)}</t></is>`;
  return `<c r="${at}" s="${textStyle}" t="inlineStr">${text}</c>`;
}

/** A to Z, then AA. */
const columnName = (at: number): string =>
  (at < 26 ? '' : columnName(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26));

/** XML 1.0 has no escape for control characters. */
const escape = (text: string): string =>
  text
    .slice(0, CELL_LENGTH_MAX)
    .replace(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, (one) => (/[\t\n\r]/.test(one) ? one : ' '))
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

const workbookPart = (sheets: readonly number[]): string =>
  `${HEAD}<workbook xmlns="${SPREADSHEET}" xmlns:r="${RELATIONS}"><sheets>${sheets
    .map((n) => `<sheet name="Sheet${n}" sheetId="${n}" r:id="rId${n}"/>`)
    .join('')}</sheets></workbook>`;

function relationsOf(sheets: readonly number[]): string {
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`;
  const each = sheets.map((n) => relation(String(n), 'worksheet', `worksheets/sheet${n}.xml`));
  const all = [...each, relation('Styles', 'styles', 'styles.xml')].join('');
  return `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${all}</Relationships>`;
}

const typesOf = (sheets: readonly number[]): string =>
  `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels"
 ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override
 PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override
 PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>${sheets
   .map(
     (n) =>
       `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${TYPE}.worksheet+xml"/>`,
   )
   .join('')}</Types>`;
