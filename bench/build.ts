import path from 'node:path';
import type { prepareTemporalServer } from '../test/support/temporal-server';
import type { startOurs } from './ours';
import type { seedPast } from './past';

/** A compiled gateway, started by the benchmark of its own commit. */
export interface Build {
  readonly startOurs: typeof startOurs;
  /** In older commits, `startOurs` inserts no past orders. */
  readonly seedOurPast?: typeof seedPast;
  readonly prepareTemporalServer: typeof prepareTemporalServer;
}

/** An earlier commit to compare with. */
export interface Earlier {
  readonly build: Build;
  /** The path of the Node that runs its API and worker. */
  readonly node: string;
}

/** The build in a folder that scripts/bench.mjs compiled. */
export function loadBuild(folder: string): Build {
  const modules = ['bench/ours', 'bench/past', 'test/support/temporal-server'];
  return Object.assign(
    {},
    ...modules.map((name) => require(path.join(folder, 'dist-bench', name)) as Partial<Build>),
  ) as Build;
}
