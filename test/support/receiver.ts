import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { closeAfterFile } from './close-after-file';
import { PATIENCE_MS } from './until';

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The raw body, over which the signature is computed. */
  readonly body: string;
  readonly atMs: number;
}

/** The response to a request: a status, none, a broken connection, or the test's own. */
export type Answer =
  | {
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
      readonly delayMs?: number;
    }
  | 'hang'
  | 'reset'
  | ((request: ReceivedRequest, response: ServerResponse) => void | Promise<void>);

export interface Receiver {
  /** Without a trailing slash. */
  readonly url: string;
  /** All received requests, oldest first. */
  readonly requests: readonly ReceivedRequest[];
  /** Each response is used for one request, the last one for all further ones. Default: 200. */
  answerWith(...answers: readonly [Answer, ...Answer[]]): void;
  /** Resolves with the first past or future request that matches. */
  waitFor(
    predicate: (request: ReceivedRequest) => boolean,
    options?: { readonly timeoutMs?: number },
  ): Promise<ReceivedRequest>;
  /** Closes all connections. Called after the test file. */
  close(): Promise<void>;
}

interface Waiter {
  offer(request: ReceivedRequest): void;
}

/**
 * A merchant's webhook endpoint: an HTTP server on a free loopback port. Bodies that are no text
 * need `base64`.
 */
export async function startReceiver({
  encoding = 'utf8',
}: { readonly encoding?: 'utf8' | 'base64' } = {}): Promise<Receiver> {
  const requests: ReceivedRequest[] = [];
  const waiters = new Set<Waiter>();
  let answers: readonly Answer[] = [{ status: 200 }];

  const server = createServer((message, response) => {
    void readRequest(message, encoding).then(async (request) => {
      const [answer = { status: 200 }, ...rest] = answers;
      if (rest.length > 0) answers = rest;
      requests.push(request);
      for (const waiter of waiters) waiter.offer(request);
      await reply(answer, request, response);
    }, noteAborted);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  const close = async (): Promise<void> => {
    if (!server.listening) return;
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
  closeAfterFile(close);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    answerWith: (...list) => {
      answers = list;
    },
    waitFor: (predicate, { timeoutMs = PATIENCE_MS } = {}) =>
      waitForRequest(requests, waiters, predicate, timeoutMs),
    close,
  };
}

async function readRequest(
  message: IncomingMessage,
  encoding: 'utf8' | 'base64',
): Promise<ReceivedRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return {
    method: message.method ?? '',
    path: message.url ?? '',
    headers: message.headers,
    body: Buffer.concat(chunks).toString(encoding),
    atMs: Date.now(),
  };
}

/** An aborted request body is ignored; any other error fails the test. */
function noteAborted(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ECONNRESET') throw error;
}

async function reply(
  answer: Answer,
  request: ReceivedRequest,
  response: ServerResponse,
): Promise<void> {
  if (answer === 'hang') return;
  if (answer === 'reset') {
    response.destroy();
  } else if (typeof answer === 'function') {
    await answer(request, response);
  } else {
    if (answer.delayMs !== undefined) await pause(answer.delayMs, undefined, { ref: false });
    response.writeHead(answer.status, answer.headers).end(answer.body);
  }
}

function waitForRequest(
  requests: readonly ReceivedRequest[],
  waiters: Set<Waiter>,
  predicate: (request: ReceivedRequest) => boolean,
  timeoutMs: number,
): Promise<ReceivedRequest> {
  const come = requests.find(predicate);
  if (come !== undefined) return Promise.resolve(come);
  return new Promise((resolve, reject) => {
    const waiter: Waiter = {
      offer(request) {
        if (!predicate(request)) return;
        clearTimeout(timer);
        waiters.delete(waiter);
        resolve(request);
      },
    };
    const timer = setTimeout(() => {
      waiters.delete(waiter);
      const came = requests.map(({ method, path, body }) => `${method} ${path} ${body}`).join('\n');
      reject(new Error(`No such request within ${timeoutMs} ms. What came:\n${came || 'nothing'}`));
    }, timeoutMs);
    waiters.add(waiter);
  });
}
