import { victims, type PlannedFault } from '../../chaos/plan/plan-faults';
import { planRun } from '../../chaos/plan/plan-run';
import { readArguments } from '../../chaos/arguments';
import { checkoutScenes, disturbances, flows, linkScenes } from '../../chaos/plan/operation';

const outagesOf = (faults: readonly PlannedFault[]) =>
  faults.flatMap(({ fault }) => (fault.kind === 'outage' ? [fault] : []));

const size = { seed: 7, operations: 2_000, kills: 50 };

describe('plan', () => {
  it('is deterministic for a seed and differs between seeds', () => {
    expect(planRun(size)).toEqual(planRun(size));
    expect(planRun({ ...size, seed: 8 }).schedule).not.toEqual(planRun(size).schedule);
    expect(planRun({ ...size, seed: 8 }).faults).not.toEqual(planRun(size).faults);
  });

  it('contains every flow, every disturbance and a kill of every victim', () => {
    const { schedule, faults } = planRun(size);
    expect(schedule).toHaveLength(2_000);
    expect(new Set(schedule.map(({ flow }) => flow))).toEqual(new Set(flows));
    const planned = new Set(schedule.flatMap((operation) => operation.disturbances));
    expect(planned).toEqual(new Set(disturbances));
    const killed = faults.flatMap(({ fault }) => (fault.kind === 'kill' ? [fault.victim] : []));
    expect(killed).toHaveLength(50);
    expect(new Set(killed)).toEqual(new Set(victims));
  });

  it('has several accounts and their faults at the size of .ci/run', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const { schedule, faults } = planRun({ seed, operations: 80, kills: 5 });
      const routed = schedule.filter(({ merchant }) => merchant === 'routed');
      expect(routed.filter(({ flow }) => flow === 'payment').length).toBeGreaterThanOrEqual(3);
      expect(routed.filter(({ flow }) => flow === 'withdrawal').length).toBeGreaterThanOrEqual(3);
      expect(faults.filter(({ fault }) => fault.kind === 'account')).toHaveLength(4);
    }
  });

  it('has every scene of checkouts and payment links at the size of .ci/run', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const { schedule } = planRun({ seed, operations: 80, kills: 5 });
      const scenes = new Set(schedule.map(({ scene }) => scene));
      expect(scenes).toEqual(new Set([null, ...checkoutScenes, ...linkScenes]));
    }
  });

  it('lets days pass at the size of .ci/run, the last one to yesterday', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const { faults } = planRun({ seed, operations: 80, kills: 5 });
      const days = faults.flatMap(({ fault }) => (fault.kind === 'days' ? [fault] : []));
      expect(days.map(({ daysAgo }) => daysAgo)).toEqual([17, 16, 1]);
      expect(days.map(({ entersHolidays }) => entersHolidays)).toEqual([false, true, false]);
    }
  });

  it('has neither evidence, several accounts nor pages beside an earlier release', () => {
    const { schedule, faults } = planRun(size, true);
    const newer = schedule.filter(
      ({ merchant, evidence, scene }) =>
        merchant === 'routed' || evidence !== null || scene !== null,
    );
    expect(newer).toEqual([]);
    const others = faults.filter(({ fault: { kind } }) => kind === 'account' || kind === 'days');
    expect(others).toEqual([]);
  });

  it('begins an outage with the load, and has none without kills', () => {
    const small = { seed: 5, operations: 80, kills: 5 };
    const { faults } = planRun(small);
    expect(faults[0]).toMatchObject({ atShare: 0, fault: { kind: 'outage' } });
    expect(outagesOf(faults)).toHaveLength(1);
    for (const { overdue, first } of outagesOf(faults)) {
      expect(overdue.map(({ action }) => action)).toEqual(Array(40).fill('deadline'));
      expect(first.action).toBe('pay');
    }
    expect(planRun({ ...small, kills: 0 }, true).faults).toEqual([]);
  });

  it('gives each operation a unique mark that fits into a reference', () => {
    const { schedule, faults } = planRun({ ...size, seed: 2 ** 31 - 1, operations: 9_999 });
    const around = outagesOf(faults).flatMap(({ overdue, first }) => [...overdue, first]);
    expect(around).toHaveLength(401);
    const marks = [
      ...schedule.map(({ mark }) => `${mark}-rival`),
      ...around.map(({ mark }) => mark),
    ];
    expect(new Set(marks).size).toBe(9_999 + around.length);
    expect(Math.max(...marks.map(({ length }) => length))).toBeLessThanOrEqual(35);
  });

  it('has no altered callback where the transfer may not be booked yet', () => {
    const { schedule } = planRun({ ...size, operations: 9_999 });
    const risky = schedule.filter(
      ({ action, disturbances: chosen }) =>
        chosen.includes('altered') && (action === 'twice' || chosen.includes('bare')),
    );
    expect(risky).toEqual([]);
  });
});

describe('arguments', () => {
  it('have defaults, with a random seed', () => {
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
  ])('reject %s %s', (name, value) => {
    expect(() => readArguments([`${name}=${value}`])).toThrow(TypeError);
  });
});
