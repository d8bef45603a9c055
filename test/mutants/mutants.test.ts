interface Fault {
  readonly area: string;
  readonly name: string;
  readonly file: string;
  readonly find: string;
  readonly replace: string;
  readonly tests: readonly string[];
}

const { renderResults } = jest.requireActual<{
  readonly renderResults: (
    list: readonly Pick<Fault, 'name'>[],
    results: Readonly<Record<string, object>>,
  ) => string;
}>('./results.js');

const { faults, misplaced } = jest.requireActual<{
  readonly faults: readonly Fault[];
  readonly misplaced: (list?: readonly Fault[]) => readonly string[];
}>('./faults.js');

test('every fault of npm run mutants applies to the current code exactly once', () => {
  expect(misplaced()).toEqual([]);
});

test('the list has at least eighty faults, in every area of money and access', () => {
  expect(faults.length).toBeGreaterThanOrEqual(80);
  expect([...new Set(faults.map(({ area }) => area))]).toEqual([
    'access',
    'approvals',
    'bill-checks',
    'business',
    'checkout',
    'claims',
    'deliveries',
    'fees',
    'holds',
    'idempotency',
    'inquiries',
    'ledger',
    'links',
    'manual-refunds',
    'maturity',
    'movements',
    'notifications',
    'omise',
    'outbox',
    'partitions',
    'persons',
    'providers',
    'routing',
    'second-factor',
    'signing',
    'transitions',
  ]);
});

const sound: Fault = {
  area: 'ledger',
  name: 'sound',
  file: 'src/ledger/rules/ledger.ts',
  find: 'export const kindsWith =',
  replace: 'export const kindsWithout =',
  tests: ['test/ledger/rules/ledger.test.ts'],
};

test.each([
  ['a missing text', { find: 'moneyAround' }, 'occurs 0 times'],
  ['a repeated text', { find: 'export const' }, 'times in src'],
  ['a missing file', { file: 'src/ledger/gone.ts' }, 'there is no src/ledger/gone.ts'],
  ['a missing test', { tests: ['test/gone.test.ts'] }, 'there is no test/gone.test.ts'],
  ['an unchanged text', { replace: sound.find }, 'changes nothing'],
])('a fault with %s is an error', (_what, change, error) => {
  expect(misplaced([sound])).toEqual([]);
  expect(misplaced([{ ...sound, ...change }])).toEqual([expect.stringContaining(error)]);
});

test('results are stored in the order of the faults, without those of removed faults', () => {
  const results = { b: { outcome: 'killed' }, removed: {}, a: { outcome: 'survived' } };
  const rendered = renderResults([{ name: 'a' }, { name: 'b' }, { name: 'not run' }], results);
  expect(Object.entries(JSON.parse(rendered))).toEqual([
    ['a', { outcome: 'survived' }],
    ['b', { outcome: 'killed' }],
  ]);
});
