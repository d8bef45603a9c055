interface Fault {
  readonly area: string;
  readonly name: string;
  readonly file: string;
  readonly find: string;
  readonly replace: string;
  readonly tests: readonly string[];
}

const { faults, misplaced } = jest.requireActual<{
  readonly faults: readonly Fault[];
  readonly misplaced: (list?: readonly Fault[]) => readonly string[];
}>('./faults.js');

test('every fault of npm run mutants applies to the code of today, once', () => {
  expect(misplaced()).toEqual([]);
});

test('they are eighty and more, in each area that money and access depend on', () => {
  expect(faults.length).toBeGreaterThanOrEqual(80);
  expect([...new Set(faults.map(({ area }) => area))]).toEqual([
    'access',
    'claims',
    'deliveries',
    'holds',
    'idempotency',
    'ledger',
    'movements',
    'outbox',
    'signing',
    'transitions',
  ]);
});

const sound: Fault = {
  area: 'ledger',
  name: 'sound',
  file: 'src/domain/ledger.ts',
  find: 'export const moneyIn:',
  replace: 'export const moneyOut:',
  tests: ['test/domain/ledger.test.ts'],
};

test.each([
  ['a text that is not there', { find: 'moneyAround' }, 'occurs 0 times'],
  ['a text that is there twice', { find: 'export const' }, 'times in src'],
  ['a file that is gone', { file: 'src/domain/gone.ts' }, 'there is no src/domain/gone.ts'],
  ['a test that is gone', { tests: ['test/gone.test.ts'] }, 'there is no test/gone.test.ts'],
  ['a change that is none', { replace: sound.find }, 'changes nothing'],
])('a fault with %s is an error', (_what, change, error) => {
  expect(misplaced([sound])).toEqual([]);
  expect(misplaced([{ ...sound, ...change }])).toEqual([expect.stringContaining(error)]);
});
