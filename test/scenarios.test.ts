import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.dirname(__dirname);
const table = path.join(root, 'docs/money-scenarios.md');
const SCENARIOS = 104;

interface Proof {
  readonly scenario: number;
  /** Path from the root. */
  readonly file: string;
  readonly title: string;
}

/** Parses the table: the number in the first cell, tests with their titles in the last. */
function readProofs(text: string): readonly Proof[] {
  return [...text.matchAll(/^\| (\d+) \|.*\| ([^|]*) \|$/gm)].flatMap(([, number, cell = '']) => {
    let file = '';
    const parts = cell.matchAll(/\[[^\]]+\]\(\.\.\/([^)]+)\)|“([^”]+)”/g);
    return [...parts].flatMap(([, linked, title]) => {
      if (linked !== undefined) file = linked;
      return title === undefined ? [] : [{ scenario: Number(number), file, title }];
    });
  });
}

function hasTest(code: string, title: string): boolean {
  return ["'", '"', '`'].some((quote) => code.includes(`${quote}${title}${quote}`));
}

const faultOf = ({ scenario, file, title }: Proof): string | null => {
  const whole = path.join(root, file);
  if (!file.endsWith('.test.ts') || !existsSync(whole)) return `${scenario}: no file ${file}`;
  return hasTest(readFileSync(whole, 'utf8'), title) ? null : `${scenario}: no test “${title}”`;
};

describe('the money scenarios', () => {
  const proofs = readProofs(readFileSync(table, 'utf8'));

  test('are all in the table, each with a test', () => {
    const numbers = Array.from({ length: SCENARIOS }, (_, index) => index + 1);
    expect(numbers.filter((number) => !proofs.some((each) => each.scenario === number))).toEqual(
      [],
    );
  });

  test('name existing tests', () => {
    expect(proofs.map(faultOf).filter((fault) => fault !== null)).toEqual([]);
  });

  test.each([
    ['a file', '| 1 | a | b | [x](../test/none.test.ts): “x” |', 'no file'],
    ['a title', '| 1 | a | b | [x](../test/tidy.test.ts): “is nowhere” |', 'no test'],
  ])('are reported as missing without %s', (_what, row, fault) => {
    expect(readProofs(row).map(faultOf)).toEqual([expect.stringContaining(fault)]);
  });
});
