import { answerText, noAnswer, type Answer } from './answer';
import { readFault, type Fault } from './fault';
import { parseTarget } from '../../platform/network/public-address';
import { createResolver, type ResolveHost } from '../../platform/network/resolver';
import { createTransport } from './transport';

export interface SenderOptions {
  /** For a sandbox: http, any port and any address. */
  readonly allowPrivate: boolean;
  /** Must return permitted addresses only: they are not checked again. */
  readonly resolve?: ResolveHost;
  readonly connectTimeoutMs?: number;
  /** PEM certificates to trust instead of the public authorities. */
  readonly ca?: string;
}

export interface Attempt {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The signed JSON. */
  readonly body: string;
  /** For the whole attempt: DNS, connection, request and response. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

export interface AttemptResult {
  /** A 2xx status whose body ended, or reached 64 KB, in time. */
  readonly ok: boolean;
  /** Also set when reading the body failed. */
  readonly statusCode: number | null;
  readonly durationMs: number;
  /** Null if and only if `ok`. */
  readonly error: Fault | 'http_status' | null;
  /** At most 1 KB of text; null without a response and for an encoded one. */
  readonly answer: string | null;
  readonly retryAfterMs: number | null;
}

export interface Sender {
  /**
   * Makes one attempt. Every failure of the receiver is a result. Throws for a bug of the gateway,
   * and the signal's reason when the caller aborts.
   */
  send(attempt: Attempt): Promise<AttemptResult>;
  /** Rejects further attempts and waits for those in progress. */
  close(): Promise<void>;
}

export function createSender(options: SenderOptions): Sender {
  const { allowPrivate, connectTimeoutMs = 5000, ca } = options;
  const resolve = options.resolve ?? createResolver({ allowPrivate });
  const trust = ca === undefined ? {} : { ca };
  const transport = createTransport({ resolve, connectTimeoutMs, ...trust });
  const inFlight = new Set<Promise<AttemptResult>>();
  let closed = false;

  async function attemptOnce(attempt: Attempt): Promise<AttemptResult> {
    const { url, headers, body, timeoutMs, signal } = attempt;
    signal?.throwIfAborted();
    const startedAtMs = performance.now();
    const deadline = startDeadline(timeoutMs, signal);
    const answer = noAnswer();
    let fault: Fault | null = null;
    try {
      const target = parseTarget(url, allowPrivate);
      const post = { headers, body, signal: deadline.signal };
      await untilAborted(deadline.signal, transport.deliver(target, post, answer));
    } catch (thrown) {
      signal?.throwIfAborted();
      fault = deadline.signal.aborted ? 'timeout' : readFault(thrown);
      if (fault === null) throw thrown;
    } finally {
      deadline.clear();
    }
    return resultOf(answer, fault, Math.round(performance.now() - startedAtMs));
  }

  return {
    async send(attempt) {
      if (closed) throw new Error('the sender is closed');
      const sent = attemptOnce(attempt);
      inFlight.add(sent);
      try {
        return await sent;
      } finally {
        inFlight.delete(sent);
      }
    },
    async close() {
      closed = true;
      await Promise.allSettled(inFlight);
      await transport.destroy();
    },
  };
}

function resultOf(answer: Answer, fault: Fault | null, durationMs: number): AttemptResult {
  const { statusCode, retryAfterMs } = answer;
  const accepted = statusCode !== null && statusCode >= 200 && statusCode < 300;
  const error = fault ?? (accepted ? null : 'http_status');
  const text = answerText(answer);
  return { ok: error === null, statusCode, durationMs, error, answer: text, retryAfterMs };
}

/** Aborts after `timeoutMs` or with the caller. `clear` releases the timer and the listener. */
function startDeadline(timeoutMs: number, caller: AbortSignal | undefined) {
  const controller = new AbortController();
  const abort = () => controller.abort(caller?.reason);
  const timer = setTimeout(() => controller.abort(), timeoutMs);
  caller?.addEventListener('abort', abort, { once: true });
  return {
    signal: controller.signal,
    clear() {
      clearTimeout(timer);
      caller?.removeEventListener('abort', abort);
    },
  };
}

/** Rejects at the abort without waiting for undici, which ignores it while it opens a socket. */
function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new Error('the deadline has passed'));
    signal.addEventListener('abort', giveUp, { once: true });
    work.then(resolve, reject);
  });
}
