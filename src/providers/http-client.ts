import { types } from 'node:util';
import { Agent } from 'undici';
import type { Dispatcher } from 'undici';

/**
 * The result of one request. `reason` is an error code for logs, without any sent or received text.
 */
export type HttpResult =
  /** A complete response; `body` is undefined when it is not JSON. */
  | { readonly kind: 'answered'; readonly statusCode: number; readonly body: unknown }
  /** No byte of the request was sent, and none will be. */
  | { readonly kind: 'unsent'; readonly reason: string }
  /** The request may have arrived; no complete response was received. */
  | { readonly kind: 'broken'; readonly reason: string };

export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  /** Below the base URL, with encoded segments. */
  readonly path: string;
  readonly body?: object;
}

export interface HttpClient {
  /** Never rejects. */
  request(call: HttpRequest): Promise<HttpResult>;
  /** Waits for requests in flight; later requests are `unsent`. */
  close(): Promise<void>;
}

export interface HttpClientOptions {
  /** The base URL, with or without a path. */
  readonly url: string;
  /** The bearer key. */
  readonly key: string;
  /** For connection, request and response together. Default 10 s. */
  readonly timeoutMs?: number;
}

const answerBytesMax = 64 * 1024;
const connectionsMax = 32;
/** Maximum in-flight requests, including those queued for a connection. */
const openMax = 256;
const connectTimeoutMs = 5_000;

/** An HTTP client for one base URL. Redirects are not followed. */
export function createHttpClient({ url, key, timeoutMs = 10_000 }: HttpClientOptions): HttpClient {
  const { origin, pathname } = new URL(url);
  const base = pathname.replace(/\/+$/, '');
  const agent = new Agent({
    connect: { timeout: connectTimeoutMs },
    connections: connectionsMax,
    // No keep-alive: a server can close an idle connection while it is reused, and whether the
    // request arrived would be unknown.
    pipelining: 0,
    // `timeoutMs` covers both.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const inFlight = new Set<Promise<HttpResult>>();
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
      // A request that timed out stays in undici's queue until undici tries to connect for it.
      if (open >= openMax) return { kind: 'unsent', reason: 'busy' };
      open += 1;
      const result = requestOnce(agent, request, timeoutMs, () => (open -= 1));
      inFlight.add(result);
      return result.finally(() => inFlight.delete(result));
    },
    async close() {
      closed = true;
      await Promise.all(inFlight);
      await agent.destroy();
    },
  };
}

/**
 * undici calls `onRequestStart` just before it writes the first byte, and an abort in it still
 * prevents the write. A failure before it is `unsent`: DNS, connection, TLS handshake, or a timeout
 * until then.
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

    function end(result: HttpResult): void {
      ended = true;
      clearTimeout(deadline);
      resolve(result);
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

/** An error code such as ECONNREFUSED. An error's message could quote the request. */
function wordFor(error: unknown): string {
  if (!types.isNativeError(error)) return 'failed';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
