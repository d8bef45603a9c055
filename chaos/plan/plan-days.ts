import { between, oneOf, type Random } from '../random';

/**
 * Days pass: what is pending of today becomes money of an earlier day, the Schedule runs, and a
 * worker is killed meanwhile.
 */
export interface PassedDays {
  readonly kind: 'days';
  readonly victim: 'worker-1' | 'worker-2';
  readonly daysAgo: number;
  /** The bank holidays are entered: without them no day is due. */
  readonly entersHolidays: boolean;
  readonly killAfterMs: number;
}

const PASSED_PER_KILL = 0.16;
/** Long enough for every rule of `bank-days.ts`. */
const LONG_AGO = 14;

/** The money of the last of them is from yesterday, which is not due. */
export function planDays(random: Random, kills: number): readonly PassedDays[] {
  const count = kills === 0 ? 0 : 2 + Math.ceil(kills * PASSED_PER_KILL);
  return Array.from({ length: count }, (_, index) => ({
    kind: 'days',
    victim: oneOf(random, ['worker-1', 'worker-2']),
    daysAgo: index === count - 1 ? 1 : LONG_AGO + count - index,
    entersHolidays: index === 1,
    killAfterMs: between(random, 0, 1_000),
  }));
}
