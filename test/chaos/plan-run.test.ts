import { victims } from '../../chaos/plan/plan-faults';
import { planRun } from '../../chaos/plan/plan-run';
import { readArguments } from '../../chaos/arguments';
import { disturbances, flows } from '../../chaos/plan/operation';

const size = { seed: 7, operations: 2_000, kills: 50 };

describe('a plan', () => {
  it('is the same for the same seed, and another for another', () => {
    expect(planRun(size)).toEqual(planRun(size));
    expect(planRun({ ...size, seed: 8 }).life).not.toEqual(planRun(size).life);
    expect(planRun({ ...size, seed: 8 }).faults).not.toEqual(planRun(size).faults);
  });

  it('has what was asked for: every flow, every disturbance, and every victim killed', () => {
    const { life, faults } = planRun(size);
    expect(life).toHaveLength(2_000);
    expect(new Set(life.map(({ flow }) => flow))).toEqual(new Set(flows));
    const planned = new Set(life.flatMap((operation) => operation.disturbances));
    expect(planned).toEqual(new Set(disturbances));
    const killed = faults.flatMap(({ fault }) => (fault.kind === 'kill' ? [fault.victim] : []));
    expect(killed).toHaveLength(50);
    expect(new Set(killed)).toEqual(new Set(victims));
  });

  it('names each operation by a mark of its own, short enough for a reference', () => {
    const { life } = planRun({ ...size, seed: 2 ** 31 - 1, operations: 9_999 });
    const marks = life.map(({ mark }) => `${mark}-rival`);
    expect(new Set(marks).size).toBe(9_999);
    expect(Math.max(...marks.map(({ length }) => length))).toBeLessThanOrEqual(35);
  });

  it('tells of no other amount where a transfer may not have been booked under its id', () => {
    const { life } = planRun({ ...size, operations: 9_999 });
    const risky = life.filter(
      ({ act, disturbances: chosen }) =>
        chosen.includes('altered') && (act === 'twice' || chosen.includes('bare')),
    );
    expect(risky).toEqual([]);
  });
});

describe('the arguments', () => {
  it('are read, with a seed of its own for each run that is given none', () => {
    expect(readArguments(['--seed', '5', '--operations', '150', '--kills', '8'])).toMatchObject({
      seed: 5,
      operations: 150,
      kills: 8,
    });
    expect(readArguments([]).seed).not.toBe(readArguments([]).seed);
  });

  it.each([
    ['--seed', 'x'],
    ['--operations', '0'],
    ['--kills', '-1'],
    ['--temporal', 'none'],
  ])('refuse %s %s', (name, value) => {
    expect(() => readArguments([`${name}=${value}`])).toThrow(TypeError);
  });
});
