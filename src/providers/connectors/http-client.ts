import { types } from 'node:util';
import { Agent, type Dispatcher } from 'undici';
import { UnsafeTarget, parseTarget } from '../../platform/network/public-address';
import { UnresolvedHost, createResolver, pinnedLookup } from '../../platform/network/resolver';

/** `reason` is an error code for logs, without any sent or received text. */
export type HttpResult =
  /** A complete response. `body` is undefined when it is not JSON. */
  | {
      readonly kind: 'answered';
      readonly statusCode: number;
      readonly body: unknown;
      readonly bytes: Buffer;
      /** The server's clock, by the header `date`, less ours; null without the header. */
      readonly clockAheadMs: number | null;
    }
  /** No byte of the request was sent, and none will be. */
  | { readonly kind: 'unsent'; readonly reason: string }
  /** The request may have arrived; no complete response was received. */
  | { readonly kind: 'broken'; readonly reason: string };

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below the base URL, with encoded segments and query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: object;
  /** Sent as `application/x-www-form-urlencoded`, instead of `body`. */
  readonly form?: URLSearchParams;
  /** Limits the response. Default: the client's limit. */
  readonly answerBytesMax?: number;
  /** Null for tokens and probes, and by default. */
  readonly orderId?: string | null;
}

export interface HttpClient {
  /** Never rejects. */
  request(call: HttpRequest): Promise<HttpResult>;
  /** Waits for requests in flight. Later requests are `unsent`. */
  close(): Promise<void>;
}

/** As sent and received. May contain personal data. */
export interface Exchange {
  readonly orderId: string | null;
  readonly method: string;
  /** With the query. */
  readonly path: string;
  /** Null without a body. Headers are not recorded: they carry credentials. */
  readonly requestBody: string | null;
  /** Null when no complete response was received. */
  readonly statusCode: number | null;
  readonly responseBody: Buffer | null;
  /** An error code; null with a response. */
  readonly reason: string | null;
  readonly startedAt: Date;
  readonly durationMs: number;
}

/** Must neither throw nor wait. */
export type Recorder = (exchange: Exchange) => void;

export interface HttpClientOptions {
  /** May have a path. */
  readonly url: string;
  /** A request's own headers have precedence. */
  readonly authorization?: string;
  /** For every request; its own headers have precedence. */
  readonly headers?: Readonly<Record<string, string>>;
  /** With a reason, such as a key of the other mode, every request is `unsent`. Default null. */
  readonly unsentReason?: string | null;
  /** For connection, request and response together. Default 10 s. */
  readonly timeoutMs?: number;
  /** Limits a response, unless a request has its own limit. Default 64 KiB. */
  readonly answerBytesMax?: number;
  /** PEM. */
  readonly tls?: { readonly cert: string; readonly key: string };
  /**
   * Calls public addresses over https only (platform/network/public-address.ts); every other
   * request is `unsent` with the reason `forbidden_address`. Default false.
   */
  readonly publicOnly?: boolean | undefined;
  readonly record?: Recorder;
}

const connectionsMax = 32;
/** Limits the requests in flight, including those queued for a connection. */
const openMax = 256;
const connectTimeoutMs = 5_000;

/** HTTP Basic authentication. */
export const basicAuthorization = (user: string, password = ''): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

/** For one base URL. Redirects are not followed. */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  const { url, timeoutMs = 10_000, tls, record, publicOnly = false } = options;
  const isForbidden = publicOnly && !isPublicTarget(url);
  const unsentReason = options.unsentReason ?? (isForbidden ? FORBIDDEN : null);
  const { origin, pathname } = new URL(url);
  const base = pathname.replace(/\/+$/, '');
  const agent = new Agent({
    connect: {
      timeout: connectTimeoutMs,
      ...(publicOnly ? { lookup: pinnedLookup(resolvePublic) } : {}),
      ...tls,
    },
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
    async request(call) {
      if (unsentReason !== null) return { kind: 'unsent', reason: unsentReason };
      if (closed) return { kind: 'unsent', reason: 'closed' };
      const request = wireForm(call, { origin, base }, options);
      // A request that timed out stays in undici's queue until undici tries to connect for it.
      if (open >= openMax) return { kind: 'unsent', reason: 'busy' };
      open += 1;
      const startedAt = new Date();
      const answerBytesMax = call.answerBytesMax ?? options.answerBytesMax ?? 64 * 1024;
      const result = requestOnce(agent, request, { timeoutMs, answerBytesMax }, () => (open -= 1));
      inFlight.add(result);
      void result.then((ended) => record?.(exchangeOf(call.orderId, request, ended, startedAt)));
      return result.finally(() => inFlight.delete(result));
    },
    async close() {
      closed = true;
      await Promise.all(inFlight);
      await agent.destroy();
    },
  };
}

function wireForm(
  { method, path, headers, body, form }: HttpRequest,
  { origin, base }: { origin: string; base: string },
  { authorization, headers: common }: HttpClientOptions,
): Dispatcher.DispatchOptions & { body: string | null } {
  const type = form === undefined ? 'application/json' : 'application/x-www-form-urlencoded';
  const text = form?.toString() ?? (body === undefined ? null : JSON.stringify(body));
  return {
    origin,
    path: `${base}${path}`,
    method,
    headers: {
      ...(authorization === undefined ? {} : { authorization }),
      accept: 'application/json',
      ...(text === null ? {} : { 'content-type': type }),
      ...common,
      ...headers,
    },
    body: text,
  };
}

function exchangeOf(
  orderId: string | null = null,
  { method, path, body }: Dispatcher.DispatchOptions & { body: string | null },
  result: HttpResult,
  startedAt: Date,
): Exchange {
  const isAnswered = result.kind === 'answered';
  return {
    orderId,
    method,
    path,
    requestBody: body,
    statusCode: isAnswered ? result.statusCode : null,
    responseBody: isAnswered ? result.bytes : null,
    reason: isAnswered ? null : result.reason,
    startedAt,
    durationMs: Date.now() - startedAt.getTime(),
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
  { timeoutMs, answerBytesMax }: { timeoutMs: number; answerBytesMax: number },
  onDone: () => void,
): Promise<HttpResult> {
  return new Promise((resolve) => {
    let controller: Dispatcher.DispatchController | null = null;
    let ended = false;
    let statusCode = 0;
    let clockAheadMs: number | null = null;
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
      onResponseStart(_controller, status, { date }) {
        statusCode = status;
        if (date !== undefined) clockAheadMs = Date.parse(String(date)) - Date.now();
      },
      onResponseData(_controller, chunk) {
        bytes += chunk.length;
        if (bytes > answerBytesMax) fail('answer_too_large');
        else chunks.push(chunk);
      },
      onResponseEnd() {
        onDone();
        const all = Buffer.concat(chunks);
        const body = parse(all);
        if (!ended) end({ kind: 'answered', statusCode, body, bytes: all, clockAheadMs });
      },
      onResponseError(_controller, error) {
        onDone();
        fail(errorCodeOf(error));
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

const FORBIDDEN = 'forbidden_address';

/** Checked again at each connection, which is made to the checked addresses only. */
const resolvePublic = createResolver({ allowPrivate: false });

function isPublicTarget(url: string): boolean {
  try {
    return parseTarget(url, false).protocol === 'https:';
  } catch (error) {
    if (error instanceof UnsafeTarget) return false;
    throw error;
  }
}

/**
 * As ECONNREFUSED. An error's message could quote the request. A name without an address and one
 * with a private address have the same code, so that a test of an account reveals no internal
 * address.
 */
function errorCodeOf(error: unknown): string {
  if (error instanceof UnsafeTarget || error instanceof UnresolvedHost) return FORBIDDEN;
  if (!types.isNativeError(error)) return 'failed';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
