import { Recovery } from '../../chaos/recovery';

const kill = { kind: 'kill', victim: 'worker-1' } as const;

describe('recovery time', () => {
  it('ends at the first success that began after the fault', () => {
    const recovery = new Recovery();
    recovery.recordFault(kill, 1_000);
    // Begun before the fault: it does not count, even if it ended after it.
    recovery.succeeded('request', 900, 1_100);
    recovery.succeeded('request', 1_200, 5_000);
    recovery.succeeded('request', 1_300, 3_000);
    expect(recovery.rows()).toEqual([
      { fault: 'kill worker', count: 1, request: 2_000, callback: null, webhook: null },
    ]);
  });

  it('is reported as the longest by kind and overall', () => {
    const recovery = new Recovery();
    recovery.recordFault(kill, 1_000);
    recovery.recordFault({ ...kill, victim: 'worker-2' }, 10_000);
    recovery.recordFault({ kind: 'crash', victim: 'postgres' }, 20_000);
    for (const [began, ended] of [
      [1_500, 2_000],
      [11_000, 17_000],
      [20_100, 21_000],
    ] as const) {
      recovery.succeeded('webhook', began, ended);
    }
    expect(recovery.rows()).toMatchObject([
      { fault: 'crash postgres', webhook: 1_000 },
      { fault: 'kill worker', count: 2, webhook: 7_000 },
    ]);
    expect(recovery.longestMs()).toBe(7_000);
  });

  it('is null without a later success or without a fault', () => {
    const recovery = new Recovery();
    expect(recovery.longestMs()).toBeNull();
    recovery.recordFault(kill, 1_000);
    expect(recovery.longestMs()).toBeNull();
  });
});
