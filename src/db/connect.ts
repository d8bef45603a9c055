import type { Socket } from 'node:net';
import { knex } from 'knex';
import type { Knex } from 'knex';
import { types } from 'pg';
import type { ClientBase, QueryResultRow } from 'pg';

/** A pool of connections, or a transaction on one of them. */
export type Db = Knex;

const BIGINT_OID = 20;

/** Satang and counts are safe integers, so a bigint is read as a number or not at all. */
function readBigint(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`not a safe integer: ${text}`);
  return value;
}

function getTypeParser(oid: number, format?: 'text' | 'binary'): unknown {
  if (oid === BIGINT_OID && format !== 'binary') return readBigint;
  return format === undefined ? types.getTypeParser(oid) : types.getTypeParser(oid, format);
}

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

/** Statements as Postgres wants them, `$1` for the first `?`; each is written in the code once. */
const numbered = new Map<string, string>();

function numberValues(sql: string): string {
  let text = numbered.get(sql);
  if (text === undefined) {
    let count = 0;
    text = sql.replaceAll('?', () => `$${++count}`);
    numbered.set(sql, text);
  }
  return text;
}

/**
 * Runs one statement under a name, so that Postgres plans it once a connection. `?` marks a value,
 * and stands for nothing else. Lives on the hot paths, where it costs half of what `db.raw` does:
 * the connection is Knex's, the statement goes past it. Elsewhere the query builder reads better.
 */
export async function run<Row>(
  db: Db,
  name: string,
  sql: string,
  values: readonly Knex.Value[],
): Promise<Row[]> {
  // The connection of a transaction that has ended is somebody else's by now.
  if (db.isTransaction === true && (db as Knex.Transaction).isCompleted()) {
    throw new Error(`${name}: the transaction has ended`);
  }
  const client = db.client as Knex.Client;
  const connection = (await client.acquireConnection()) as ClientBase;
  try {
    const statement = { name, text: numberValues(sql), values: [...values] };
    return (await connection.query<Row & QueryResultRow>(statement)).rows;
  } finally {
    await client.releaseConnection(connection);
  }
}
