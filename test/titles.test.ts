import { execFileSync, spawnSync } from 'node:child_process';
import path from 'node:path';
import { titleFaults } from './support/title-rules';

const root = path.dirname(__dirname);

/** The last commit before titles had a rule. */
const FIRST_PARENT = 'bf3500ca9c14';

describe('commit titles', () => {
  it('are `area: imperative` in at most 72 columns', () => {
    const faults = titles().flatMap((title) =>
      titleFaults(title).map((fault) => `${title}: ${fault}`),
    );
    expect(faults).toEqual([]);
  });
});

describe('the rule', () => {
  it.each([
    ['Word once what waits of an order’s callbacks', 'is not `area: imperative`'],
    ['db: Share the predicate', 'is not `area: imperative`'],
    ['db: shared the predicate', 'starts with shared'],
    ['db: sharing the predicate', 'starts with sharing'],
    ['db: shares the predicate', 'starts with shares'],
    ['db: share the predicate.', 'ends with a period'],
    [`db: share ${'x'.repeat(63)}`, 'has 73 columns'],
  ])('rejects %p', (title, fault) => {
    expect(titleFaults(title)).toEqual([expect.stringContaining(fault)]);
  });

  it.each([
    'db: share the pending-callback predicate',
    'http, web: pass the layout to the page',
    'test-support: process rows in batches',
  ])('accepts %p', (title) => {
    expect(titleFaults(title)).toEqual([]);
  });
});

/**
 * The commit titles since the rule. Empty in an archive or a shallow clone, which have no history.
 */
function titles(): string[] {
  const known = spawnSync('git', ['cat-file', '-e', FIRST_PARENT], { cwd: root }).status === 0;
  if (!known) return [];
  const log = ['log', '--no-merges', '--format=%s', `${FIRST_PARENT}..HEAD`];
  const lines = execFileSync('git', log, { cwd: root, encoding: 'utf8' }).split('\n');
  return lines.filter((line) => line !== '');
}
