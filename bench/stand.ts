import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { ownPart } from '../sandbox/embedded/own-part';
import type { Keeping, RunningPart } from '../sandbox/embedded/part';
import { startPostgres, type RunningPostgres } from '../sandbox/embedded/postgres';
import { createRegister } from '../sandbox/embedded/register';
import { spawnGuard } from '../sandbox/embedded/spawn-guard';
import type { RunningTemporal } from '../sandbox/embedded/temporal-server';
import { freePort } from '../test/support/free-port';
import { prepareTemporalServer, type Topology } from '../test/support/temporal-server';
import { NAMESPACE } from './namespace';

/** Only while profiling: it costs CPU time per statement. */
const statementStatistics = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track_planning': 'on',
};

export interface NodeProgram {
  readonly name: string;
  /** The compiled program. */
  readonly entry: string;
  readonly args?: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** The path of Node; that of this process by default. */
  readonly node?: string;
}

export interface StandOptions {
  /** Folder of the CPU profiles, one subfolder per program. Null: no profiles. */
  readonly profileDir: string | null;
  /** `sqlite`: the development server. `postgres`: the server of an installation. */
  readonly topology: Topology;
  readonly say: (line: string) => void;
}

/**
 * The processes of a run in a temporary folder. Postgres and Temporal are durable, as with `npm
 * start`. Nothing outlives the run.
 */
export class Stand {
  private readonly folder = mkdtempSync(path.join(os.tmpdir(), 'saphan-bench-'));
  private readonly registerFile = path.join(this.folder, 'running.json');
  private readonly register = createRegister(this.registerFile);
  private readonly end = new AbortController();
  private readonly running: RunningPart[] = [];
  private postgres: Promise<RunningPostgres> | null = null;
  private temporals = 0;
  private databases = 0;

  constructor(private readonly options: StandOptions) {
    // Stops the processes if this one is killed.
    spawnGuard(this.registerFile, require.resolve('../sandbox/embedded/guard'));
  }

  get signal(): AbortSignal {
    return this.end.signal;
  }

  say(line: string): void {
    this.options.say(line);
  }

  /** The Postgres server. */
  startPostgres(): Promise<RunningPostgres> {
    this.postgres ??= this.begin(async (keeping) =>
      startPostgres({
        ...keeping,
        dataDir: this.folder,
        port: await freePort(),
        ...(this.options.profileDir === null ? {} : { settings: statementStatistics }),
      }),
    );
    return this.postgres;
  }

  /** Creates a database. Returns its URL. */
  async createDatabase(): Promise<string> {
    const { url } = await this.startPostgres();
    const name = `bench_${++this.databases}`;
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      await client.query(`create database ${name}`);
    } finally {
      await client.end();
    }
    const address = new URL(url);
    address.pathname = `/${name}`;
    return address.href;
  }

  /** Starts an empty Temporal server, by default with the settings of this build. */
  async startTemporal(prepare = prepareTemporalServer): Promise<RunningTemporal> {
    return (await this.prepareTemporal(prepare))();
  }

  /** Returns a function that starts, and restarts, a Temporal server. */
  async prepareTemporal(prepare = prepareTemporalServer): Promise<() => Promise<RunningTemporal>> {
    const number = ++this.temporals;
    const dataDir = path.join(this.folder, `temporal-${number}`);
    mkdirSync(dataDir);
    const start = await prepare({
      ...this.keeping(),
      topology: this.options.topology,
      dataDir,
      postgresUrl: async () => (await this.startPostgres()).url,
      databaseName: `temporal_${number}`,
      namespace: NAMESPACE,
      hasSearchAttributes: true,
    });
    return () => this.begin((keeping) => start(keeping));
  }

  /** Size of the stores of the development servers. */
  temporalStoreBytes(): number {
    const folders = readdirSync(this.folder).filter((name) => name.startsWith('temporal-'));
    const files = folders.flatMap((folder) =>
      readdirSync(path.join(this.folder, folder))
        .filter((name) => name.startsWith('temporal.db'))
        .map((name) => path.join(this.folder, folder, name)),
    );
    return files.reduce((sum, file) => sum + statSync(file).size, 0);
  }

  /** Starts a Node process. Resolves when it reports readiness. */
  startNode({ name, entry, args = [], environment, node }: NodeProgram): Promise<RunningPart> {
    const { profileDir } = this.options;
    // A folder per process: each thread writes a profile.
    const profiling =
      profileDir === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${path.join(profileDir, name)}`];
    const [first = entry, ...rest] = [...profiling, entry, ...args];
    const part = ownPart(
      { name, args: rest, logFile: path.join(this.folder, `${name}.log`) },
      {
        ...(node === undefined ? {} : { node }),
        entry: first,
        environment: { NODE_ENV: 'production', DATA_DIR: this.folder, ...environment },
        register: this.register,
      },
    );
    return this.begin(({ signal }) => part.start(signal));
  }

  /** Stops some of its processes. */
  async stop(pids: readonly number[]): Promise<void> {
    for (const part of this.running.filter(({ pid }) => pids.includes(pid))) await part.stop();
  }

  /** This stand, with a prefix before the names of its Node programs, and a Node of their own. */
  variant(prefix: string, node: string): Stand {
    const startNode = (program: NodeProgram) =>
      this.startNode({ ...program, name: `${prefix}-${program.name}`, node });
    return Object.assign(Object.create(this) as Stand, { startNode });
  }

  /** Stops all processes in reverse order and removes the folder. */
  async close(): Promise<void> {
    if (!this.signal.aborted) await this.writeStatements();
    this.end.abort(new Error('the run is over'));
    for (const part of this.running.toReversed()) await part.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Writes the statistics of statements beside the profiles. */
  private async writeStatements(): Promise<void> {
    const { profileDir } = this.options;
    const postgres = await this.postgres;
    if (profileDir === null || postgres === null) return;
    const client = new Client({ connectionString: postgres.url });
    await client.connect();
    try {
      await client.query('create extension if not exists pg_stat_statements');
      const { rows } = await client.query(
        `select datname, calls,
                round(total_exec_time::numeric / greatest(calls, 1), 3) as ms_a_call,
                round(total_exec_time) as total_ms, plans,
                round(total_plan_time) as planning_ms,
                regexp_replace(query, '\\s+', ' ', 'g') as query
         from pg_stat_statements join pg_database on pg_database.oid = dbid
         order by total_exec_time + total_plan_time desc limit 200`,
      );
      mkdirSync(profileDir, { recursive: true });
      writeFileSync(path.join(profileDir, 'statements.json'), JSON.stringify(rows, null, 2));
    } finally {
      await client.end();
    }
  }

  private keeping(): Required<Keeping> & { readonly signal: AbortSignal } {
    return { register: this.register, signal: this.signal };
  }

  private async begin<Running extends RunningPart>(
    start: (keeping: ReturnType<Stand['keeping']>) => Promise<Running>,
  ): Promise<Running> {
    this.signal.throwIfAborted();
    const part = await start(this.keeping());
    this.running.push(part);
    if (this.signal.aborted) {
      await part.stop();
      this.signal.throwIfAborted();
    }
    return part;
  }
}
