import type { Keeping } from '../../src/embedded/part';
import { obtainTemporal } from '../../src/embedded/temporal-binary';
import { startTemporal } from '../../src/embedded/temporal-server';
import { searchAttributeNames } from '../../src/temporal/search-attributes';
import type { Processes } from './processes';

/** Which Temporal server an installation has. */
export const temporalKinds = ['dev'] as const;
export type TemporalKind = (typeof temporalKinds)[number];

export interface EngineOptions {
  readonly processes: Processes;
  readonly dataDir: string;
  readonly port: number;
  readonly keeping: Required<Keeping>;
}

type StartEngine = (options: EngineOptions) => Promise<{ readonly address: string }>;

/** How each of them is started, and started again: under the name `temporal`. */
export const engines: Readonly<Record<TemporalKind, StartEngine>> = {
  async dev({ processes, dataDir, port, keeping }) {
    const binary = await obtainTemporal({ environment: process.env, ...keeping });
    return processes.keep({
      name: 'temporal',
      start: (signal) =>
        startTemporal({
          binary,
          dataDir,
          port,
          uiPort: null,
          namespace: 'default',
          searchAttributes: searchAttributeNames,
          register: keeping.register,
          signal,
        }),
    });
  },
};
