import type { IncomingHttpHeaders } from 'node:http';
import type { z } from 'zod';
import type { ProblemCode } from '../domain/problem';
import type { Permission } from '../domain/permission';
import type { OperatorRole } from '../domain/operator';
import type { Role } from '../domain/role';
import type { ApiDeps } from './api-deps';
import type { Auth, Callers } from './middleware/authenticate';
import type { Draw } from './middleware/drawings';
import type { Claim } from './middleware/idempotency';
import type { Reply } from './reply';

/** Families of routes whose errors are HTML pages. */
export type PageFamily = 'page' | 'dashboard' | 'console';

/** The error format of a route. `ops` uses the format of `qr`. */
export type Family = 'qr' | 'bank' | 'callback' | 'ops' | PageFamily;

export const isPageFamily = (family: Family): family is PageFamily =>
  family === 'page' || family === 'dashboard' || family === 'console';

/** All that can be said of an operation without running it: for routes, documents and tests. */
export interface OperationFacts {
  /** Names it in logs, metrics and idempotency keys: never changes. */
  readonly name: string;
  readonly summary: string;
  readonly family: Family;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** As callers are told to write it, with `:id` for a parameter. aliases.ts has the other ways. */
  readonly path: `/${string}`;
  /** The credential that it asks for. */
  readonly auth: Auth;
  /** What a merchant's key must allow: to read for a GET and else to write, unless it is said. */
  readonly permission?: Permission;
  /** The role that a session needs for it, at least. */
  readonly needs?: Role | OperatorRole;
  /** Creates something, which a disabled merchant may not. */
  readonly creates?: boolean;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** The operation parses the body itself; the schema describes it only. Without JSON checks. */
  readonly raw?: boolean;
  /** Everything in the body can be left out, and so can the body. */
  readonly bodyOptional?: boolean;
  /** Takes a multipart form instead of JSON: the operation reads it by itself, when it wants to. */
  readonly form?: boolean;
  /** Takes the fields of a page's form: read by the operation itself, as `form` is. */
  readonly fields?: boolean;
  /** Draws something that takes the processor a while, for whoever has the link. */
  readonly draws?: boolean;
  /** The largest body that is read: 256 KB unless it is said. */
  readonly bodyBytesMax?: number;
  readonly success: Success;
  /** How a caller may write a request: shown in the description, and sent by a test. */
  readonly example?: Example;
  /** Operations that what this one answers with leads to. */
  readonly links?: readonly Link[];
  /** False for what is made for people and browsers: the API's description leaves it out. */
  readonly described?: boolean;
  /** What it is refused with, beyond what follows from the facts above. See errorCodes. */
  readonly errors: readonly ProblemCode[];
}

/** The status of success, and its JSON or the media types of what is not JSON. */
export type Success =
  | {
      readonly status: number;
      readonly schema: z.ZodType;
      /** An answer as a caller may read it, for the description. */
      readonly example?: object;
      /** Other statuses that say the same: a probe reads the status and a person the rest. */
      readonly alsoStatuses?: readonly number[];
    }
  | {
      readonly status: number;
      readonly contentTypes: readonly string[];
      /** Has an ETag: whoever kept the answer can be told that it is still good. */
      readonly revalidates?: boolean;
    };

export interface Example {
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: object;
}

/** Says where in an answer, by JSON pointers, the next operation finds what it asks for. */
export interface Link {
  readonly to: string;
  readonly params?: Readonly<Record<string, `/${string}`>>;
  readonly body?: Readonly<Record<string, `/${string}`>>;
}

/** A request that was let in and read. What the operation does not declare is undefined. */
export interface Request<A extends Auth, P, Q, B> {
  readonly caller: Callers[A];
  readonly params: Parsed<P>;
  readonly query: Parsed<Q>;
  readonly body: Parsed<B>;
  /** The body as received; empty unless `raw` is declared. */
  readonly bytes: Buffer;
  /** Null when the merchant sent no idempotency key. */
  readonly claim: Claim | null;
  readonly headers: IncomingHttpHeaders;
  /** Reads the form. Throws Problem as `readFormBody` does; only where `form` is declared. */
  readForm(): Promise<FormData>;
  /** Reads the fields of a page's form. Throws likewise; only where `fields` is declared. */
  readFields(): Promise<URLSearchParams>;
  /** Draws a QR code in its turn, unless it is kept. Throws Problem `rate_limit_exceeded`. */
  readonly drawCode: Draw;
  /** Where the request came from. */
  readonly address: string;
  /** What was asked for, without the query. */
  readonly path: string;
}

export type Schema = z.ZodType | undefined;
export type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;

export interface Definition<
  A extends Auth,
  P extends Schema,
  Q extends Schema,
  B extends Schema,
> extends OperationFacts {
  readonly auth: A;
  readonly params?: P & z.ZodType;
  readonly query?: Q & z.ZodType;
  readonly body?: B & z.ZodType;
  readonly example?: Example & { readonly body?: B extends z.ZodType ? z.input<B> : undefined };
  respond(deps: ApiDeps, request: Request<A, P, Q, B>): Reply | Promise<Reply>;
}

/** Asks for an `Authorization` header. */
export const takesBearer = ({ auth }: OperationFacts): boolean =>
  auth === 'merchant' || auth === 'callback' || auth === 'provider' || auth === 'operator';

/** Every POST of a merchant takes an idempotency key. */
export const takesKey = ({ method, auth }: OperationFacts): boolean =>
  method === 'POST' && auth === 'merchant';

/** Pages and what belongs to them; they are served under the host of PUBLIC_URL only. */
export const isForBrowsers = ({ family }: OperationFacts): boolean => isPageFamily(family);

/** What a merchant's key must allow. */
export const permissionFor = ({ permission, method }: OperationFacts): Permission =>
  permission ?? (method === 'GET' ? 'read' : 'write');

/** Every code that an operation can answer with. */
export function errorCodes(facts: OperationFacts): ReadonlySet<ProblemCode> {
  const codes: ProblemCode[] = ['internal_error', 'unavailable', ...facts.errors];
  if (facts.auth !== 'none') codes.push('rate_limit_exceeded');
  if (facts.auth === 'session' || facts.auth === 'console') codes.push('signed_out');
  else if (facts.auth !== 'none' && facts.auth !== 'link') codes.push('unauthorized');
  if (facts.auth === 'merchant' && permissionFor(facts) !== 'read') codes.push('permission_denied');
  if (facts.creates === true) codes.push('merchant_disabled');
  if (facts.query !== undefined) codes.push('invalid_parameters');
  if (facts.body !== undefined) {
    codes.push('invalid_json', 'missing_parameter');
  }
  if (facts.fields === true) codes.push('cross_site', 'missing_parameter');
  if (isForBrowsers(facts)) codes.push('misdirected_request');
  if (facts.body !== undefined || facts.form === true || facts.fields === true) {
    codes.push('invalid_request', 'payload_too_large', 'unsupported_media_type');
  }
  if (takesKey(facts)) codes.push('invalid_idempotency_key', 'idempotency_key_reused');
  return new Set(codes);
}
