import { findFaults } from './checks';
import { randomFrom } from './random';
import type { Faults, Moment } from './workers';
import { World } from './world';

export interface Simulated {
  /** What is wrong, in words; null when nothing is. */
  readonly fault: string | null;
  /** At which moments workers died. */
  readonly deaths: readonly Moment[];
}

/**
 * A life of two deposits and a payout, in a world where every clock is virtual and everything that
 * happens is chosen by a seed: workers die between any two effects and look again, callbacks come
 * twice, late and out of order, the clocks of workers are wrong.
 */
export function simulate(seed: number, events: number, faults: Faults = {}): Simulated {
  const world = new World(randomFrom(seed), faults);
  for (let event = 0; event < events; event++) world.goOn();
  world.end();
  return { fault: findFaults(world), deaths: world.deaths };
}
