import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/**
 * A proxy between a gateway and Postgres that reads the protocol and cuts the connection at one
 * statement: before it reached the database, during it, or after it completed and before its
 * answer. For every other process the gateway died at that moment.
 */
export const phases = ['before', 'after', 'during'] as const;
export type Phase = (typeof phases)[number];

export interface Point {
  /** The name of a statement that writes, or the commit that follows it. */
  readonly statement: string;
  /** The execution of the statement, from 1. */
  readonly time: number;
  readonly phase: Phase;
}

export interface PostgresProxy {
  readonly url: string;
  /** The received statements, in order. */
  readonly seen: readonly string[];
  /** Cuts the connections now. */
  cut(): void;
}

export async function startProxy(
  databaseUrl: string,
  point: Point | null,
  died: () => void,
): Promise<PostgresProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const seen: string[] = [];
  let isCut = false;

  const cut = (spared: Socket | null = null): void => {
    if (isCut) return;
    isCut = true;
    server.close();
    for (const socket of sockets) if (socket !== spared) socket.destroy();
    died();
  };
  const phaseOf = (statement: string): Phase | null => {
    seen.push(statement);
    if (point === null || statement !== point.statement) return null;
    const time = seen.filter((each) => each === statement).length;
    return time === point.time ? point.phase : null;
  };

  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      // A client that is cut off resets its connections.
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    }
    if (isCut) client.destroy();
    client.on('close', () => upstream.end());
    upstream.on('close', () => client.end());
    relay(client, upstream, phaseOf, cut);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = `${(server.address() as AddressInfo).port}`;
  return { url: url.href, seen, cut };
}

/**
 * Forwards complete requests of a client until the point of its death. A client may pipeline
 * requests.
 */
function relay(
  client: Socket,
  upstream: Socket,
  phaseOf: (statement: string) => Phase | null,
  cut: (spared?: Socket) => void,
): void {
  const names = createNames();
  const asked = createSplitter(false);
  const answered = createSplitter(true);
  let request: Buffer[] = [];
  let unanswered = 0;
  let isLast = false;

  client.on('data', (data: Buffer) => {
    for (const message of asked(data)) {
      if (isLast) return;
      request.push(message.bytes);
      const statement = names(message);
      if (statement === undefined && message.isPart) continue;
      const bytes = Buffer.concat(request);
      request = [];
      const phase = statement === undefined ? null : phaseOf(statement);
      if (phase === 'before') return cut();
      if (phase === 'during') {
        upstream.end(bytes);
        return cut(upstream);
      }
      isLast = phase === 'after';
      if (message.endsRequest) unanswered += 1;
      upstream.write(bytes);
    }
  });
  upstream.on('data', (data: Buffer) => {
    // ReadyForQuery: one request is done.
    unanswered -= answered(data).filter(({ type }) => type === 'Z').length;
    if (!isLast) client.write(data);
    else if (unanswered === 0) cut();
  });
}

interface Message {
  /** Empty for the first message of a connection. */
  readonly type: string;
  readonly bytes: Buffer;
  /** Further messages belong to the same request. */
  readonly isPart: boolean;
  /** The server answers it with ReadyForQuery. */
  readonly endsRequest: boolean;
}

/** Splits a stream into messages. */
function createSplitter(isGreeted: boolean): (data: Buffer) => readonly Message[] {
  let rest: Buffer = Buffer.alloc(0);
  let greeted = isGreeted;
  return (data) => {
    rest = Buffer.concat([rest, data]);
    const found: Message[] = [];
    for (;;) {
      const head = greeted ? 1 : 0;
      if (rest.length < head + 4) return found;
      const length = head + rest.readUInt32BE(head);
      if (rest.length < length) return found;
      const type = greeted ? String.fromCharCode(rest.readUInt8(0)) : '';
      found.push({
        type,
        bytes: rest.subarray(0, length),
        isPart: 'PBDEHC'.includes(type || ' '),
        endsRequest: ['', 'Q', 'S'].includes(type),
      });
      rest = rest.subarray(length);
      greeted = true;
    }
  };
}

const writes = /\b(insert\s+into|delete\s+from|update\s+"?\w+"?\s+(as\s+\w+\s+)?set)\b/i;

/** Names the writing statement of a request at its last message; undefined for other messages. */
function createNames(): (message: Message) => string | undefined {
  const prepared = new Map<string, string>();
  let current: string | undefined;
  let written: string | undefined;
  const nameOf = (name: string, sql: string): string | undefined => {
    if (!writes.test(sql)) return undefined;
    written = name === '' ? sql.replace(/\s+/g, ' ').slice(0, 40) : name;
    return written;
  };
  const nameOfQuery = (sql: string): string | undefined => {
    if (/^commit/i.test(sql)) return written === undefined ? undefined : `commit of ${written}`;
    if (/^begin/i.test(sql)) written = undefined;
    return nameOf('', sql);
  };
  return ({ type, bytes }) => {
    const [first = '', second = ''] = bytes.subarray(5).toString('latin1').split('\0');
    if (type === 'P') prepared.set(first, second);
    if (type === 'B') current = nameOf(second, prepared.get(second) ?? '');
    if (type === 'Q') return nameOfQuery(first);
    return type === 'S' ? current : undefined;
  };
}
