import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Problem } from '../kernel/rules/problem';
import { networkOf } from '../platform/network/network';

/** Per listener. */
const CONNECTIONS_MAX = 10_000;
/** Connections over a limit that the server keeps until it has answered their request with 503. */
const REFUSED_MAX = 1_000;
const REFUSED_WAIT_MS = 2_000;
/**
 * The share of a network's connections that may have been receiving a request for longer than
 * `SLOW_AFTER_MS`. At this share, the oldest slow connection is closed for a new one.
 */
const SLOW_PART = 0.5;
const SLOW_AFTER_MS = 2_000;
/** Minimum idle time before a connection is closed for a new one: a request may be on its way. */
const YIELDS_AFTER_MS = 5_000;
/** For how long the server discards the rest of a refused request after the response. */
const LINGER_MS = 1_000;

export type ConnectionLimit = 'address' | 'total' | 'slow' | 'unread';

interface Options {
  /** Open connections per client network. */
  readonly perNetworkMax: number;
  /** Called for each connection over a limit. `unread`: it is closed without a response. */
  readonly onRefused: (limit: ConnectionLimit, socket: Socket) => void;
  /** Called with the number of open connections when it changes. */
  readonly onOpen: (open: number) => void;
  /** Answers and closes a connection that receives its request too slowly. */
  readonly answerSlow: (socket: Socket) => void;
  /** Monotonic, in milliseconds. */
  readonly now?: () => number;
}

export interface Connections {
  /** Call before each request is served. */
  begin(request: IncomingMessage, response: ServerResponse): void;
}

interface Receipt {
  readonly sinceMs: number;
  /** Null until the headers of the first request have been received. */
  readonly request: IncomingMessage | null;
}

/** Maps are ordered by age, the oldest first. */
interface Network {
  open: number;
  readonly receiving: Map<Socket, Receipt>;
  /** When the last request ended. */
  readonly idle: Map<Socket, number>;
}

/** The Problem that answers the requests of a refused connection. */
const refusals = new WeakMap<Socket, Problem>();

const problems = {
  address: new Problem('unavailable', {
    message: 'The address has the maximum number of open connections. Nothing was processed.',
  }),
  total: new Problem('unavailable', {
    message: 'The gateway has the maximum number of open connections. Nothing was processed.',
  }),
};

/** Null for a connection within the limits. */
export const connectionRefusalOf = (socket: Socket): Problem | null => refusals.get(socket) ?? null;

/**
 * Bounds the connections of a server (decision 42). At a limit, a new connection closes an idle
 * one; when half of a network's limit is slow, it closes a slow one. A connection over the limits
 * is kept until its request has been refused with `connectionRefusalOf`.
 */
export function boundConnections(
  server: Server,
  { perNetworkMax, onRefused, onOpen, answerSlow, now = () => performance.now() }: Options,
): Connections {
  const networks = new Map<string, Network>();
  const networkOfSocket = new WeakMap<Socket, Network>();
  const idle = new Map<Socket, number>();
  const refuse = createRefusals(onRefused);
  const slowMax = Math.ceil(perNetworkMax * SLOW_PART);
  let open = 0;

  server.on('connection', (socket: Socket) => {
    const name = networkOf(socket.remoteAddress ?? '');
    const network = networks.get(name) ?? { open: 0, receiving: new Map(), idle: new Map() };
    cutSlow(network);
    const atMs = now();
    if (network.open >= perNetworkMax && !closeIdle(network.idle, atMs)) refuse('address', socket);
    else if (open >= CONNECTIONS_MAX && !closeIdle(idle, atMs)) refuse('total', socket);
    else admit(socket, name, network);
  });

  function admit(socket: Socket, name: string, network: Network): void {
    networks.set(name, network);
    networkOfSocket.set(socket, network);
    network.open++;
    onOpen(++open);
    network.receiving.set(socket, { sinceMs: now(), request: null });
    socket.once('close', () => {
      onOpen(--open);
      network.open--;
      network.receiving.delete(socket);
      network.idle.delete(socket);
      idle.delete(socket);
      if (network.open === 0) networks.delete(name);
    });
  }

  /** Closes the connection that has been slow for longest when too many are slow. */
  function cutSlow({ receiving }: Network): void {
    if (receiving.size < slowMax) return;
    const slow = [...receiving].filter(([, receipt]) => isSlow(receipt, now()));
    const [oldest] = slow;
    if (oldest === undefined || slow.length < slowMax) return;
    const [socket] = oldest;
    receiving.delete(socket);
    onRefused('slow', socket);
    answerSlow(socket);
  }

  return {
    begin(request, response) {
      const { socket, headers } = request;
      if (refusals.has(socket)) closeGently(socket, response);
      const network = networkOfSocket.get(socket);
      if (network === undefined) return;
      network.receiving.delete(socket);
      network.idle.delete(socket);
      idle.delete(socket);
      const hasBody = 'transfer-encoding' in headers || Number(headers['content-length']) > 0;
      if (hasBody) network.receiving.set(socket, { sinceMs: now(), request });
      response.once('close', () => {
        network.receiving.delete(socket);
        if (socket.destroyed) return;
        network.idle.set(socket, now());
        idle.set(socket, now());
      });
    },
  };
}

/** A request whose body the gateway has not begun to read is not slow. */
const isSlow = ({ sinceMs, request }: Receipt, atMs: number): boolean =>
  atMs - sinceMs >= SLOW_AFTER_MS &&
  (request === null || (!request.complete && request.readableFlowing === true));

/**
 * Closes the connection that has been idle for longest. Returns false if none may be closed yet.
 */
function closeIdle(candidates: ReadonlyMap<Socket, number>, atMs: number): boolean {
  const [oldest] = candidates;
  if (oldest === undefined || atMs - oldest[1] < YIELDS_AFTER_MS) return false;
  oldest[0].destroy();
  return true;
}

/** Keeps a bounded number of connections over a limit until their requests are refused. */
function createRefusals(
  onRefused: Options['onRefused'],
): (limit: 'address' | 'total', socket: Socket) => void {
  const refused = new Set<Socket>();
  return (limit, socket) => {
    onRefused(limit, socket);
    if (refused.size >= REFUSED_MAX) {
      onRefused('unread', socket);
      socket.destroy();
      return;
    }
    refusals.set(socket, problems[limit]);
    refused.add(socket);
    const timer = setTimeout(() => socket.destroy(), REFUSED_WAIT_MS).unref();
    socket.once('close', () => {
      clearTimeout(timer);
      refused.delete(socket);
    });
  };
}

/** Discards unread bytes first: with them the kernel sends a reset that can outrun the response. */
function closeGently(socket: Socket, response: ServerResponse): void {
  response.setHeader('Connection', 'close');
  socket.destroySoon = () => {
    socket.end();
    socket.resume();
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  };
}

/** Of connections with a refused request: when the last refusal was sent, monotonic. */
const refusedAtMs = new WeakMap<Socket, number>();

/** The seconds of `Retry-After`. */
const EARLY_MS = 1_000;

/**
 * Delays the refusal of a request by `forMs` if its connection repeats sooner than `Retry-After`
 * says. Ends early when the client closes the connection.
 */
export async function holdRefusal(socket: Socket, forMs: () => number): Promise<void> {
  const lastMs = refusedAtMs.get(socket);
  if (lastMs !== undefined && performance.now() - lastMs < EARLY_MS && !socket.destroyed) {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(end, forMs()).unref();
      function end(): void {
        clearTimeout(timer);
        socket.off('close', end);
        resolve();
      }
      socket.once('close', end);
    });
  }
  refusedAtMs.set(socket, performance.now());
}
