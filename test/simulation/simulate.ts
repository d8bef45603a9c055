import { findFaults } from './checks';
import { randomFrom } from './random';
import type { Faults, Moment } from './workers';
import { World } from './world';

export interface Simulated {
  /** The violated condition; null without one. */
  readonly fault: string | null;
  /** The moments of worker deaths. */
  readonly deaths: readonly Moment[];
}

/**
 * Simulates two deposits and a payout. Every clock is virtual and a seed chooses every event:
 * workers die between any two effects and restart, callbacks are repeated, late and out of order,
 * and the clocks of workers are wrong.
 */
export function simulate(seed: number, events: number, faults: Faults = {}): Simulated {
  const world = new World(randomFrom(seed), faults);
  for (let event = 0; event < events; event++) world.step();
  world.end();
  return { fault: findFaults(world), deaths: world.deaths };
}
