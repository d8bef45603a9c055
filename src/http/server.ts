import { once } from 'node:events';
import { STATUS_CODES, createServer } from 'node:http';
import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type Koa from 'koa';
import type { Config } from '../config';
import { newId } from '../lib/new-id';

export interface Listening {
  readonly port: number;
  /** Accepts nothing more, lets what is under way finish, and cuts off what takes too long. */
  close(): Promise<void>;
}

/** How long a client may take, in milliseconds. Names as Node has them. */
const patience = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  /** Longer than the usual minute of a load balancer, which else reuses what we just closed. */
  keepAliveTimeout: 65_000,
  /** How often the first two are looked at: a slow socket lives this much longer. */
  connectionsCheckingInterval: 1_000,
  /** Without a byte either way, as when a client asks for much and then does not read it. */
  stallTimeout: 60_000,
  /** For a request that was on its way to us when the server closes. */
  lingerTimeout: 500,
  /** What is under way when the server closes. */
  drainTimeout: 10_000,
};
const HEADER_BYTES_MAX = 16 * 1024;
const CONNECTIONS_MAX = 10_000;
const REQUESTS_PER_SOCKET_MAX = 10_000;
const IDLE_LOOK_EVERY_MS = 50;

/** Rejects with Node's own error (`EADDRINUSE`) when the port is taken. */
export async function listen<State, Fields>(
  app: Koa<State, Fields>,
  { http }: { readonly http: Pick<Config['http'], 'host' | 'port'> },
  shorter: Partial<typeof patience> = {},
): Promise<Listening> {
  const { drainTimeout, lingerTimeout, stallTimeout, ...timeouts } = { ...patience, ...shorter };
  const answer = app.callback();
  let closed: Promise<void> | null = null;
  const server = createServer(
    { ...timeouts, maxHeaderSize: HEADER_BYTES_MAX },
    (request, response) => {
      if (closed !== null) response.setHeader('Connection', 'close');
      void answer(request, response);
    },
  );
  server.timeout = stallTimeout;
  server.maxConnections = CONNECTIONS_MAX;
  server.maxRequestsPerSocket = REQUESTS_PER_SOCKET_MAX;
  server.on('clientError', refuseMalformed);
  server.listen(http.port, http.host);
  await once(server, 'listening');

  return {
    port: (server.address() as AddressInfo).port,
    close: () => (closed ??= close(server, { drainTimeout, lingerTimeout })),
  };
}

/**
 * Listens no more at once. Clients that keep a connection hear on it that it ends with the answer;
 * what nothing is asked on for a moment is closed, so that no request meets a closed door.
 */
async function close(
  server: Server,
  patient: Pick<typeof patience, 'drainTimeout' | 'lingerTimeout'>,
): Promise<void> {
  const closed = once(server, 'close');
  // Only that: the HTTP server's own way begins with closing what is idle now.
  NetServer.prototype.close.call(server);
  let sweep: NodeJS.Timeout | undefined;
  const linger = setTimeout(() => {
    server.close();
    // A kept-alive socket is idle only once its last answer is out.
    sweep = setInterval(() => server.closeIdleConnections(), IDLE_LOOK_EVERY_MS);
  }, patient.lingerTimeout);
  const cut = setTimeout(() => server.closeAllConnections(), patient.drainTimeout);
  await closed;
  clearTimeout(linger);
  clearInterval(sweep);
  clearTimeout(cut);
}

const statusOfFault: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** What is not even HTTP never reaches the application: it gets a bare status and no more. */
function refuseMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const status = statusOfFault[error.code ?? ''] ?? 400;
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    `X-Request-Id: ${newId('req_')}`,
    'Connection: close',
    'Content-Length: 0',
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n`, () => socket.destroy());
}
