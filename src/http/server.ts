import {
  STATUS_CODES,
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type Koa from 'koa';
import type { Config } from '../config';
import { listenWith, type Acceptors } from './acceptors';
import { boundConnections } from './connections';
import type { ListenerName } from './listeners';
import { limitLog, type LimitedLog } from '../platform/observe/limit-log';
import type { Logger } from '../platform/observe/log';
import type { Metrics } from '../platform/observe/metrics';
import { newId } from '../platform/new-id';

export interface Listening {
  readonly port: number;
  /**
   * For `forMs`, answers `/readyz` with 503 and serves all other requests, closing each connection
   * after its response: a load balancer stops sending requests before `close` refuses them.
   */
  drain(forMs: number): Promise<void>;
  /**
   * Accepts no connections, lets requests in flight finish, and destroys them after `drainTimeout`.
   */
  close(): Promise<void>;
}

/** In milliseconds, under Node's names. */
const clientTimeouts = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  /** Longer than load balancers' (usually 60 s), so that they do not reuse a closed connection. */
  keepAliveTimeout: 65_000,
  /** Interval of the checks of the first two timeouts: a slow socket can live this much longer. */
  connectionsCheckingInterval: 1_000,
  /** No byte in either direction, as when a client does not read the response. */
  stallTimeout: 60_000,
  /** At shutdown, for requests that clients have already sent. */
  lingerTimeout: 500,
  /** At shutdown, for requests in flight. */
  drainTimeout: 10_000,
};
const HEADER_BYTES_MAX = 16 * 1024;
const REQUESTS_PER_SOCKET_MAX = 10_000;
const IDLE_CHECK_EVERY_MS = 50;

/** For refused traffic. */
interface Observers<Log = Logger> {
  readonly log: Log;
  readonly metrics: Pick<Metrics, 'connectionsOpen' | 'connectionsRefused' | 'malformedRequests'>;
}

type Endpoint = Pick<Config['http'], 'host' | 'port' | 'connectionsPerAddress'> & {
  readonly name?: ListenerName;
};

/** Rejects with Node's own error (`EADDRINUSE`) when the port is taken. */
export async function listen<State, Fields>(
  app: Koa<State, Fields>,
  { host, port, connectionsPerAddress, name = 'public' }: Endpoint,
  { log, metrics }: Observers,
  shorter: Partial<typeof clientTimeouts> = {},
): Promise<Listening> {
  const { drainTimeout, lingerTimeout, stallTimeout, ...timeouts } = {
    ...clientTimeouts,
    ...shorter,
  };
  const answer = app.callback();
  let closed: Promise<void> | null = null;
  let isDraining = false;
  const serve: RequestListener = (request, response) => {
    connections.begin(request, response);
    if (closed !== null || isDraining) response.setHeader('Connection', 'close');
    if (isDraining && request.url === '/readyz') {
      response.writeHead(503).end();
      return;
    }
    const fault = faultOf(request);
    if (fault === null) void answer(request, response);
    else refuse(request.socket, 400, fault);
  };
  const server = createServer({ ...timeouts, maxHeaderSize: HEADER_BYTES_MAX }, serve);
  // RFC 9110, 10.1.1: a server may ignore an `Expect` that it does not know. Node's own 417 has no
  // request id, security headers, log line or metric.
  server.on('checkExpectation', serve);
  const observers = { log: limitLog(log), metrics };
  const refuse = refusal(observers);
  server.timeout = stallTimeout;
  server.maxRequestsPerSocket = REQUESTS_PER_SOCKET_MAX;
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (!socket.writable || error.code === 'ECONNRESET') socket.destroy();
    else refuse(socket, statusOfFault[error.code ?? ''] ?? 400, error.code ?? error.name);
  });
  const connections = boundConnections(server, {
    perNetworkMax: connectionsPerAddress,
    onOpen: (open) => metrics.connectionsOpen.set({ listener: name }, open),
    onRefused(reason, { remoteAddress: address }) {
      metrics.connectionsRefused.inc({ reason, listener: name });
      observers.log({ reason, listener: name, address }, 'connection refused');
    },
    answerSlow: (socket) => refuse(socket, 408, 'SLOW'),
  });
  const acceptors = await listenWith(server, host, port);

  return {
    port: acceptors.port,
    async drain(forMs) {
      isDraining = true;
      await pause(forMs);
    },
    close: () => (closed ??= close(server, acceptors, { drainTimeout, lingerTimeout })),
  };
}

/**
 * Stops accepting, sends `Connection: close` on responses in flight, and closes idle keep-alive
 * sockets after `lingerTimeout`.
 */
async function close(
  server: Server,
  acceptors: Acceptors,
  patient: Pick<typeof clientTimeouts, 'drainTimeout' | 'lingerTimeout'>,
): Promise<void> {
  const closed = acceptors.stop();
  let sweep: NodeJS.Timeout | undefined;
  const linger = setTimeout(() => {
    server.close();
    // A keep-alive socket becomes idle when its last response has been sent.
    sweep = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_EVERY_MS);
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

/**
 * The fault of a request that Node's parser accepts and the application must not see; else null.
 */
function faultOf({ httpVersionMajor, headersDistinct }: IncomingMessage): string | null {
  if (httpVersionMajor < 1) return 'HTTP_VERSION';
  // With several Host headers, a proxy and the gateway could each use a different one.
  return (headersDistinct['host']?.length ?? 0) > 1 ? 'SEVERAL_HOSTS' : null;
}

/** Answers malformed HTTP with a bare status. The application does not see the request. */
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
