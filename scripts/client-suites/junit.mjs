import { existsSync, readFileSync } from 'node:fs';

/** The tests of a JUnit report: of the outermost suites, which include the others. */
export function countTests(file) {
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  const text = readFileSync(file, 'utf8');
  const [, attributes] = /<testsuite\s([^>]*)>/.exec(text) ?? ['', ''];
  const number = (name) => Number(new RegExp(`\\b${name}="(\\d+)"`).exec(attributes)?.[1] ?? 0);
  const failed = number('errors') + number('failures');
  return { passed: number('tests') - failed - number('skipped'), failed };
}
