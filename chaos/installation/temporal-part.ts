import type { Keeping, Part } from '../../sandbox/embedded/part';
import type { RunningTemporal } from '../../sandbox/embedded/temporal-server';
import { prepareTemporalServer } from '../../test/support/temporal-server';

/** `dev`: the development server of `npm start`. `postgres`: the server of an installation. */
export const temporalKinds = ['dev', 'postgres'] as const;
export type TemporalKind = (typeof temporalKinds)[number];

export interface TemporalOptions extends Keeping {
  readonly dataDir: string;
  /** The server for the state of `postgres`. */
  readonly postgresUrl: string;
}

/** The Temporal server as a restartable part. */
export async function temporalPart(
  kind: TemporalKind,
  { dataDir, postgresUrl, ...keeping }: TemporalOptions,
): Promise<Part<RunningTemporal>> {
  const start = await prepareTemporalServer({
    topology: kind === 'dev' ? 'sqlite' : 'postgres',
    dataDir,
    postgresUrl: () => Promise.resolve(postgresUrl),
    namespace: 'default',
    hasSearchAttributes: true,
    ...keeping,
  });
  return { name: 'temporal', start: (signal) => start({ ...keeping, signal }) };
}
