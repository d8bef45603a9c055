import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { closeAfterFile } from '../support/close-after-file';
import { ENCRYPTION_KEYS, runGatewayIn } from './gateway';

/** The URL of a server that accepts connections and answers nothing. */
async function silentPostgres(): Promise<string> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy()).resume();
    sockets.push(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closeAfterFile(async () => {
    // A command that does not end by itself ends with its connections.
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `postgres://u:p@127.0.0.1:${(server.address() as AddressInfo).port}/d`;
}

const run = async (...args: readonly string[]) =>
  runGatewayIn({ DATABASE_URL: await silentPostgres(), ENCRYPTION_KEYS }, ...args);

test('doctor reports a silent Postgres, and ends', async () => {
  const { code, out } = await run('doctor', '--json');
  const findings = JSON.parse(out) as readonly { readonly name: string }[];
  expect(findings.find(({ name }) => name === 'Postgres')).toMatchObject({
    state: 'fail',
    found: 'Postgres does not answer',
  });
  expect(code).toBe(1);
});

test('a command explains a silent Postgres in one line, and ends', async () => {
  const { code, errors } = await run('upgrade', '--check');
  expect(errors).toBe('Postgres does not answer: check DATABASE_URL and its server.\n');
  expect(code).toBe(2);
});
