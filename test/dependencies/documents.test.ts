import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(__dirname, '..', '..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

/** The rows of the tables in a text, without their headings, as cells. */
const rowsIn = (text: string): readonly (readonly string[])[] =>
  [...text.matchAll(/^\|[-|]+\|\n((?:\|.+\n)+)/gm)].flatMap(([, body = '']) =>
    body
      .trim()
      .split('\n')
      .map((line) => line.split('|').map((cell) => cell.trim())),
  );

/** The quoted paths of files. */
const filesIn = (text: string): readonly string[] =>
  [...text.matchAll(/`([\w./-]+\.(?:ts|md|json)|Dockerfile)`/g)].map(([, file = '']) => file);

const missing = (files: readonly string[]): readonly string[] =>
  files.filter((file) => !existsSync(path.join(root, file)));

const actors = [
  'An outsider',
  'A merchant',
  'A customer',
  'The provider',
  'An insider',
  'A supplier',
];

describe('the threats of docs/security.md', () => {
  const sections = read('docs/security.md').split(/^## /m);
  const rows = actors.flatMap((actor) => {
    const section = sections.find((text) => text.startsWith(`${actor}\n`)) ?? '';
    const found = rowsIn(section);
    expect([actor, found.length > 2]).toEqual([actor, true]);
    return found;
  });

  it.each(rows)('%s%s: its defence is shown by tests that exist', (...cells) => {
    const [, , defence = '', proof = ''] = cells;
    expect(defence).not.toBe('');
    const files = filesIn(proof);
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) expect(file).toMatch(/^test\/.+\.test\.ts$/);
    expect(missing(files)).toEqual([]);
  });
});

/** The requirements of levels 1 and 2 by section of ASVS 5.0.0, as ranges of numbers. */
const requirements: Readonly<Record<string, string>> = {
  '1.1': '1-2',
  '1.2': '1-9',
  '1.3': '1-11',
  '1.4': '1-3',
  '1.5': '1-2',
  '2.1': '1-3',
  '2.2': '1-3',
  '2.3': '1-4',
  '2.4': '1',
  '3.2': '1-2',
  '3.3': '1-4',
  '3.4': '1-6',
  '3.5': '1-5',
  '3.7': '1-2',
  '4.1': '1-3',
  '4.2': '1',
  '4.3': '1-2',
  '4.4': '1-4',
  '5.1': '1',
  '5.2': '1-3',
  '5.3': '1-2',
  '5.4': '1-3',
  '6.1': '1-3',
  '6.2': '1-12',
  '6.3': '1-4',
  '6.4': '1-4',
  '6.5': '1-5',
  '6.6': '1-3',
  '6.8': '1-4',
  '7.1': '1-3',
  '7.2': '1-4',
  '7.3': '1-2',
  '7.4': '1-5',
  '7.5': '1-2',
  '7.6': '1-2',
  '8.1': '1-2',
  '8.2': '1-3',
  '8.3': '1',
  '8.4': '1',
  '9.1': '1-3',
  '9.2': '1-4',
  '10.1': '1-2',
  '10.2': '1-2',
  '10.3': '1-4',
  '10.4': '1-11',
  '10.5': '1-5',
  '10.6': '1-2',
  '10.7': '1-3',
  '11.1': '1-2',
  '11.2': '1-3',
  '11.3': '1-3',
  '11.4': '1-4',
  '11.5': '1',
  '11.6': '1',
  '12.1': '1-3',
  '12.2': '1-2',
  '12.3': '1-4',
  '13.1': '1',
  '13.2': '1-5',
  '13.3': '1-2',
  '13.4': '1-5',
  '14.1': '1-2',
  '14.2': '1-4',
  '14.3': '1-3',
  '15.1': '1-3',
  '15.2': '1-3',
  '15.3': '1-7',
  '16.1': '1',
  '16.2': '1-5',
  '16.3': '1-4',
  '16.4': '1-3',
  '16.5': '1-3',
  '17.1': '1',
  '17.2': '1-4',
  '17.3': '1-2',
};

const numbersIn = (ranges: string): readonly number[] =>
  ranges.split(' ').flatMap((range) => {
    const [from = 0, to = from] = range.split('-').map(Number);
    return Array.from({ length: to - from + 1 }, (_, index) => from + index);
  });

describe('docs/asvs.md', () => {
  const text = read('docs/asvs.md');
  const [, requirementTables = ''] = text.split('## ASVS\n');
  const [, riskTable = ''] = text.split('## API Security Top 10\n');
  const risks = rowsIn(riskTable).filter(([, id = '']) => id.startsWith('API'));
  const rows = [...risks, ...rowsIn(requirementTables)];

  it('answers each requirement of level 2 and each risk once, in their order', () => {
    const expected = Object.entries(requirements).flatMap(([section, ranges]) =>
      numbersIn(ranges).map((number) => `${section}.${number}`),
    );
    expect(expected).toHaveLength(253);
    expect(rowsIn(requirementTables).map(([, id]) => id)).toEqual(expected);
    const ten = Array.from({ length: 10 }, (_, index) => `API${index + 1}`);
    expect(risks.map(([, id]) => id)).toEqual(ten);
  });

  it('gives evidence that exists for a yes, and a reason for the others', () => {
    const faults = rows.flatMap(([, id = '', words = '', verdict = '', evidence = '']) => {
      const files = filesIn(evidence);
      const reason = evidence.replaceAll(/`[^`]+`/g, '').replaceAll(/[\s,;]/g, '');
      return [
        ...missing(files).map((file) => `${id}: no file ${file}`),
        ...(words.length < 3 ? [`${id}: no words`] : []),
        ...(['yes', 'partly', 'no', '–'].includes(verdict) ? [] : [`${id}: ${verdict}`]),
        ...(verdict === 'yes' && files.length === 0 ? [`${id}: no evidence`] : []),
        ...(verdict !== 'yes' && reason.length < 5 ? [`${id}: no reason`] : []),
      ];
    });
    expect(faults).toEqual([]);
  });

  it('counts its answers', () => {
    const answers = rowsIn(requirementTables).map(([, , , verdict]) => verdict);
    const count = (verdict: string) => answers.filter((each) => each === verdict).length;
    expect(text).toContain(
      `${count('yes')} yes, ${count('partly')} partly, ${count('no')} no, ` +
        `${count('–')} do not apply.`,
    );
  });
});
