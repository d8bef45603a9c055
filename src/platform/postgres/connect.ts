import type { Socket } from 'node:net';
import { knex, type Knex } from 'knex';
import { Query, types, type ClientBase, type QueryConfig, type QueryResult } from 'pg';
import { SILENCE } from '../observe/silence';
import type { Sql } from './sql';

/** A pool, or a transaction on one of its connections. */
export type Db = Knex;

const BIGINT_OID = 20;

/**
 * Satang and counts are safe integers. A stored value beyond them is read as the largest one, so
 * that pages and lists still answer; sums are made by Postgres, and the audit reads them exactly.
 */
function readBigint(text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value)) return value;
  return value > 0 ? Number.MAX_SAFE_INTEGER : Number.MIN_SAFE_INTEGER;
}

function getTypeParser(oid: number, format?: 'text' | 'binary'): unknown {
  if (oid === BIGINT_OID && format !== 'binary') return readBigint;
  return format === undefined ? types.getTypeParser(oid) : types.getTypeParser(oid, format);
}

const NUMERIC_OID = 1700;

/** A sum beyond a safe integer stays text. */
function readExact(text: string): number | string {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : text;
}

export const readExactly = {
  getTypeParser: (oid: number, format?: 'text' | 'binary'): unknown =>
    (oid === BIGINT_OID || oid === NUMERIC_OID) && format !== 'binary'
      ? readExact
      : getTypeParser(oid, format),
};

/** Includes TLS and the sign-in. */
const CONNECT_MAX_MS = 4_000;
/** The pool waits longer than an attempt, whose error has the reason: its own names a full pool. */
const POOL_MARGIN_MS = 1_000;

/** Idle connections are kept for a minute: they hold prepared statements. */
const IDLE_MAX_MS = 60_000;

/**
 * Closes a connection whose server is unreachable, as after a failover. The server enforces the
 * statement timeout, so a client would wait without end.
 */
function endWhenSilent(silenceMaxMs: number) {
  return (client: PgClient, done: (error: null, client: PgClient) => void): void => {
    const { stream } = client.connection;
    stream.setTimeout(silenceMaxMs, () => {
      if (!client.readyForQuery) stream.destroy(new Error(SILENCE));
    });
    done(null, client);
  };
}

interface PgClient {
  /** No statement is in progress. */
  readonly readyForQuery: boolean;
  readonly connection: { readonly stream: Socket };
}

/** `as` is shown in `pg_stat_activity` (`findProcesses`). */
export function connect(
  databaseUrl: string,
  options: {
    readonly poolMax: number;
    readonly statementTimeoutMs?: number;
    readonly connectTimeoutMs?: number;
    readonly as?: string;
  },
): Db {
  const { statementTimeoutMs = 10_000, as = 'command' } = options;
  const { connectTimeoutMs = CONNECT_MAX_MS } = options;
  const connection = {
    connectionString: databaseUrl,
    types: { getTypeParser },
    application_name: `saphan ${as}`,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
    // pg then destroys the socket. Knex's pool would only forget it after its own timeout, open
    // another one, and exceed `poolMax`.
    connectionTimeoutMillis: connectTimeoutMs,
    // Used by `transact`. Callers that await each answer see no difference.
    pipeline: true,
  };
  return knex({
    client: 'pg',
    connection: connection as Knex.PgConnectionConfig,
    pool: {
      min: 0,
      max: options.poolMax,
      idleTimeoutMillis: IDLE_MAX_MS,
      ...(statementTimeoutMs === 0 ? {} : { afterCreate: endWhenSilent(2 * statementTimeoutMs) }),
    },
    acquireConnectionTimeout: connectTimeoutMs + POOL_MARGIN_MS,
    // Knex would query the version before `afterCreate`, and so without a limit. It uses it only to
    // choose the type of JSON columns in migrations.
    version: '18',
    // Keeps the values of a statement out of error messages and logs.
    compileSqlOnError: false,
    // Knex would log thrown errors to the console.
    log: { warn() {}, error() {}, deprecate() {}, debug() {} },
  });
}

/** The names of columns, as the properties of rows. */
const propertyNames = new Map<string, string>();

/** The property of a row that `run` makes of a column. */
export function propertyOf(column: string): string {
  let name = propertyNames.get(column);
  if (name === undefined) {
    name = column.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
    propertyNames.set(column, name);
  }
  return name;
}

interface RowDescription {
  readonly fields: readonly { name: string }[];
}

/** The part of pg's `Query` that its types leave out. */
const { handleRowDescription } = Query.prototype as unknown as {
  readonly handleRowDescription: (this: Query, description: RowDescription) => void;
};

/** Names columns in camelCase. Reads the description of the rows, so a row costs nothing more. */
class RowQuery extends Query {
  handleRowDescription(description: RowDescription): void {
    for (const field of description.fields) field.name = propertyOf(field.name);
    handleRowDescription.call(this, description);
  }
}

async function query<Row>(connection: ClientBase, statement: QueryConfig): Promise<Row[]> {
  try {
    return await new Promise((resolve, reject) => {
      const settle = (error: Error | null | undefined, result: QueryResult): void =>
        error ? reject(error) : resolve(result.rows as Row[]);
      connection.query(new RowQuery(statement, settle));
    });
  } catch (error) {
    // The stack of a socket's event does not lead to the caller.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
}

/** A pool, a transaction of Knex, or one of `transact`. */
export type Runner = Db | Pipeline;

interface Failure {
  readonly error: unknown;
}

/** Statements on one connection, sent in order, each without waiting for those before it. */
export class Pipeline {
  private readonly answers: Promise<unknown>[] = [];
  private failure: Failure | null = null;

  constructor(private readonly connection: ClientBase) {}

  /**
   * The answer need not be awaited: `settled` reports its failure. After a failure no further
   * statement is sent: without its `begin` a write would be committed by itself.
   */
  send<Row>(statement: QueryConfig): Promise<Row[]> {
    return this.recorded(
      this.failure === null ? query<Row>(this.connection, statement) : this.fail(),
    );
  }

  begin(): void {
    void this.recorded(this.connection.query('begin'));
  }

  /** Sent even after a failure. */
  end(statement: 'commit' | 'rollback'): void {
    void this.recorded(this.connection.query(statement));
  }

  /** Resolves when all statements are answered. Rejects with the first failure. */
  async settled(): Promise<void> {
    await Promise.all(this.answers.splice(0));
    if (this.failure !== null) throw this.failure.error;
  }

  private async fail(): Promise<never> {
    throw this.failure?.error;
  }

  /** Records the failure, so that an unawaited promise causes no unhandled rejection. */
  private recorded<Answer>(answer: Promise<Answer>): Promise<Answer> {
    const settledAnswer = answer.then(
      () => null,
      (error: unknown) => {
        this.failure ??= { error };
      },
    );
    this.answers.push(settledAnswer);
    return answer;
  }
}

/**
 * A transaction whose statements are pipelined, with the commit right behind the last one: locks
 * are not held for a further round trip. `work` reads and awaits the answers before it writes. It
 * need not await its writes: when one fails, everything is rolled back and the call rejects. So
 * every condition must fail as a statement (decision 20). Inside another transaction it is a part
 * of that.
 */
export async function transact<Result>(
  db: Db,
  work: (pipeline: Pipeline) => Promise<Result>,
): Promise<Result> {
  const [result] = await transactAndAsk(db, work, async () => null);
  return result;
}

/** `ask` is sent directly after the commit. */
export async function transactAndAsk<Result, Answer>(
  db: Db,
  work: (pipeline: Pipeline) => Promise<Result>,
  ask: (pipeline: Pipeline) => Promise<Answer>,
): Promise<readonly [Result, Answer]> {
  return onConnection(db, async (connection) => {
    const pipeline = new Pipeline(connection);
    const isPart = db.isTransaction === true;
    if (!isPart) pipeline.begin();
    let result: Result;
    try {
      result = await work(pipeline);
    } catch (error) {
      if (!isPart) pipeline.end('rollback');
      // Reports the first failure, of a statement that was not awaited.
      await pipeline.settled();
      throw error;
    }
    if (!isPart) pipeline.end('commit');
    const asked = ask(pipeline);
    const [ended, answered] = await Promise.allSettled([pipeline.settled(), asked]);
    // After a failure the query fails too, with a less specific error.
    if (ended.status === 'rejected') throw ended.reason;
    if (answered.status === 'rejected') throw answered.reason;
    return [result, answered.value];
  });
}

/**
 * Prepared once per connection. Without a name, for a text that varies, Postgres plans it each
 * time, for its values. A column `created_at` is the property `createdAt` of a row. `types` reads
 * the results.
 */
export function run<Row>(
  runner: Runner,
  name: string | null,
  statement: Sql,
  types?: typeof readExactly,
): Promise<Row[]> {
  const config = {
    ...statement.compile(),
    ...(name !== null && { name }),
    ...(types && { types }),
  };
  if (runner instanceof Pipeline) return runner.send<Row>(config);
  return onConnection(runner, (connection) => query<Row>(connection, config));
}

async function onConnection<Result>(
  db: Db,
  work: (connection: ClientBase) => Promise<Result>,
): Promise<Result> {
  // After the end of a transaction its connection belongs to another request.
  if (db.isTransaction === true && (db as Knex.Transaction).isCompleted()) {
    throw new Error('the transaction has ended');
  }
  const client = db.client as Knex.Client;
  const connection = (await client.acquireConnection()) as ClientBase;
  try {
    return await work(connection);
  } finally {
    await client.releaseConnection(connection);
  }
}
