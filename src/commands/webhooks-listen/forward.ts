import type { IncomingHttpHeaders } from 'node:http';

/** The same as the gateway's timeout of an attempt. */
const TIMEOUT_MS = 15_000;

/** Headers of one connection (hop-by-hop), which are not forwarded. */
const ofConnection = new Set([
  'host',
  'connection',
  'keep-alive',
  'content-length',
  'transfer-encoding',
  'expect',
]);

export interface Forwarded {
  /** The response was 2xx. */
  readonly ok: boolean;
  /** The HTTP status, or why there is no response. */
  readonly outcome: string;
}

export type Forward = (headers: IncomingHttpHeaders, body: Buffer) => Promise<Forwarded>;

/** Forwards requests unchanged, so that the receiver can verify the signature. Never rejects. */
export function createForward(url: string): Forward {
  return async (headers, body) => {
    const sent = Object.entries(headers).flatMap(([name, value]) =>
      typeof value === 'string' && !ofConnection.has(name) ? [[name, value] as const] : [],
    );
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: Object.fromEntries(sent),
        body: new Uint8Array(body),
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await response.body?.cancel();
      return { ok: response.ok, outcome: String(response.status) };
    } catch (error) {
      return { ok: false, outcome: `no answer (${reasonOf(error)})` };
    }
  };
}

/** The message of a fetch error is "fetch failed"; its cause has the reason. */
function reasonOf(error: unknown): string {
  const { cause } = error as { readonly cause?: { readonly code?: unknown } };
  if (typeof cause?.code === 'string') return cause.code;
  return error instanceof Error ? error.message : String(error);
}
