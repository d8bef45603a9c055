import type { Readable } from 'node:stream';
import type { Problem } from '../kernel/rules/problem';

/** Handlers return it and have no access to Koa. */
export interface Reply {
  readonly status: number;
  /** A stream is sent with back-pressure and destroyed when the connection closes. */
  readonly body: string | Buffer | Readable;
  /** Default: JSON. */
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookies?: readonly string[];
  /** Whether this is the response to an earlier request with the same idempotency key. */
  readonly replayed?: boolean;
  /** Why the form was refused, when the response shows it again. */
  readonly refusal?: FormRefusal;
}

export interface FormRefusal {
  readonly problem: Problem;
  /** As entered by an anonymous visitor. */
  readonly email: string | null;
}

export function json(status: number, value: unknown): Reply {
  return { status, body: JSON.stringify(value) };
}
