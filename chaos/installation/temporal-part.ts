import type { Keeping, Part } from '../../sandbox/embedded/part';
import type { RunningTemporal } from '../../sandbox/embedded/temporal-server';
import { prepareTemporalServer } from '../../test/support/temporal-server';

/** The development server that `npm start` brings, or the one of a real installation. */
export const temporalKinds = ['dev', 'postgres'] as const;
export type TemporalKind = (typeof temporalKinds)[number];

export interface TemporalOptions extends Keeping {
  readonly dataDir: string;
  /** Where the one on Postgres keeps its state, beside the gateway's. */
  readonly postgresUrl: string;
  readonly note: (text: string) => void;
}

/** The Temporal of an installation, which can be started again and again. */
export async function temporalPart(
  kind: TemporalKind,
  { dataDir, postgresUrl, note, ...keeping }: TemporalOptions,
): Promise<Part<RunningTemporal>> {
  const start = await prepareTemporalServer({
    topology: kind === 'dev' ? 'sqlite' : 'postgres',
    dataDir,
    postgresUrl: () => Promise.resolve(postgresUrl),
    namespace: 'default',
    hasSearchAttributes: true,
    note,
    ...keeping,
  });
  return { name: 'temporal', start: (signal) => start({ ...keeping, signal }) };
}
