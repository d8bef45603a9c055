import type { Operation } from './operation';
import { planFaults, type PlannedFault } from './plan-faults';
import { planOperations } from './plan-operations';
import { withPages } from './plan-pages';

export interface RunSize {
  readonly seed: number;
  readonly operations: number;
  readonly kills: number;
}

export interface Plan extends RunSize {
  readonly schedule: readonly Operation[];
  readonly faults: readonly PlannedFault[];
}

/**
 * Makes all random choices of a run. One beside an earlier release (`isMixed`) has no contradictory
 * evidence, no merchant with several accounts, no pages and no bank days, which that may not
 * support.
 */
export function planRun(size: RunSize, isMixed = false): Plan {
  const { seed, operations, kills } = size;
  const schedule = planOperations(seed, operations, !isMixed);
  return {
    ...size,
    schedule: isMixed ? schedule : withPages(schedule),
    faults: planFaults(seed, kills, !isMixed),
  };
}
