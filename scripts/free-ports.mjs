// Ports for servers that other processes open. Node modules only.
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Higher ports are ephemeral: an outgoing connection may take one before its server binds it. */
const LOWEST_PORT = 20_000;
const HIGHEST_PORT = 32_767;

/** Returns free ports of the loopback interface. All stay open until the last is found. */
export async function freePorts(count) {
  const servers = [];
  while (servers.length < count) {
    const server = await listenAt(randomInt(LOWEST_PORT, HIGHEST_PORT + 1));
    if (server !== null) servers.push(server);
  }
  const ports = servers.map((server) => server.address().port);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}

/** Null: another program uses the port. */
async function listenAt(port) {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
    return server;
  } catch (error) {
    if (error.code === 'EADDRINUSE') return null;
    throw error;
  }
}
