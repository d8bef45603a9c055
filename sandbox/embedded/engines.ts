import type { Config } from '../../src/config';
import type { Environment } from './cache-dir';
import type { FolderPaths } from './folder';
import { startPostgres } from './postgres';
import type { Progress } from './progress';
import type { Register } from './register';
import type { Stage } from './supervisor';
import { obtainTemporal } from './temporal-binary';
import { startTemporal } from './temporal-server';

/** The addresses of Postgres and Temporal. */
export interface Engines {
  readonly databaseUrl: string;
  /** With the role that owns the schema. */
  readonly migrateUrl: string;
  readonly temporalAddress: string;
  /** Null for an external server. */
  readonly temporalUiUrl: string | null;
}

export interface EngineOptions {
  readonly config: Config;
  readonly environment: Environment;
  readonly paths: FolderPaths;
  readonly stage: Stage;
  readonly register: Register;
  readonly progress: Progress;
  readonly signal: AbortSignal;
  readonly searchAttributes: readonly string[];
}

/** Starts the embedded servers that the configuration does not replace. */
export async function startEngines(options: EngineOptions): Promise<Engines> {
  const { database, temporal } = options.config;
  const [{ databaseUrl, migrateUrl }, temporalAddress] = await Promise.all([
    database.url === null
      ? embeddedPostgres(options)
      : { databaseUrl: database.url, migrateUrl: database.migrateUrl ?? database.url },
    temporal.address ?? embeddedTemporal(options),
  ]);
  const isUiOurs = temporal.address === null;
  const temporalUiUrl = isUiOurs ? `http://127.0.0.1:${temporal.embeddedUiPort}` : null;
  return { databaseUrl, migrateUrl, temporalAddress, temporalUiUrl };
}

async function embeddedPostgres(
  options: EngineOptions,
): Promise<Pick<Engines, 'databaseUrl' | 'migrateUrl'>> {
  const { config, paths, stage, register, progress } = options;
  const { url, appUrl } = await progress.step('Postgres', (note) =>
    stage.start({
      name: 'postgres',
      start: (signal) =>
        startPostgres({
          dataDir: paths.dataDir,
          port: config.database.embeddedPort,
          note,
          register,
          signal,
        }),
    }),
  );
  return { databaseUrl: appUrl, migrateUrl: url };
}

async function embeddedTemporal(options: EngineOptions): Promise<string> {
  const { config, environment, paths, stage, register, progress } = options;
  const { embeddedPort: port, embeddedUiPort: uiPort, namespace } = config.temporal;
  const { address } = await progress.step('Temporal', async (note) => {
    const { signal } = options;
    const binary = await obtainTemporal({ environment, note, register, signal });
    note('starting the server');
    return stage.start({
      name: 'temporal',
      start: (restartSignal) =>
        startTemporal({
          binary,
          dataDir: paths.dataDir,
          port,
          uiPort,
          namespace,
          searchAttributes: options.searchAttributes,
          register,
          signal: restartSignal,
        }),
    });
  });
  return address;
}
