import { retryDelayMs } from './retry';
import { SaphanError, refusalIn, silence } from './saphan-error';

export interface SaphanOptions {
  /** A merchant's key, `sk_…`. It can pay out money: keep it on your server. */
  readonly apiKey: string;
  /** Where the gateway is; `http://localhost:8080`, as `npm start` has it, unless it is given. */
  readonly baseUrl?: string | undefined;
  /** Instead of the global one: for a proxy, or for tests. */
  readonly fetch?: typeof fetch | undefined;
  /** For each attempt: 30 s unless it is given. */
  readonly timeoutMs?: number | undefined;
  /** How often a request is sent again: 3 times unless it is given, 0 for never. */
  readonly retriesMax?: number | undefined;
}

/** What every operation takes as its last argument. */
export interface CallOptions {
  /**
   * Of a POST, 1 to 255 characters: under the same key nothing is created twice, for a day. Give
   * one that your own order has, to be safe when your process dies; it is random unless given.
   */
  readonly idempotencyKey?: string | undefined;
  /** Ends the call: it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

export interface Outgoing {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>> | null;
  readonly options: CallOptions;
}

/** Sends a request until it is answered for good. The answer's JSON. Rejects with SaphanError. */
export type Send = (outgoing: Outgoing) => Promise<unknown>;

export function createSend(given: SaphanOptions): Send {
  const { apiKey, timeoutMs = 30_000, retriesMax = 3 } = given;
  const call = given.fetch ?? fetch;
  const baseUrl = new URL(given.baseUrl ?? 'http://localhost:8080').href.replace(/\/+$/, '');

  async function attempt(outgoing: Outgoing, headers: Headers): Promise<unknown> {
    const { signal: given } = outgoing.options;
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = given === undefined ? timeout : AbortSignal.any([given, timeout]);
    const body = outgoing.body === null ? {} : { body: JSON.stringify(outgoing.body) };
    let response: Response;
    let text: string;
    try {
      // A redirect is no answer of the gateway, and not to be followed with a key in hand.
      const init = {
        method: outgoing.method,
        headers,
        signal,
        redirect: 'manual',
        ...body,
      } as const;
      response = await call(`${baseUrl}${outgoing.path}`, init);
      text = await response.text();
    } catch (error) {
      given?.throwIfAborted();
      throw silence(error, timeoutMs);
    }
    const answer = parse(text);
    if (!response.ok || answer === null) throw refusalIn(response, answer, Date.now());
    return answer;
  }

  return async function send(outgoing) {
    // The same for every attempt: what the first one created, the others are told of.
    const headers = headersOf(outgoing, apiKey);
    for (let retried = 0; ; retried++) {
      try {
        return await attempt(outgoing, headers);
      } catch (error) {
        if (!(error instanceof SaphanError)) throw error;
        const delayMs = retryDelayMs(error, { retried, retriesMax, chance: Math.random() });
        if (delayMs === null) throw error;
        await pause(delayMs, outgoing.options.signal);
      }
    }
  };
}

function headersOf({ method, body, options }: Outgoing, apiKey: string): Headers {
  const headers = new Headers({ authorization: `Bearer ${apiKey}`, accept: 'application/json' });
  if (body !== null) headers.set('content-type', 'application/json');
  if (method === 'POST') {
    // A QR code's body may carry the key as well, and the two must be the same.
    const inBody = body?.['idempotency_key'];
    const given = options.idempotencyKey ?? (typeof inBody === 'string' ? inBody : undefined);
    headers.set('idempotency-key', given ?? crypto.randomUUID());
  }
  return headers;
}

/** Null for what is no JSON: no operation answers null. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
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
