import { once } from 'node:events';
import { connect as dial, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { connect, run } from '../../src/db/connect';
import { closeAfterFile } from '../support/close-after-file';
import { testDatabase } from '../support/database';

const STATEMENT_TIMEOUT_MS = 400;
const SILENCE_MS = 2 * STATEMENT_TIMEOUT_MS;

/** Postgres behind a wire that can be cut without either end hearing of it. */
async function setUp() {
  const { url } = await testDatabase();
  const { hostname, port } = new URL(url);
  const sockets: Socket[] = [];
  const server = createServer((near) => {
    const far = dial(Number(port), hostname);
    for (const socket of [near, far]) socket.on('error', () => near.destroy());
    near.pipe(far).pipe(near);
    sockets.push(near, far);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = new URL(url);
  address.port = `${(server.address() as AddressInfo).port}`;
  const db = connect(address.href, { poolMax: 1, statementTimeoutMs: STATEMENT_TIMEOUT_MS });
  closeAfterFile(async () => {
    await db.destroy();
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return {
    db,
    backend: () => run<{ pid: number }>(db, 'backend', 'select pg_backend_pid() as pid', []),
    cut: () => sockets.forEach((socket) => socket.unpipe().pause()),
  };
}

test('a statement that is never answered fails, and the next has a new connection', async () => {
  const { backend, cut } = await setUp();
  const [before] = await backend();
  cut();
  await expect(backend()).rejects.toThrow('Postgres does not answer');
  const [after] = await backend();
  expect(after?.pid).not.toBe(before?.pid);
});

test('a connection that nothing is asked of is kept, with what it has learned', async () => {
  const { backend } = await setUp();
  const [before] = await backend();
  await pause(2 * SILENCE_MS);
  expect(await backend()).toEqual([before]);
});

test('nothing is asked on the connection of a transaction that has ended', async () => {
  const { db } = await setUp();
  const ended = await db.transaction((trx) => Promise.resolve(trx));
  await expect(run(ended, 'late', 'select 1', [])).rejects.toThrow('the transaction has ended');
});
