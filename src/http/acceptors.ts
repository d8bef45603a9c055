import { once } from 'node:events';
import type { Server } from 'node:http';
import {
  Server as NetServer,
  createServer,
  type AddressInfo,
  type ListenOptions,
  type Socket,
} from 'node:net';

/** Connections that wait to be accepted, per socket. The kernel may allow fewer. */
const BACKLOG = 4_096;

/**
 * Sockets that listen on one port. Node (libuv) accepts one connection per socket and turn of the
 * event loop, and turns under load take tens of milliseconds: with one socket, a thousand
 * connections that arrive at once keep a new one waiting for 4 to 13 seconds.
 */
const ACCEPTORS = 16;

export interface Acceptors {
  readonly port: number;
  /** Accepts no more connections. Resolves when the last accepted one has been closed. */
  readonly stop: () => Promise<void>;
}

/**
 * Listens with `server`, and on Linux with further sockets of the same port. Node 20 cannot share a
 * port, so it has one socket. Rejects with Node's own error (`EADDRINUSE`) when the port is taken.
 */
export async function listenWith(server: Server, host: string, port: number): Promise<Acceptors> {
  // A socket that shares its port can also be bound beside one of another gateway of the same user.
  if (port !== 0) await requireFree(host, port);
  const bound = await bind(server, host, port);
  const further: NetServer[] = [];
  for (let count = 1; count < ACCEPTORS; count++) {
    // The options of an HTTP server.
    const acceptor = createServer({ allowHalfOpen: true, noDelay: true });
    acceptor.on('connection', (socket: Socket) => server.emit('connection', socket));
    try {
      await bind(acceptor, host, bound);
    } catch (error) {
      if (isTaken(error)) break;
      throw error;
    }
    further.push(acceptor);
  }
  return {
    port: bound,
    async stop() {
      const all = [server, ...further];
      const closed = all.map((each) => once(each, 'close'));
      // `close` of an HTTP server would also close idle connections at once.
      for (const each of all) NetServer.prototype.close.call(each);
      await Promise.all(closed);
    },
  };
}

async function requireFree(host: string, port: number): Promise<void> {
  const alone = createServer().listen({ host, port });
  await once(alone, 'listening');
  alone.close();
  await once(alone, 'close');
}

async function bind(server: NetServer, host: string, port: number): Promise<number> {
  const options: ListenOptions & { readonly reusePort: boolean } = {
    host,
    port,
    backlog: BACKLOG,
    reusePort: process.platform === 'linux',
  };
  server.listen(options);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
