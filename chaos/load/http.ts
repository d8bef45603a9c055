import { setTimeout as pause } from 'node:timers/promises';

export interface HttpRequest {
  readonly url: string;
  readonly method?: 'GET' | 'POST';
  /** A bearer token, or null. */
  readonly key: string | null;
  readonly idempotencyKey?: string;
  readonly body?: object;
  /** Of a page, in place of a JSON body. */
  readonly form?: FormData | URLSearchParams;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface HttpResponse {
  readonly status: number;
  readonly body: string;
  /** The body, for pictures. */
  readonly bytes: Buffer;
  readonly headers: Headers;
  /** Start of the request, as Date.now(). */
  readonly beganMs: number;
}

/** Long for a running process, short for a paused one. */
const TIMEOUT_MS = 8_000;
const RETRY_FOR_MS = 120_000;
const RETRY_MIN_MS = 100;
const RETRY_MAX_MS = 1_500;

/** One attempt. Null without a response: then its outcome is unknown. */
export async function requestOnce(call: HttpRequest): Promise<HttpResponse | null> {
  const beganMs = Date.now();
  const { url, method = 'POST', key, idempotencyKey, body, form, headers } = call;
  const isJson = method !== 'GET' && form === undefined;
  try {
    const response = await fetch(url, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
        ...(isJson ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(method === 'GET' ? {} : { body: form ?? JSON.stringify(body ?? {}) }),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    return {
      status: response.status,
      body: bytes.toString(),
      bytes,
      headers: response.headers,
      beganMs,
    };
  } catch (error) {
    if (error instanceof TypeError || (error as Error).name === 'TimeoutError') return null;
    throw error;
  }
}

/** Temporarily unavailable: the outcome is as unknown as without a response. */
export const isUnavailable = ({ status }: HttpResponse): boolean => status === 429 || status >= 500;

/** Retries until there is a response, and calls `onResponse` after each attempt. */
export async function requestWithRetry(
  call: HttpRequest,
  onResponse: (answer: HttpResponse | null) => void = () => undefined,
): Promise<HttpResponse> {
  const untilMs = Date.now() + RETRY_FOR_MS;
  let last: HttpResponse | null = null;
  for (let waitMs = RETRY_MIN_MS; ; waitMs = Math.min(waitMs * 2, RETRY_MAX_MS)) {
    const answer = await requestOnce(call);
    onResponse(answer);
    last = answer ?? last;
    if (answer !== null && !isUnavailable(answer)) return answer;
    if (Date.now() > untilMs) throw new NoResponseError(call, last);
    await pause(waitMs);
  }
}

/** The installation did not respond in time. */
export class NoResponseError extends Error {
  constructor({ method = 'POST', url }: HttpRequest, last: HttpResponse | null) {
    const said = last === null ? 'nothing' : `${last.status} ${last.body.slice(0, 200)}`;
    const { pathname } = new URL(url);
    super(`${method} ${pathname}: not answered within ${RETRY_FOR_MS / 1_000} s; last: ${said}`);
    this.name = 'NoAnswer';
  }
}
