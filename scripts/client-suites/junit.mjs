import { existsSync, readFileSync } from 'node:fs';

/** The passed and failed tests of a JUnit report. Its text is escaped: every tag is an element. */
export function countTests(file) {
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  const text = readFileSync(file, 'utf8');
  const count = (name) => [...text.matchAll(new RegExp(`<${name}[\\s/>]`, 'g'))].length;
  const failed = count('failure') + count('error');
  return { passed: count('testcase') - failed - count('skipped'), failed };
}
