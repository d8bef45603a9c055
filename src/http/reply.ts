import type { Readable } from 'node:stream';
import type { Problem } from '../domain/problem';

/** What an operation answers with. A handler returns one and never sees Koa. */
export interface Reply {
  readonly status: number;
  /** A stream is sent as fast as it is taken, and ended with the connection. */
  readonly body: string | Buffer | Readable;
  /** JSON when it is not said. */
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Each is sent as a `Set-Cookie` header of its own. */
  readonly cookies?: readonly string[];
  /** The answer of an earlier request with the same idempotency key. */
  readonly replayed?: boolean;
  /** Why a form was refused, when the answer is its page again. */
  readonly refusal?: FormRefusal;
}

export interface FormRefusal {
  readonly problem: Problem;
  /** The e-mail address in a form that nobody has signed in for. */
  readonly email: string | null;
}

export function json(status: number, value: unknown): Reply {
  return { status, body: JSON.stringify(value) };
}
