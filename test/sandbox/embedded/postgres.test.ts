import { statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { Client } from 'pg';
import { startTimeOf } from '../../../sandbox/embedded/process-start';
import { startPostgres, type RunningPostgres } from '../../../sandbox/embedded/postgres';
import { freePort } from '../../support/free-port';
import { temporaryFolder } from './script-part';

const dataDir = temporaryFolder();
let port: number;
let running: RunningPostgres | null = null;

async function start(): Promise<RunningPostgres> {
  running = await startPostgres({ dataDir, port, settings: { fsync: 'off' } });
  return running;
}

async function query(sql: string, url = running?.url): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

beforeAll(async () => {
  port = await freePort();
  await start();
  await query('create table notes (text text)');
});

afterAll(() => running?.stop());

describe('embedded Postgres', () => {
  it('listens on the loopback address only, with durable commits', async () => {
    await expect(
      query(`select name, setting from pg_settings where name in
        ('listen_addresses', 'unix_socket_directories', 'synchronous_commit', 'data_checksums')
        order by name`),
    ).resolves.toEqual([
      { name: 'data_checksums', setting: 'on' },
      { name: 'listen_addresses', setting: '127.0.0.1' },
      { name: 'synchronous_commit', setting: 'on' },
      { name: 'unix_socket_directories', setting: '' },
    ]);
  });

  it('requires its password, which only its owner can read', async () => {
    const url = new URL(running?.url ?? '');
    url.password = 'guessed';
    await expect(query('select 1', url.href)).rejects.toThrow(/password authentication failed/);
    expect(statSync(path.join(dataDir, 'postgres.password')).mode & 0o777).toBe(0o600);
  });

  it('keeps its data over a restart', async () => {
    await query(`insert into notes values ('before a stop')`);
    await running?.stop();
    await expect(running?.exited).resolves.toMatchObject({ code: 0 });
    await start();
    await expect(query('select * from notes')).resolves.toContainEqual({ text: 'before a stop' });
  });

  it('keeps committed data over a SIGKILL', async () => {
    await query(`insert into notes values ('before a kill')`);
    process.kill(running?.pid ?? 0, 'SIGKILL');
    await running?.exited;
    await start();
    await expect(query('select * from notes')).resolves.toContainEqual({ text: 'before a kill' });
  });

  it('stops a server that a killed supervisor left running', async () => {
    const left = running;
    await start();
    await expect(left?.exited).resolves.toMatchObject({ code: 0 });
    await expect(query('select 1 as one')).resolves.toEqual([{ one: 1 }]);
  });

  it('starts despite a reused pid in its pid file', async () => {
    await running?.stop();
    const pidFile = path.join(dataDir, 'postgres', 'postmaster.pid');
    writeFileSync(pidFile, `${process.pid}\n${dataDir}\n1\n${port}\n`);
    await start();
    expect(startTimeOf(process.pid)).not.toBeNull();
    await expect(query('select 1 as one')).resolves.toEqual([{ one: 1 }]);
  });

  it('names the variable of a port in use', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => {
      other.listen(0, '127.0.0.1', resolve);
    });
    const taken = (other.address() as { port: number }).port;
    await expect(startPostgres({ dataDir: temporaryFolder(), port: taken })).rejects.toThrow(
      `Port ${taken} on 127.0.0.1 is in use by another program: set POSTGRES_PORT to another port.`,
    );
    other.close();
  });
});
