import type { Config } from '../../src/config';
import type { FolderPaths } from './folder';
import { startPostgres } from './postgres';
import type { Progress } from './progress';
import type { Register } from './register';
import { SetupError } from './setup-error';
import type { Stage } from './supervisor';
import { startTemporal } from './temporal-server';

/** As in docker-compose.yml: enough to see in Temporal's UI what happened to an order. */
const RETENTION_DAYS = 7;

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
  readonly paths: FolderPaths;
  readonly stage: Stage;
  readonly register: Register;
  readonly progress: Progress;
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
  const { url, appUrl } = await progress.step('Postgres', () =>
    stage.start({
      name: 'postgres',
      start: (signal) =>
        startPostgres({
          dataDir: paths.dataDir,
          port: config.database.embeddedPort,
          register,
          signal,
        }),
    }),
  );
  return { databaseUrl: appUrl, migrateUrl: url };
}

async function embeddedTemporal(options: EngineOptions): Promise<string> {
  const { paths, stage, register, progress, searchAttributes } = options;
  const {
    embeddedProgram: program,
    embeddedPort,
    embeddedUiPort,
    embeddedHasAllIndexes: hasAllIndexes,
    namespace,
  } = options.config.temporal;
  if (program === null) {
    throw new SetupError(
      'No Temporal server: run `npm start`, which obtains one, or set TEMPORAL_PROGRAM to the' +
        ' Temporal CLI, or TEMPORAL_ADDRESS to an existing server.',
    );
  }
  const { address } = await progress.step('Temporal', () =>
    stage.start({
      name: 'temporal',
      start: (signal) =>
        startTemporal({
          program,
          dataDir: paths.dataDir,
          port: embeddedPort,
          uiPort: embeddedUiPort,
          namespace,
          searchAttributes,
          hasAllIndexes,
          retentionDays: RETENTION_DAYS,
          register,
          signal,
        }),
    }),
  );
  return address;
}
