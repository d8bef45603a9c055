import type { TemporalKind } from './installation/temporal-part';
import type { RunSize } from './plan/plan-run';

/** A run of an earlier finding, for `--kept`. */
export interface SavedSeed extends RunSize {
  readonly temporal: TemporalKind;
  readonly found: string;
}

export const savedSeeds: readonly SavedSeed[] = [
  {
    seed: 3,
    operations: 2_000,
    kills: 50,
    temporal: 'dev',
    found: 'a payout that the bank, killed twice in between, answered 404 three times: exception',
  },
  {
    seed: 21,
    operations: 150,
    kills: 8,
    temporal: 'postgres',
    found: 'a Temporal server that never became ready after Postgres crashed during its start',
  },
];
