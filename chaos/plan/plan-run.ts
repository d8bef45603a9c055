import type { Operation } from './operation';
import { planFaults } from './plan-faults';
import type { PlannedFault } from './plan-faults';
import { planOperations } from './plan-operations';

export interface RunSize {
  readonly seed: number;
  readonly operations: number;
  readonly kills: number;
}

export interface Plan extends RunSize {
  readonly schedule: readonly Operation[];
  readonly faults: readonly PlannedFault[];
}

/** Makes all random choices of a run. `hasEvidence` includes contradictory evidence. */
export function planRun(size: RunSize, hasEvidence = true): Plan {
  const { seed, operations, kills } = size;
  return {
    ...size,
    schedule: planOperations(seed, operations, hasEvidence),
    faults: planFaults(seed, kills),
  };
}
