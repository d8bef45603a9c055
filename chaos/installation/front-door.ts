import { once } from 'node:events';
import { createConnection, createServer, type AddressInfo, type Socket } from 'node:net';

const CONNECT_WITHIN_MS = 1_000;

/** A TCP load balancer in front of the APIs. */
export interface FrontDoor {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Balances connections round-robin and skips ports without a listener. If an API dies, its
 * connections break.
 */
export async function openFrontDoor(ports: readonly number[]): Promise<FrontDoor> {
  const open = new Set<Socket>();
  let turn = 0;
  const server = createServer((client) => {
    open.add(client.on('close', () => open.delete(client)));
    const first = turn++;
    const order = ports.map((_, index) => ports[(first + index) % ports.length] ?? 0);
    void connectFirst(order).then((upstream) => join(client, upstream));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Null if no port has a listener. */
async function connectFirst(ports: readonly number[]): Promise<Socket | null> {
  for (const port of ports) {
    const socket = await connected(port);
    if (socket !== null) return socket;
  }
  return null;
}

function connected(port: number): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = createConnection({ host: '127.0.0.1', port });
    const timer = setTimeout(() => socket.destroy(new Error('connect timeout')), CONNECT_WITHIN_MS);
    socket.once('connect', () => {
      clearTimeout(timer);
      resolve(socket);
    });
    socket.once('error', () => {
      clearTimeout(timer);
      resolve(null);
    });
  });
}

/** Connects both sockets; either one closes the other. */
function join(client: Socket, upstream: Socket | null): void {
  if (upstream === null || client.destroyed) {
    client.destroy();
    upstream?.destroy();
    return;
  }
  const end = () => {
    client.destroy();
    upstream.destroy();
  };
  client.on('error', end).on('close', end);
  upstream.on('error', end).on('close', end);
  client.pipe(upstream).pipe(client);
}
