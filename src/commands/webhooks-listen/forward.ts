import type { IncomingHttpHeaders } from 'node:http';

/** As long as the gateway itself waits for an answer. */
const TIMEOUT_MS = 15_000;

/** Of one connection only: the next has its own. */
const ofConnection = new Set([
  'host',
  'connection',
  'keep-alive',
  'content-length',
  'transfer-encoding',
  'expect',
]);

export interface Forwarded {
  /** Whether it was answered by a 2xx. */
  readonly ok: boolean;
  /** The status, or why there is none. */
  readonly outcome: string;
}

export type Forward = (headers: IncomingHttpHeaders, body: Buffer) => Promise<Forwarded>;

/** Sends webhooks on as they came, so that the receiver can verify them itself. Never rejects. */
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

/** Of fetch, whose own message says nothing. */
function reasonOf(error: unknown): string {
  const { cause } = error as { readonly cause?: { readonly code?: unknown } };
  if (typeof cause?.code === 'string') return cause.code;
  return error instanceof Error ? error.message : String(error);
}
