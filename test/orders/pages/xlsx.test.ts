import { setImmediate as turn } from 'node:timers/promises';
import { strFromU8, unzipSync } from 'fflate';
import { zoned } from '../../../src/pages/kit/files/columns';
import { workbookOf, xlsxOf } from '../../../src/pages/kit/files/xlsx';

const columns = {
  text: ({ text }: { text: string | null }) => text,
  money: () => -123_405n,
  [zoned('at')]: () => new Date('2026-11-21T07:05:09.999Z'),
  late: () => true,
};

async function* one(texts: readonly (string | null)[]) {
  for (const text of texts) yield [{ text }];
}

async function bytesOf(file: AsyncIterable<Buffer>): Promise<Uint8Array> {
  const parts: Buffer[] = [];
  for await (const part of file) parts.push(part);
  return Buffer.concat(parts);
}

/** The parts of the archive, read by a library that does not share code with the writer. */
async function partsOf(texts: readonly (string | null)[]): Promise<Record<string, string>> {
  const parts = unzipSync(await bytesOf(xlsxOf(columns, one(texts))));
  return Object.fromEntries(Object.entries(parts).map(([name, bytes]) => [name, strFromU8(bytes)]));
}

const SHEET = 'xl/worksheets/sheet1.xml';

test('a workbook has times and amounts as numbers and never a formula', async () => {
  const texts = ['สมชาย <&> "x"', '=1+1', '\u0001\uD800 two\nlines', null];
  const sheet = (await partsOf(texts))[SHEET] ?? '';
  const rows = [...sheet.matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, row = '']) => row);
  expect(rows).toHaveLength(5);
  const cells = (row = '') => [...row.matchAll(/<c r="([A-Z]+\d+)".*?<\/c>/gs)];
  expect(cells(rows[0]).map(([cell]) => cell.replace(/<[^>]+>/g, ''))).toEqual([
    'text',
    'money',
    'at (Asia/Bangkok)',
    'late',
  ]);
  const [text, money, at, late] = cells(rows[1]).map(([cell]) => cell.replace(/<[^>]+>/g, ''));
  expect(text).toBe('สมชาย &lt;&amp;&gt; "x"');
  expect(money).toBe('-1234.05');
  // The day 46,347 since 1899-12-30 is 2026-11-21.
  expect(Number(at)).toBeCloseTo(46_347 + (14 * 3600 + 5 * 60 + 9) / 86_400, 8);
  expect(late).toBe('1');
  expect(sheet).toContain('>=1+1</t>');
  expect(sheet).toContain('>   two\nlines</t>');
  expect(sheet).not.toContain('<f>');
  expect(cells(rows[4]).map(([, name]) => name)).toEqual(['B5', 'C5', 'D5']);
});

test('a workbook has the parts that it names', async () => {
  const parts = await partsOf([]);
  const types = parts['[Content_Types].xml'] ?? '';
  const named = [...types.matchAll(/PartName="\/([^"]+)"/g)].map(([, name]) => name);
  expect(Object.keys(parts)).toEqual(expect.arrayContaining(named));
  expect(named).toContain(SHEET);
  expect(parts['xl/_rels/workbook.xml.rels']).toContain('worksheets/sheet1.xml');
});

test('a workbook continues in another sheet, with its heading, when one is full', async () => {
  async function* ten() {
    yield [1, 2, 3, 4];
    yield [5, 6, 7, 8, 9, 10];
  }
  const file = workbookOf(5)({ n: (n: number) => n }, ten());
  const parts = unzipSync(await bytesOf(file));
  const sheet = (n: number) => strFromU8(parts[`xl/worksheets/sheet${n}.xml`] ?? new Uint8Array());
  const numbers = (n: number) =>
    [...sheet(n).matchAll(/<v>(\d+)<\/v>/g)].map(([, value]) => Number(value));
  expect([1, 2, 3, 4].map(numbers)).toEqual([[1, 2, 3, 4], [5, 6, 7, 8], [9, 10], []]);
  expect([1, 2, 3].every((n) => sheet(n).includes('>n</t>'))).toBe(true);
});

test('a workbook is written while it is read, and stops when its reader leaves', async () => {
  let read = 0;
  async function* endless() {
    for (;;) {
      read += 1;
      yield Array.from({ length: 1_000 }, () => ({ text: 'x'.repeat(100) }));
      await turn();
    }
  }
  const file = xlsxOf(columns, endless());
  for await (const part of file) {
    expect((part as Buffer).length).toBeGreaterThan(0);
    break;
  }
  const before = read;
  for (let n = 0; n < 100; n++) await turn();
  expect(read - before).toBeLessThan(20);
  expect(file.destroyed).toBe(true);
});

test('a workbook whose rows fail is not completed', async () => {
  async function* failing() {
    yield [{ text: 'a' }];
    throw new Error('the second batch fails');
  }
  await expect(bytesOf(xlsxOf(columns, failing()))).rejects.toThrow('the second batch fails');
});
