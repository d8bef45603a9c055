import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { readConfig } from '../../src/config';
import { takeFolder } from '../../sandbox/embedded/folder';
import { recordInstance } from '../../sandbox/embedded/instance';
import { temporaryFolder } from '../sandbox/embedded/script-part';
import { closeAfterFile } from '../support/close-after-file';
import { runGatewayIn } from './gateway';

/** The error of Postgres for a wrong password. */
const refusal = Buffer.from('SFATAL\0C28P01\0Mpassword authentication failed\0\0');

/** A Postgres that rejects every password, and the number of its connections. */
async function listener() {
  const seen = { connections: 0 };
  const server = createServer((socket) => {
    seen.connections += 1;
    socket.on('error', () => socket.destroy());
    socket.once('data', () => {
      const header = Buffer.from('E\0\0\0\0');
      header.writeInt32BE(refusal.length + 4, 1);
      socket.end(Buffer.concat([header, refusal]));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closeAfterFile(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { seen, port: `${(server.address() as AddressInfo).port}` };
}

/** A data folder with a database. With `env`, an instance with these settings runs on it. */
function dataFolder(env: Readonly<Record<string, string>> | null): string {
  const dataDir = temporaryFolder();
  mkdirSync(path.join(dataDir, 'postgres'));
  for (const name of ['postgres.password', 'postgres-app.password']) {
    writeFileSync(path.join(dataDir, name), 'password\n');
  }
  if (env !== null) {
    const folder = takeFolder(dataDir);
    const instance = recordInstance(readConfig({ DATA_DIR: dataDir, ...env }), env);
    closeAfterFile(() => {
      instance.forget();
      folder.release();
    });
  }
  return dataDir;
}

const list = (env: Readonly<Record<string, string>>) => runGatewayIn(env, 'exceptions', 'list');

it('a command finds the ports of the instance on its DATA_DIR', async () => {
  const own = await listener();
  const DATA_DIR = dataFolder({ POSTGRES_PORT: own.port });
  const { code, errors } = await list({ DATA_DIR });
  expect([code, own.seen.connections > 0]).toEqual([2, true]);
  expect(errors).toMatch(/^Postgres: password authentication failed: .+\n$/);
});

it('a command rejects the port of another instance before it connects', async () => {
  const [own, other] = [await listener(), await listener()];
  const DATA_DIR = dataFolder({ POSTGRES_PORT: own.port });
  const { code, errors } = await list({ DATA_DIR, POSTGRES_PORT: other.port });
  expect(code).toBe(2);
  expect(errors).toContain(
    `POSTGRES_PORT: is ${other.port}, but the gateway on ${DATA_DIR} has ${own.port}`,
  );
  expect([own.seen.connections, other.seen.connections]).toEqual([0, 0]);
});

it('a command does not connect to a listener if no instance runs on DATA_DIR', async () => {
  const other = await listener();
  const DATA_DIR = dataFolder(null);
  const { code, errors } = await list({ DATA_DIR, POSTGRES_PORT: other.port });
  expect([code, other.seen.connections]).toEqual([2, 0]);
  expect(errors).toContain(`DATABASE_URL: required, because no gateway runs on ${DATA_DIR}`);
});

it('a command ignores the sandbox file of a killed instance', async () => {
  const other = await listener();
  const DATA_DIR = dataFolder(null);
  const url = `http://127.0.0.1:${other.port}`;
  const stale = { apiUrl: url, bankUrl: url, apiKey: 'sk_test_stale' };
  writeFileSync(path.join(DATA_DIR, 'sandbox.json'), JSON.stringify(stale));
  const { code, errors } = await runGatewayIn({ DATA_DIR }, 'webhooks', 'listen');
  expect([code, other.seen.connections]).toEqual([2, 0]);
  expect(errors).toContain('No sandbox is running on DATA_DIR');
});

it('a command with DATABASE_URL uses no instance', async () => {
  const [own, other] = [await listener(), await listener()];
  const DATA_DIR = dataFolder({ POSTGRES_PORT: own.port });
  const DATABASE_URL = `postgres://u:p@127.0.0.1:${other.port}/d`;
  expect((await list({ DATA_DIR, DATABASE_URL })).code).toBe(2);
  expect([own.seen.connections, other.seen.connections > 0]).toEqual([0, true]);
});
