import type { RunSize } from './plan/plan-run';

/** A run that once found something, to be run again by `--kept`. */
export interface KeptSeed extends RunSize {
  readonly found: string;
}

export const keptSeeds: readonly KeptSeed[] = [
  {
    seed: 3,
    operations: 2_000,
    kills: 50,
    found: 'a payout that a bank, killed twice in between, denied three times: for an operator',
  },
];
