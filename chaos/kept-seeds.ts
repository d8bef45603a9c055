import type { TemporalKind } from './installation/temporal-part';
import type { RunSize } from './plan/plan-run';

/** A run that once found something, to be run again by `--kept`. */
export interface KeptSeed extends RunSize {
  readonly temporal: TemporalKind;
  readonly found: string;
}

export const keptSeeds: readonly KeptSeed[] = [
  {
    seed: 3,
    operations: 2_000,
    kills: 50,
    temporal: 'dev',
    found: 'a payout that a bank, killed twice in between, denied three times: for an operator',
  },
  {
    seed: 21,
    operations: 150,
    kills: 8,
    temporal: 'postgres',
    found: 'a Temporal that never counted as ready after Postgres had crashed during its start',
  },
];
