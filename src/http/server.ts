import { once } from 'node:events';
import { STATUS_CODES, createServer } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type Koa from 'koa';
import type { Config } from '../config';
import { limitLog } from '../lib/limit-log';
import type { LimitedLog } from '../lib/limit-log';
import type { Logger } from '../lib/log';
import type { Metrics } from '../lib/metrics';
import { networkOf } from '../lib/network';
import { KeyedSemaphore } from '../lib/keyed-semaphore';
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

/** Where refused traffic is counted and logged. */
interface Observers<Log = Logger> {
  readonly log: Log;
  readonly metrics: Pick<Metrics, 'connectionsRefused' | 'malformedRequests'>;
}

/** Rejects with Node's own error (`EADDRINUSE`) when the port is taken. */
export async function listen<State, Fields>(
  app: Koa<State, Fields>,
  http: Pick<Config['http'], 'host' | 'port' | 'connectionsPerAddress'>,
  { log, metrics }: Observers,
  shorter: Partial<typeof patience> = {},
): Promise<Listening> {
  const { drainTimeout, lingerTimeout, stallTimeout, ...timeouts } = { ...patience, ...shorter };
  const answer = app.callback();
  let closed: Promise<void> | null = null;
  const server = createServer(
    { ...timeouts, maxHeaderSize: HEADER_BYTES_MAX },
    (request, response) => {
      if (closed !== null) response.setHeader('Connection', 'close');
      const fault = faultOf(request);
      if (fault === null) void answer(request, response);
      else refuse(request.socket, 400, fault);
    },
  );
  const observers = { log: limitLog(log), metrics };
  const refuse = refusal(observers);
  server.timeout = stallTimeout;
  server.maxConnections = CONNECTIONS_MAX;
  server.maxRequestsPerSocket = REQUESTS_PER_SOCKET_MAX;
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (!socket.writable || error.code === 'ECONNRESET') socket.destroy();
    else refuse(socket, statusOfFault[error.code ?? ''] ?? 400, error.code ?? error.name);
  });
  boundConnections(server, http.connectionsPerAddress, observers);
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

/** What Node's parser accepts and the application must not see; null for a well-formed request. */
function faultOf({ httpVersionMajor, headersDistinct }: IncomingMessage): string | null {
  if (httpVersionMajor < 1) return 'HTTP_VERSION';
  // A proxy and the gateway could each believe another one.
  return (headersDistinct['host']?.length ?? 0) > 1 ? 'SEVERAL_HOSTS' : null;
}

/** Answers what is not HTTP with a bare status; it never reaches the application. */
const refusal =
  ({ log, metrics }: Observers<LimitedLog>) =>
  (socket: Duplex, status: number, code: string): void => {
    const requestId = newId('req_');
    const address = (socket as Socket).remoteAddress ?? null;
    metrics.malformedRequests.inc({ status });
    log({ request_id: requestId, status, code, address }, 'malformed request refused');
    const lines = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
      `X-Request-Id: ${requestId}`,
      'Connection: close',
      'Content-Length: 0',
    ];
    socket.end(`${lines.join('\r\n')}\r\n\r\n`, () => socket.destroy());
  };

/** Closes a connection at once when its client's network has `max` open ones already. */
function boundConnections(
  server: Server,
  max: number,
  { log, metrics }: Observers<LimitedLog>,
): void {
  const slots = new KeyedSemaphore(max);
  const count = (reason: 'address' | 'total', address: string | undefined): void => {
    metrics.connectionsRefused.inc({ reason });
    log({ reason, address }, 'connection refused');
  };
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    const release = slots.acquire(networkOf(remoteAddress ?? ''));
    if (release !== null) {
      socket.once('close', release);
      return;
    }
    count('address', remoteAddress);
    socket.destroy();
  });
  server.on('drop', (dropped?: { readonly remoteAddress?: string }) => {
    count('total', dropped?.remoteAddress);
  });
}
