import { once } from 'node:events';
import { connect as dial, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Knex } from 'knex';
import type { Client } from 'pg';
import {
  connect,
  run,
  transact,
  transactAndAsk,
  type Pipeline,
} from '../../../src/platform/postgres/connect';
import { sql } from '../../../src/platform/postgres/sql';
import { isSilence } from '../../../src/platform/observe/silence';
import { isOutage } from '../../../src/http/middleware/outage';
import { closeAfterFile } from '../../support/close-after-file';
import { testDatabase } from '../../support/database';
import { until } from '../../support/until';

const STATEMENT_TIMEOUT_MS = 400;
const SILENCE_MS = 2 * STATEMENT_TIMEOUT_MS;

/** Which bytes a new connection of the proxy forwards to Postgres. */
type Forwarding = 'everything' | 'the sign-in' | 'nothing';

/** A message of pg with a statement: `Query` or `Parse`. */
const isStatement = (bytes: Buffer) => ['Q', 'P'].includes(String.fromCharCode(bytes[0] ?? 0));

/** Postgres behind a proxy that can drop traffic without closing connections. */
async function setUp({ poolMax = 1 } = {}) {
  const { url } = await testDatabase();
  const { hostname, port } = new URL(url);
  const sockets: Socket[] = [];
  let forwarding: Forwarding = 'everything';
  const server = createServer((near) => {
    sockets.push(near);
    if (forwarding === 'nothing') {
      near.on('error', () => near.destroy()).resume();
      return;
    }
    const far = dial(Number(port), hostname);
    for (const socket of [near, far]) socket.on('error', () => near.destroy());
    far.pipe(near);
    if (forwarding === 'everything') near.pipe(far);
    else near.on('data', (bytes: Buffer) => isStatement(bytes) || far.write(bytes));
    sockets.push(far);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = new URL(url);
  address.port = `${(server.address() as AddressInfo).port}`;
  const db = connect(address.href, { poolMax, statementTimeoutMs: STATEMENT_TIMEOUT_MS });
  const apart = connect(url, { poolMax: 1 });
  closeAfterFile(async () => {
    await Promise.all([db.destroy(), apart.destroy()]);
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return {
    db,
    backend: () => run<{ pid: number }>(db, 'backend', sql`select pg_backend_pid() as pid`),
    cut: () => sockets.forEach((socket) => socket.unpipe().pause()),
    /** Forwards queries and drops responses. */
    silence: () => sockets.forEach((socket, index) => index % 2 === 1 && socket.unpipe().pause()),
    /** Changes new connections. */
    forward: (what: Forwarding) => {
      forwarding = what;
    },
    /** Open connections to the proxy. */
    connections: promisify(server.getConnections.bind(server)),
    /** A direct connection, without the proxy. */
    apart,
  };
}

test('a statement without an answer times out, and the next uses a new connection', async () => {
  const { backend, cut } = await setUp();
  const [before] = await backend();
  cut();
  const error: unknown = await backend().catch((thrown: unknown) => thrown);
  expect([isSilence(error), isOutage(error)]).toEqual([true, true]);
  const [after] = await backend();
  expect(after?.pid).not.toBe(before?.pid);
});

test('a connection attempt without an answer is closed, and later ones succeed', async () => {
  const { backend, connections, forward } = await setUp({ poolMax: 2 });
  forward('nothing');
  const errors: unknown[] = [];
  const failed = Promise.allSettled([1, 2].map(() => backend().catch((e) => errors.push(e))));
  await until(async () => (await connections()) === 2, { describe: 'the pool is full' });
  await failed;
  expect(errors.map((error) => [isSilence(error), isOutage(error)])).toEqual([
    [true, true],
    [true, true],
  ]);
  // Without a limit for the attempt, its socket stays open until the server answers.
  await until(async () => (await connections()) === 0, { describe: 'the sockets are closed' });
  forward('everything');
  expect(await Promise.all([1, 2, 3].map(backend))).toHaveLength(3);
  expect(await connections()).toBe(2);
});

test('the first statement of a process times out when only the sign-in is answered', async () => {
  const { backend, connections, forward } = await setUp();
  forward('the sign-in');
  await expect(backend()).rejects.toThrow('Postgres does not answer');
  await until(async () => (await connections()) === 0, { describe: 'the socket is closed' });
  forward('everything');
  expect(await backend()).toHaveLength(1);
});

test('an idle connection is kept with its prepared statements', async () => {
  const { backend } = await setUp();
  const [before] = await backend();
  await pause(2 * SILENCE_MS);
  expect(await backend()).toEqual([before]);
});

test('a query on the connection of an ended transaction throws', async () => {
  const { db } = await setUp();
  const ended = await db.transaction((trx) => Promise.resolve(trx));
  await expect(run(ended, 'late', sql`select 1`)).rejects.toThrow('the transaction has ended');
});

describe('a pipelined transaction', () => {
  const note = (trx: Pipeline, text: string | number) =>
    void run(trx, 'note', sql`insert into notes (text) values (${text}::text)`);
  const notes = (db: Knex) => db('notes').orderBy('text').pluck<string[]>('text');

  async function setUpNotes() {
    const at = await setUp();
    await at.db.raw('create table notes (text text primary key)');
    return at;
  }

  it('has committed when it resolves, and sends later statements after the commit', async () => {
    const { db, apart } = await setUpNotes();
    const ask = (after: Pipeline) => run(after, 'count', sql`select count(*) as n from notes`);
    const work = async (trx: Pipeline) => [note(trx, 'a'), note(trx, 'b')].length;
    expect(await transactAndAsk(db, work, ask)).toEqual([2, [{ n: 2 }]]);
    expect(await notes(apart)).toEqual(['a', 'b']);
  });

  it('rolls back when a statement fails that was not awaited', async () => {
    const { db } = await setUpNotes();
    const twice = transact(db, async (trx) => [note(trx, 'a'), note(trx, 'a'), note(trx, 'b')]);
    await expect(twice).rejects.toThrow('duplicate key value');
    expect(await notes(db)).toEqual([]);
    await transact(db, async (trx) => note(trx, 'c'));
    expect(await notes(db)).toEqual(['c']);
  });

  it('rejects with the first failure, also inside another transaction', async () => {
    const { db } = await setUpNotes();
    const work = async (trx: Pipeline) => [note(trx, 'a'), note(trx, 'a')].length;
    const ask = (after: Pipeline) => run(after, 'count', sql`select count(*) as n from notes`);
    await expect(transactAndAsk(db, work, ask)).rejects.toThrow('duplicate key value');
    const inside = db.transaction((trx) => transactAndAsk(trx, work, ask));
    await expect(inside).rejects.toThrow('duplicate key value');
    expect(await notes(db)).toEqual([]);
  });

  it('sends no statement when it cannot begin', async () => {
    const { db } = await setUpNotes();
    const client = db.client as Knex.Client;
    const connection = (await client.acquireConnection()) as Client;
    const query = connection.query.bind(connection) as (...sent: unknown[]) => unknown;
    const misspelt = (statement: unknown, ...rest: unknown[]) =>
      query(statement === 'begin' ? 'begin isolation level none' : statement, ...rest);
    connection.query = misspelt as typeof connection.query;
    await client.releaseConnection(connection);
    const begun = transact(db, async (trx) => {
      await run(trx, 'one', sql`select 1`);
      note(trx, 'a');
    });
    await expect(begun).rejects.toThrow('syntax error');
    expect(await notes(db)).toEqual([]);
  });

  it('rolls back when its callback throws', async () => {
    const { db } = await setUpNotes();
    const thrown = transact(db, async (trx) => {
      note(trx, 'a');
      throw new Error('on second thoughts');
    });
    await expect(thrown).rejects.toThrow('on second thoughts');
    expect(await notes(db)).toEqual([]);
  });

  it('is rolled back with its outer transaction', async () => {
    const { db } = await setUpNotes();
    const whole = db.transaction(async (trx) => {
      await transact(trx, async (part) => note(part, 'a'));
      expect(await notes(trx)).toEqual(['a']);
      throw new Error('all of it');
    });
    await expect(whole).rejects.toThrow('all of it');
    expect(await notes(db)).toEqual([]);
  });

  it('commits before the first answer arrives', async () => {
    const { db, apart, silence, backend } = await setUpNotes();
    await backend();
    silence();
    const unanswered = transact(db, async (trx) => [note(trx, 'a'), note(trx, 'b')]);
    const refused = expect(unanswered).rejects.toThrow('Postgres does not answer');
    await until(async () => (await notes(apart)).length === 2, { describe: 'it is committed' });
    await refused;
    await transact(db, async (trx) => note(trx, 'c'));
    expect(await notes(apart)).toEqual(['a', 'b', 'c']);
  });
});
