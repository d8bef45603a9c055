import { types } from 'node:util';
import { Agent } from 'undici';
import type { Dispatcher } from 'undici';

/** How one exchange with the provider ended. `reason` is a word for a log: no part of a message. */
export type HttpResult =
  /** A whole answer; `body` is undefined where it is not JSON. */
  | { readonly kind: 'answered'; readonly statusCode: number; readonly body: unknown }
  /** Not a byte of the request has left, and none will. */
  | { readonly kind: 'unsent'; readonly reason: string }
  /** It may have arrived; no answer that could be read to its end came back. */
  | { readonly kind: 'broken'; readonly reason: string };

export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  /** Below the provider's address, its parts encoded. */
  readonly path: string;
  readonly body?: object;
}

export interface HttpClient {
  /** Never rejects. */
  request(call: HttpRequest): Promise<HttpResult>;
  /** Waits for what is under way; what is asked afterwards is `unsent`. */
  close(): Promise<void>;
}

export interface HttpClientOptions {
  /** The provider's address, with or without a path. */
  readonly url: string;
  /** What we prove ourselves with. */
  readonly key: string;
  /** For all of it: connection, request and answer. 10 s unless it is given. */
  readonly timeoutMs?: number;
}

const answerBytesMax = 64 * 1024;
const connectionsMax = 32;
/** Of which all but those in a connection wait for one, at most until their deadline. */
const openMax = 256;
const connectTimeoutMs = 5_000;

/** HTTP to one provider. No redirect is followed. */
export function createHttpClient({ url, key, timeoutMs = 10_000 }: HttpClientOptions): HttpClient {
  const { origin, pathname } = new URL(url);
  const base = pathname.replace(/\/+$/, '');
  const agent = new Agent({
    connect: { timeout: connectTimeoutMs },
    connections: connectionsMax,
    // A connection for each exchange. The provider may hang up on one that is kept just as it is
    // used again, and nobody could tell then whether the request had been heard.
    pipelining: 0,
    // The deadline covers both.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const underWay = new Set<Promise<HttpResult>>();
  let open = 0;
  let closed = false;
  return {
    async request({ method, path, body }) {
      if (closed) return { kind: 'unsent', reason: 'closed' };
      const request: Dispatcher.DispatchOptions = {
        origin,
        path: `${base}${path}`,
        method,
        headers: {
          authorization: `Bearer ${key}`,
          accept: 'application/json',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        body: body === undefined ? null : JSON.stringify(body),
      };
      // An exchange that was given up stays in undici's queue until a connection is tried for it.
      if (open >= openMax) return { kind: 'unsent', reason: 'busy' };
      open += 1;
      const exchange = requestOnce(agent, request, timeoutMs, () => (open -= 1));
      underWay.add(exchange);
      return exchange.finally(() => underWay.delete(exchange));
    },
    async close() {
      closed = true;
      await Promise.all(underWay);
      await agent.destroy();
    },
  };
}

/**
 * undici tells just before it writes the first byte, and an abort at that moment still holds it
 * back. So whatever ends an exchange before it did not reach the provider: a name that is not
 * known, a refused connection, a failed TLS handshake, and a deadline that passes meanwhile.
 */
function requestOnce(
  agent: Agent,
  request: Dispatcher.DispatchOptions,
  timeoutMs: number,
  onDone: () => void,
): Promise<HttpResult> {
  return new Promise((resolve) => {
    let controller: Dispatcher.DispatchController | null = null;
    let ended = false;
    let statusCode = 0;
    let bytes = 0;
    const chunks: Buffer[] = [];

    function end(exchange: HttpResult): void {
      ended = true;
      clearTimeout(deadline);
      resolve(exchange);
    }
    function fail(reason: string): void {
      if (ended) return;
      end(controller === null ? { kind: 'unsent', reason } : { kind: 'broken', reason });
      controller?.abort(new Error(reason));
    }
    const deadline = setTimeout(() => fail('timeout'), timeoutMs);

    agent.dispatch(request, {
      onRequestStart(started) {
        if (ended) started.abort(new Error('the deadline has passed'));
        else controller = started;
      },
      onResponseStart(_controller, status) {
        statusCode = status;
      },
      onResponseData(_controller, chunk) {
        bytes += chunk.length;
        if (bytes > answerBytesMax) fail('answer_too_large');
        else chunks.push(chunk);
      },
      onResponseEnd() {
        onDone();
        if (!ended) end({ kind: 'answered', statusCode, body: parse(Buffer.concat(chunks)) });
      },
      onResponseError(_controller, error) {
        onDone();
        fail(wordFor(error));
      },
    });
  });
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Such as ECONNREFUSED. Never the message of an error, which may quote what was sent. */
function wordFor(error: unknown): string {
  if (!types.isNativeError(error)) return 'failed';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
