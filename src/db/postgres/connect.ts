import type { Socket } from 'node:net';
import { knex } from 'knex';
import type { Knex } from 'knex';
import { types } from 'pg';
import type { ClientBase, QueryConfig, QueryResultRow } from 'pg';
import type { Sql } from './sql';

/** A pool of connections, or a transaction on one of them. */
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

/** Reads sums of any size: what is beyond a safe integer stays text, which JSON can hold. */
function readExact(text: string): number | string {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : text;
}

/** The types of a statement whose sums may be beyond what any order may have. */
export const readExactly = {
  getTypeParser: (oid: number, format?: 'text' | 'binary'): unknown =>
    (oid === BIGINT_OID || oid === NUMERIC_OID) && format !== 'binary'
      ? readExact
      : getTypeParser(oid, format),
};

/** A connection that has learned its statements is worth keeping over a quiet minute. */
const IDLE_MAX_MS = 60_000;

/**
 * Ends a connection whose other end has gone without a word, as after a failover: the statement's
 * own timeout is kept by the server, and would never be heard of.
 */
function endWhenSilent(silenceMaxMs: number) {
  return (client: PgClient, done: (error: null, client: PgClient) => void): void => {
    const { stream } = client.connection;
    stream.setTimeout(silenceMaxMs, () => {
      if (!client.readyForQuery) stream.destroy(new Error('Postgres does not answer'));
    });
    done(null, client);
  };
}

interface PgClient {
  /** Nothing is being asked. */
  readonly readyForQuery: boolean;
  readonly connection: { readonly stream: Socket };
}

export function connect(
  databaseUrl: string,
  options: { readonly poolMax: number; readonly statementTimeoutMs?: number },
): Db {
  const { statementTimeoutMs = 10_000 } = options;
  const connection = {
    connectionString: databaseUrl,
    types: { getTypeParser },
    application_name: 'saphan',
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
    // What `transact` sends together. Whoever waits for each answer sees no difference.
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
    acquireConnectionTimeout: 5_000,
    // An error's message must not carry the values of its statement into a log.
    compileSqlOnError: false,
    // Knex tells the console what it also throws.
    log: { warn() {}, error() {}, deprecate() {}, debug() {} },
  });
}

/** Where `run` runs: a pool, a transaction of Knex's, or one of `transact`. */
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
   * Nobody has to wait for the answer: `settled` does, and tells of its failure. Once anything has
   * failed nothing is sent any more: without its `begin` a write would stand by itself.
   */
  send<Row>(statement: QueryConfig | string): Promise<Row[]> {
    return this.noted(this.failure === null ? this.ask<Row>(statement) : this.fail());
  }

  /** Sent whatever has failed. */
  end(statement: 'commit' | 'rollback'): void {
    void this.noted(this.ask(statement));
  }

  /** Resolves when everything has been answered; rejects then with what failed first. */
  async settled(): Promise<void> {
    await Promise.all(this.answers.splice(0));
    if (this.failure !== null) throw this.failure.error;
  }

  private async ask<Row>(statement: QueryConfig | string): Promise<Row[]> {
    return (await this.connection.query<Row & QueryResultRow>(statement)).rows;
  }

  private async fail(): Promise<never> {
    throw this.failure?.error;
  }

  /** A failure is kept, so that it is nobody's duty to hear of it here. */
  private noted<Answer>(answer: Promise<Answer>): Promise<Answer> {
    const heard = answer.then(
      () => null,
      (error: unknown) => {
        this.failure ??= { error };
      },
    );
    this.answers.push(heard);
    return answer;
  }
}

/**
 * A transaction whose statements are sent without waiting for each other's answers, and whose end
 * follows the last at once: what it locks stays locked for no round trip. Work has to ask, and to
 * wait for an answer, before it writes. It resolves with what it has decided, and need not wait for
 * what it writes: when a statement fails, all of it is undone and the call rejects. So whatever has
 * to hold must fail as a statement (decision 20). Inside another transaction it is a part of that.
 */
export async function transact<Result>(
  db: Db,
  work: (pipeline: Pipeline) => Promise<Result>,
): Promise<Result> {
  const [result] = await transactAndAsk(db, work, async () => null);
  return result;
}

/** The same, and a question that is sent behind the commit. */
export async function transactAndAsk<Result, Answer>(
  db: Db,
  work: (pipeline: Pipeline) => Promise<Result>,
  ask: (pipeline: Pipeline) => Promise<Answer>,
): Promise<readonly [Result, Answer]> {
  return onConnection(db, async (connection) => {
    const pipeline = new Pipeline(connection);
    const isPart = db.isTransaction === true;
    if (!isPart) void pipeline.send('begin');
    let result: Result;
    try {
      result = await work(pipeline);
    } catch (error) {
      if (!isPart) pipeline.end('rollback');
      // The failure of a statement that nobody waited for came first.
      await pipeline.settled();
      throw error;
    }
    if (!isPart) pipeline.end('commit');
    const asked = ask(pipeline);
    const [ended, answered] = await Promise.allSettled([pipeline.settled(), asked]);
    // Behind a failure the question fails, too, and says less of it.
    if (ended.status === 'rejected') throw ended.reason;
    if (answered.status === 'rejected') throw answered.reason;
    return [result, answered.value];
  });
}

/**
 * Runs a statement under a unique name, so that Postgres prepares it once per connection. It uses
 * a connection of Knex's pool or transaction and bypasses its query builder, at half the cost
 * of `db.raw`.
 */
export function run<Row>(runner: Runner, name: string, statement: Sql): Promise<Row[]> {
  const named = { name, ...statement.compile() };
  if (runner instanceof Pipeline) return runner.send<Row>(named);
  return onConnection(runner, async (connection) => {
    return (await connection.query<Row & QueryResultRow>(named)).rows;
  });
}

async function onConnection<Result>(
  db: Db,
  work: (connection: ClientBase) => Promise<Result>,
): Promise<Result> {
  // The connection of a transaction that has ended is somebody else's by now.
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
