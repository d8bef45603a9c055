import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Answer, Exchange, Received } from './subject';

/** Part of the base URL, so that a connector that drops it fails. */
const BASE = '/base/v9';

/** What the upstream does instead of answering. */
export type Fault = (response: ServerResponse) => void;

export interface Play {
  readonly exchanges: readonly Exchange[];
  /** Happens at this exchange and at every later one. */
  readonly fault?: { readonly at: number; readonly behave: Fault };
}

export interface Upstream {
  readonly url: string;
  /** The requests so far; `step` is the index of their exchange, null for an unexpected request. */
  readonly received: readonly (Received & { readonly step: number | null })[];
  close(): Promise<void>;
}

/** An HTTP server that answers the recorded requests, by method and path, and no other. */
export async function startUpstream({ exchanges, fault }: Play): Promise<Upstream> {
  const received: (Received & { readonly step: number | null })[] = [];
  const server = createServer((message, response) => {
    // Clients of faulty upstreams close connections while they are written to.
    response.on('error', () => response.destroy());
    void readRequest(message).then(
      (request) => {
        const step = stepOf(exchanges, received, request);
        received.push({ ...request, step });
        const exchange = step === null ? null : exchanges[step];
        if (fault !== undefined && step !== null && step >= fault.at) fault.behave(response);
        else write(response, exchange ? answerTo(exchange, request) : { status: 404, json: {} });
      },
      () => response.destroy(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${BASE}`,
    received,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

export const answerTo = ({ answer }: Exchange, request: Received): Answer =>
  typeof answer === 'function' ? answer(request) : answer;

/** The first unused exchange of the method and path, otherwise the last one. */
export function stepOf(
  exchanges: readonly Exchange[],
  earlier: readonly { readonly step: number | null }[],
  { method, path }: Pick<Received, 'method' | 'path'>,
): number | null {
  const used = new Set(earlier.map(({ step }) => step));
  const fitting = [...exchanges.keys()].filter(
    (at) => exchanges[at]?.method === method && exchanges[at].path === path,
  );
  return fitting.find((at) => !used.has(at)) ?? fitting.at(-1) ?? null;
}

function write(response: ServerResponse, answer: Answer): void {
  const type = answer.bytes === undefined ? 'application/json' : 'application/octet-stream';
  // Node's own date is not of the faked clock.
  response.writeHead(answer.status, { 'content-type': type, date: new Date().toUTCString() });
  response.end(bytesOf(answer));
}

const plain = (text: string): Buffer => Buffer.from(text);

/** The answer as it is sent; `text` replaces its JSON. */
export function bytesOf({ json, bytes, encode = plain }: Answer, text?: string): Buffer {
  if (text !== undefined) return encode(text);
  return bytes ?? (json === undefined ? Buffer.alloc(0) : encode(JSON.stringify(json)));
}

async function readRequest(message: IncomingMessage): Promise<Received> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  const target = (message.url ?? '').replace(BASE, '');
  return receivedOf(
    message.method ?? '',
    target,
    message.headers,
    Buffer.concat(chunks).toString(),
  );
}

/** A request in the form in which exchanges describe it. */
export function receivedOf(
  method: string,
  target: string,
  headers: Received['headers'],
  text: string,
): Received {
  const [path = '', query = ''] = target.split('?', 2);
  const isForm = String(headers['content-type']).startsWith('application/x-www-form-urlencoded');
  return {
    method,
    target,
    path,
    query: Object.fromEntries(new URLSearchParams(query)),
    headers,
    body: isForm ? Object.fromEntries(new URLSearchParams(text)) : jsonIn(text),
    text,
  };
}

function jsonIn(text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
