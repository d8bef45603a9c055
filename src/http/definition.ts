import type { IncomingHttpHeaders } from 'node:http';
import type { z } from 'zod';
import type { ProblemCode } from '../kernel/rules/problem';
import type { Permission } from '../kernel/rules/permission';
import type { OperatorRole } from '../people/rules/operator';
import type { Role } from '../kernel/rules/role';
import type { StepUp } from '../people/rules/second-factor';
import type { ApiDeps } from './api-deps';
import type { Auth, Callers } from './middleware/authenticate';
import type { Draw } from './middleware/drawings';
import type { Claim } from './middleware/idempotency';
import type { Reply } from './reply';

/** Families whose errors are HTML pages. */
export type PageFamily = 'page' | 'dashboard' | 'console';

/** Determines the error format. `ops` uses that of `qr`. */
export type Family = 'qr' | 'bank' | 'callback' | 'ops' | PageFamily;

export const isPageFamily = (family: Family): family is PageFamily =>
  family === 'page' || family === 'dashboard' || family === 'console';

/** Routes, the API's description and tests are derived from these facts. */
export interface OperationFacts {
  /** Identifies the operation in logs, metrics and idempotency keys. Never changes. */
  readonly name: string;
  readonly summary: string;
  readonly family: Family;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Canonical, with `:id` for a parameter. aliases.ts lists alternatives. */
  readonly path: `/${string}`;
  readonly auth: Auth;
  /** Required of an API key. Every operation of a merchant declares one. */
  readonly permission?: Permission;
  /** Minimum role of the session's user. */
  readonly needs?: Role | OperatorRole;
  /** The act of the registry that the form does. */
  readonly act?: string;
  /** Asks the session's user for a second factor; absent: never. */
  readonly stepUp?: StepUp;
  /** Pays out: a key with a signing secret must sign the request. */
  readonly paysOut?: boolean;
  /** Creates an object, which a disabled merchant may not. */
  readonly creates?: boolean;
  /** Creates an order that counts against the merchant's quota of pending ones. */
  readonly opensOrder?: boolean;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /**
   * The operation parses the body itself, without JSON checks. The schema is documentation only.
   */
  readonly raw?: boolean;
  /** All fields of the body are optional, and so is the body. */
  readonly bodyOptional?: boolean;
  /** A multipart body, which the operation reads with `readForm`. */
  readonly form?: boolean;
  readonly fields?: boolean;
  /** Renders an image for anyone who has the link. Limited by address. */
  readonly draws?: boolean;
  /** In bytes. Default: 256 KiB. */
  readonly bodyBytesMax?: number;
  readonly success: Success;
  /** Part of the API's description; a test sends it. */
  readonly example?: Example;
  /** Operations that take values of this operation's response as parameters. */
  readonly links?: readonly Link[];
  /** False for operations that serve browsers: the API's description omits them. */
  readonly described?: boolean;
  /** In addition to those that `errorCodes` derives from the other facts. */
  readonly errors: readonly ProblemCode[];
}

/** JSON has a schema; other content has media types. */
export type Success =
  | {
      readonly status: number;
      readonly schema: z.ZodType;
      readonly example?: object;
      /** Other statuses with the same body, such as 503 of a health check. */
      readonly alsoStatuses?: readonly number[];
    }
  | {
      readonly status: number;
      readonly contentTypes: readonly string[];
      /** The response has an ETag, and a matching `If-None-Match` is answered 304. */
      readonly revalidates?: boolean;
    };

export interface Example {
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: object;
}

/** Maps values of a response, by JSON pointer, to the parameters of another operation. */
export interface Link {
  readonly to: string;
  readonly params?: Readonly<Record<string, `/${string}`>>;
  readonly body?: Readonly<Record<string, `/${string}`>>;
}

/** Authenticated, authorized and validated. A part without a schema is undefined. */
export interface Request<A extends Auth, P, Q, B> {
  readonly caller: Callers[A];
  /**
   * Authorizes the request again after a slow call, and returns the caller as it is then. Does
   * nothing within a second. Throws Problem when the caller has lost its access.
   */
  readonly stillAuthorized: () => Promise<Callers[A]>;
  readonly params: Parsed<P>;
  readonly query: Parsed<Q>;
  readonly body: Parsed<B>;
  /** As received. Empty unless `raw` is declared. */
  readonly bytes: Buffer;
  /** Null when the merchant sent no idempotency key. */
  readonly claim: Claim | null;
  readonly headers: IncomingHttpHeaders;
  /** Throws Problem as `readFormBody` does. Requires `form`. */
  readForm(): Promise<FormData>;
  /** Empty unless `fields` is declared. */
  readonly fields: URLSearchParams;
  /** Cached. Throws Problem `rate_limit_exceeded`. */
  readonly drawCode: Draw;
  readonly address: string;
  /** As requested, without the query. */
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
  /** The response to the request that created the order; null when it got none and never will. */
  replay?(deps: ApiDeps, orderId: string): Promise<Reply | null>;
}

/** Makes the permission required for operations that API keys call. */
export type Permitted<A extends Auth> = A extends 'merchant' | 'callback'
  ? { readonly permission: Permission }
  : unknown;

export const takesBearer = ({ auth }: OperationFacts): boolean =>
  auth === 'merchant' || auth === 'callback' || auth === 'provider' || auth === 'operator';

/** Every POST of a merchant accepts an idempotency key. */
export const takesKey = ({ method, auth }: OperationFacts): boolean =>
  method === 'POST' && auth === 'merchant';

/** Pages and their assets are served under the host of PUBLIC_URL only. */
export const isForBrowsers = ({ family }: OperationFacts): boolean => isPageFamily(family);

/** The operation's own codes and those that its facts imply. */
export function errorCodes(facts: OperationFacts): ReadonlySet<ProblemCode> {
  const codes: ProblemCode[] = ['internal_error', 'unavailable', ...facts.errors];
  if (facts.auth !== 'none') codes.push('rate_limit_exceeded');
  if (facts.auth === 'session' || facts.auth === 'console') codes.push('signed_out');
  else if (facts.auth !== 'none' && facts.auth !== 'link') codes.push('unauthorized');
  if (facts.auth === 'account') codes.push('not_found');
  if (facts.permission !== undefined) codes.push('permission_denied');
  if (facts.paysOut === true) codes.push('invalid_signature');
  if (facts.creates === true) codes.push('merchant_disabled');
  if (facts.opensOrder === true) codes.push('open_orders_exceeded');
  if (facts.query !== undefined || facts.auth === 'merchant') codes.push('invalid_parameters');
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
