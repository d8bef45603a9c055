import { answerText, noAnswer } from './answer';
import type { Answer } from './answer';
import { readFault } from './fault';
import type { Fault } from './fault';
import { parseTarget } from './public-address';
import { createResolver } from './resolver';
import type { ResolveHost } from './resolver';
import { createTransport } from './transport';

export interface SenderOptions {
  /** For a sandbox: http, any port and any address. */
  readonly allowPrivate: boolean;
  /** It is trusted to give only addresses that may be connected to. */
  readonly resolve?: ResolveHost;
  readonly connectTimeoutMs?: number;
  /** PEM certificates to trust instead of the public authorities. */
  readonly ca?: string;
}

export interface Attempt {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON, as it was signed. */
  readonly body: string;
  /** For all of it: name, connection, request and answer. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

export interface AttemptResult {
  /** Any 2xx whose body ended, or reached 64 KB, in time. */
  readonly ok: boolean;
  /** Also there when the body then failed. */
  readonly statusCode: number | null;
  readonly durationMs: number;
  /** Null if and only if `ok`. */
  readonly error: Fault | 'http_status' | null;
  /** At most 1 KB of text; null when there was no answer, or one that is encoded. */
  readonly answer: string | null;
  readonly retryAfterMs: number | null;
}

export interface Sender {
  /**
   * Makes one attempt. All that a receiver can do wrong is in the result; it throws for a mistake
   * of ours, and the signal's reason when the caller aborts.
   */
  send(attempt: Attempt): Promise<AttemptResult>;
  /** Takes no more attempts and waits for those under way. */
  close(): Promise<void>;
}

export function createSender(options: SenderOptions): Sender {
  const { allowPrivate, connectTimeoutMs = 5000, ca } = options;
  const resolve = options.resolve ?? createResolver({ allowPrivate });
  const trust = ca === undefined ? {} : { ca };
  const transport = createTransport({ resolve, connectTimeoutMs, ...trust });
  const underWay = new Set<Promise<AttemptResult>>();
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
      underWay.add(sent);
      try {
        return await sent;
      } finally {
        underWay.delete(sent);
      }
    },
    async close() {
      closed = true;
      await Promise.allSettled(underWay);
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

/** Aborts after `timeoutMs`, or when the caller does. Once cleared, it holds on to neither. */
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

/** undici does not hear an abort while a socket is being opened, so it is not waited for. */
function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new Error('the deadline has passed'));
    signal.addEventListener('abort', giveUp, { once: true });
    work.then(resolve, reject);
  });
}
