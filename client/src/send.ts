import { checkCredential, checkIdempotencyKey, checkLimits, readBaseUrl } from './options';
import type { RequestAttempt, ResponseAttempt } from './attempt';
import { noteRequestId, requestIdOf } from './request-id';
import { retryDelayMs } from './retry';
import { sign } from './sign';
import { SaphanError, connectionError, errorFromResponse } from './saphan-error';
import { VERSION } from './version';

export interface SaphanOptions {
  /** An API key, `sk_…`. It may allow payouts: keep it on your server. */
  readonly apiKey: string;
  /** The signing secret of the key, `sign_…`, if the key requires signed payouts. */
  readonly signingSecret?: string | undefined;
  /** The gateway's URL. Required with a live key. Default: `http://localhost:8080`. */
  readonly baseUrl?: string | undefined;
  /** Replaces the global `fetch`, for a proxy or for tests. */
  readonly fetch?: typeof fetch | undefined;
  /** The timeout of each attempt. Default: 30 s. */
  readonly timeoutMs?: number | undefined;
  /** The maximum number of retries. Default: 3. */
  readonly retriesMax?: number | undefined;
  /** Called before each attempt, for logs and metrics. */
  readonly onRequest?: ((attempt: RequestAttempt) => void) | undefined;
  /** Called after each attempt, also after one without a response. */
  readonly onResponse?: ((attempt: ResponseAttempt) => void) | undefined;
}

/** The last argument of every operation. */
export interface CallOptions {
  /**
   * For a POST: 1 to 255 characters, random by default. Requests with the same key create one
   * object within 24 hours. Derive the key from your order to be safe when your process restarts.
   */
  readonly idempotencyKey?: string | undefined;
  /** As in SaphanOptions, for this call. */
  readonly timeoutMs?: number | undefined;
  readonly retriesMax?: number | undefined;
  /** Aborts the call, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

export interface Outgoing {
  readonly method: string;
  /** Includes the query string. */
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>> | null;
  readonly options: CallOptions;
}

/** Sends a request with retries. Returns the response's JSON. Rejects with SaphanError. */
export type Send = (outgoing: Outgoing) => Promise<unknown>;

/** Throws TypeError for an option that no request could be sent with. */
export function createSend(options: SaphanOptions): Send {
  const { apiKey, signingSecret, timeoutMs = 30_000, retriesMax = 3 } = options;
  const defaults = { timeoutMs, retriesMax };
  checkCredential('apiKey', apiKey);
  if (signingSecret !== undefined) checkCredential('signingSecret', signingSecret);
  checkLimits(defaults);
  const call = options.fetch ?? fetch;
  const baseUrl = readBaseUrl(options.baseUrl, apiKey);

  async function attempt(outgoing: Outgoing, headers: Headers): Promise<object> {
    const { signal: given, timeoutMs } = limitsOf(outgoing.options, defaults);
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = given === undefined ? timeout : AbortSignal.any([given, timeout]);
    const text = outgoing.body === null ? null : JSON.stringify(outgoing.body);
    const body = text === null ? {} : { body: text };
    const url = `${baseUrl}${outgoing.path}`;
    if (signingSecret !== undefined && outgoing.method === 'POST') {
      const request = { method: 'POST', url, body: text ?? '', headers };
      headers.set('saphan-signature', await sign(signingSecret, request, Date.now()));
    }
    let response: Response;
    let received: string;
    try {
      // The gateway never redirects. Following a redirect would leak the API key.
      const init = {
        method: outgoing.method,
        headers,
        signal,
        redirect: 'manual',
        ...body,
      } as const;
      response = await call(url, init);
      received = await response.text();
    } catch (error) {
      given?.throwIfAborted();
      throw connectionError(error, timeoutMs);
    }
    const answer = parse(received);
    if (!response.ok || answer === null) throw errorFromResponse(response, answer, Date.now());
    noteRequestId(answer, response.headers.get('x-request-id'));
    return answer;
  }

  return async function send(outgoing) {
    // All attempts have the same idempotency key: a retry returns the object of the first one.
    const { retriesMax } = limitsOf(outgoing.options, defaults);
    const headers = headersOf(outgoing, apiKey);
    for (let retried = 0; ; retried++) {
      const ended = announce(options, outgoing, headers, retried + 1);
      try {
        const answer = await attempt(outgoing, headers);
        ended({ status: 200, requestId: requestIdOf(answer), error: null, retryInMs: null });
        return answer;
      } catch (error) {
        if (!(error instanceof SaphanError)) throw error;
        const { status, requestId } = error;
        const delayMs = retryDelayMs(error, { retried, retriesMax, chance: Math.random() });
        ended({ status, requestId, error, retryInMs: delayMs });
        if (delayMs === null) throw error;
        await pause(delayMs, outgoing.options.signal);
      }
    }
  };
}

/** Calls the hook before an attempt. Returns a function that calls the hook after it. */
function announce(
  { onRequest, onResponse }: Pick<SaphanOptions, 'onRequest' | 'onResponse'>,
  { method, path }: Outgoing,
  headers: Headers,
  attempt: number,
) {
  const about = { method, path, attempt, idempotencyKey: headers.get('idempotency-key') };
  onRequest?.(about);
  const beganAtMs = performance.now();
  return (outcome: Omit<ResponseAttempt, 'durationMs' | keyof RequestAttempt>): void =>
    onResponse?.({ ...about, ...outcome, durationMs: performance.now() - beganAtMs });
}

/** The options of a call, with the defaults of the client. Throws TypeError for an invalid one. */
function limitsOf(
  given: CallOptions,
  defaults: { readonly timeoutMs: number; readonly retriesMax: number },
) {
  const limits = {
    timeoutMs: given.timeoutMs ?? defaults.timeoutMs,
    retriesMax: given.retriesMax ?? defaults.retriesMax,
  };
  checkLimits(limits);
  return { signal: given.signal, ...limits };
}

function headersOf({ method, body, options }: Outgoing, apiKey: string): Headers {
  checkIdempotencyKey(options.idempotencyKey);
  const headers = new Headers({
    authorization: `Bearer ${apiKey}`,
    accept: 'application/json',
    'user-agent': `saphan-node/${VERSION}`,
  });
  if (body !== null) headers.set('content-type', 'application/json');
  if (method === 'POST') {
    // The body of a QR code may have the key instead, of characters that no header can have.
    const isInBody = typeof body?.['idempotency_key'] === 'string';
    const key = options.idempotencyKey ?? (isInBody ? null : crypto.randomUUID());
    if (key !== null) headers.set('idempotency-key', key);
  }
  return headers;
}

/** Null when the text is no JSON object: every operation returns one. */
function parse(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

function pause(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, delayMs);
    if (signal?.aborted === true) end();
    else signal?.addEventListener('abort', end, { once: true });
  });
}
