import { setTimeout as pause } from 'node:timers/promises';

/** A request as it goes over the wire. */
export interface Call {
  readonly url: string;
  readonly method?: 'GET' | 'POST';
  /** A bearer key; null: none is sent. */
  readonly key: string | null;
  readonly idempotencyKey?: string;
  readonly body?: object;
}

export interface Answer {
  readonly status: number;
  readonly body: string;
  /** When it was asked for, by the clock of Date.now. */
  readonly beganMs: number;
}

/** Long for one that works, short for one that is paused. */
const TIMEOUT_MS = 8_000;
const INSIST_FOR_MS = 120_000;
const AGAIN_MIN_MS = 100;
const AGAIN_MAX_MS = 1_500;

/**
 * One attempt. Null when it ends without an answer, as when a connection breaks: then nobody knows
 * whether it was heard.
 */
export async function callOnce(call: Call): Promise<Answer | null> {
  const beganMs = Date.now();
  const { url, method = 'POST', key, idempotencyKey, body } = call;
  try {
    const response = await fetch(url, {
      method,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
        ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
      },
      ...(method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }),
    });
    return { status: response.status, body: await response.text(), beganMs };
  } catch (error) {
    if (error instanceof TypeError || (error as Error).name === 'TimeoutError') return null;
    throw error;
  }
}

/** The server cannot now: what came of the request is as unknown as in silence. */
export const isAway = ({ status }: Answer): boolean => status === 429 || status >= 500;

/** Somebody who asks until there is an answer; `heard` is told of each attempt. */
export async function insist(
  call: Call,
  heard: (answer: Answer | null) => void = () => undefined,
): Promise<Answer> {
  const untilMs = Date.now() + INSIST_FOR_MS;
  let last: Answer | null = null;
  for (let waitMs = AGAIN_MIN_MS; ; waitMs = Math.min(waitMs * 2, AGAIN_MAX_MS)) {
    const answer = await callOnce(call);
    heard(answer);
    last = answer ?? last;
    if (answer !== null && !isAway(answer)) return answer;
    if (Date.now() > untilMs) throw new NoAnswer(call, last);
    await pause(waitMs);
  }
}

/** An installation that does not come back. */
export class NoAnswer extends Error {
  constructor({ method = 'POST', url }: Call, last: Answer | null) {
    const said = last === null ? 'nothing' : `${last.status} ${last.body.slice(0, 200)}`;
    const { pathname } = new URL(url);
    super(`${method} ${pathname}: not answered within ${INSIST_FOR_MS / 1_000} s; last: ${said}`);
    this.name = 'NoAnswer';
  }
}
