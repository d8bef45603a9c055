import { seed as first } from '../support/property';
import { simulate } from './simulate';
import type { Faults } from './workers';

/** Fewer seeds may miss a moment of death that the test requires. */
const SEEDS_MIN = 1_000;
/** `npm run model` sets the number of seeds; a failure names its seed. */
const environment = process.env;
const seeds = Math.max(SEEDS_MIN, Number(environment['SAPHAN_SIMULATION_SEEDS'] ?? 10_000));
const EVENTS = 50;

/** The first seed that shows a fault, and the violated condition. */
function findFault(faults: Faults, from: number, count: number) {
  for (let seed = from; seed < from + count; seed++) {
    const { fault } = simulate(seed, EVENTS, faults);
    if (fault !== null) return { seed, fault };
  }
  return null;
}

test('money, events and callbacks survive every crash, ordering and clock skew', () => {
  process.stderr.write(`  simulation: SAPHAN_SEED=${first}, ${seeds} seeds\n`);
  const deaths = new Map<string, number>();
  for (let seed = first; seed < first + seeds; seed++) {
    const simulated = simulate(seed, EVENTS);
    expect({ seed, fault: simulated.fault }).toEqual({ seed, fault: null });
    for (const moment of simulated.deaths) deaths.set(moment, (deaths.get(moment) ?? 0) + 1);
  }
  process.stderr.write(`  simulation: deaths ${JSON.stringify(Object.fromEntries(deaths))}\n`);
  expect([...deaths.keys()].toSorted()).toEqual([
    'has an effect in hand',
    'has called',
    'has claimed',
    'has committed',
    'has locked',
    'has looked',
    'has noted',
    'waits for a lock',
    'will commit',
  ]);
});

test('a simulation is deterministic for a seed', () => {
  for (const seed of [1, 2, 3]) expect(simulate(seed, EVENTS)).toEqual(simulate(seed, EVENTS));
});

test('locks alone keep the ledger correct without unique indexes', () => {
  expect(findFault({ noIndexes: true }, 1, 1_000)).toBeNull();
});

describe('a planted fault is found within 1,000 seeds:', () => {
  test.each<[string, Faults]>([
    ['neither locks nor unique indexes', { noLocks: true, noIndexes: true }],
    ["a deadline is compared with the worker's clock", { deadlineByOwnClock: true }],
    ['an event is written after the commit', { eventAfterCommit: true }],
    ['a payout is claimed after the call', { callBeforeClaim: true }],
    ['a payout is submitted again after a timeout', { sendAfterSilence: true }],
    ['a callback is answered and not stored', { answerBeforeStoring: true }],
  ])('%s', (_fault, faults) => {
    const found = findFault(faults, 1, 1_000);
    process.stderr.write(`  simulation: ${JSON.stringify(found)}\n`);
    expect(found).not.toBeNull();
  });
});
