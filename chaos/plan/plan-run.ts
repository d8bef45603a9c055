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
  readonly life: readonly Operation[];
  readonly faults: readonly PlannedFault[];
}

/** Everything that a run decides by chance is decided here. */
/** @param hasEvidence Whether the provider reports what contradicts itself in some operations. */
export function planRun(size: RunSize, hasEvidence = true): Plan {
  const { seed, operations, kills } = size;
  return {
    ...size,
    life: planOperations(seed, operations, hasEvidence),
    faults: planFaults(seed, kills),
  };
}
