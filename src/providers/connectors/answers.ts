import { plainFailure } from '../../orders/rules/callback';
import type { Failure } from '../../orders/rules/kinds/definition';
import type { Found, NotSent, Probe } from './connector';
import type { HttpResult } from './http-client';

/** Reasons contain no received text. */
export type Answer<T> =
  | {
      readonly kind: 'ok';
      readonly object: T;
      /** See `HttpResult`. */
      readonly clockAheadMs: number | null;
    }
  | NotSent;

/** The outcome of the request cannot be read from the response. */
export const unreadable = { kind: 'unknown', reason: 'unreadable_answer' } as const;

/** As the provider states it, or else the given code and message. */
export const failureOf = (
  code: string | null | undefined,
  message: string | null | undefined,
  otherwise: Failure,
): Failure => plainFailure({ code: code ?? otherwise.code, message: message ?? otherwise.message });

/** Not sent by the connector, or refused by the upstream without an error. */
export const refused = (code: string, message: string) =>
  ({ kind: 'refused', code, message }) as const;

/** `what`: in the plural, such as `payouts`. */
export const notSupported = (what: string) =>
  refused('not_supported', `The connector does not support ${what}.`);

/** Wrong credentials, wrong URL, or a rate limit. */
const notProcessed: readonly number[] = [401, 403, 405, 415, 429];
/** Final, when the body has the upstream's error form. */
const refusing: readonly number[] = [400, 402, 404, 422];

/**
 * For a request that is carried out at most once. `object` and `refusal` return null for a body of
 * another form; a refusal without the upstream's error form may be the response of a proxy.
 */
export function readAnswer<T>(
  result: HttpResult,
  object: (body: unknown) => T | null,
  refusal: (body: unknown) => Failure | null,
): Answer<T> {
  if (result.kind === 'unsent') return { kind: 'unreachable', reason: result.reason };
  if (result.kind === 'broken') return { kind: 'unknown', reason: result.reason };
  const { statusCode, body, clockAheadMs } = result;
  const reason = `HTTP ${statusCode}`;
  if (statusCode >= 200 && statusCode < 300) {
    const read = object(body);
    return read === null ? unreadable : { kind: 'ok', object: read, clockAheadMs };
  }
  if (notProcessed.includes(statusCode)) return { kind: 'unreachable', reason };
  const failure = refusing.includes(statusCode) ? refusal(body) : null;
  return failure === null ? { kind: 'unknown', reason } : { kind: 'refused', ...failure };
}

/** The only movement of an order. */
export const succeededOnce = (
  transactionId: string | null,
  amountSatang: number,
  movedAt: Date | null = null,
  /** What the provider keeps, with VAT. */
  costSatang?: number,
): Extract<Found, { kind: 'succeeded' }> => ({
  kind: 'succeeded',
  movements: [
    {
      transactionId,
      amountSatang,
      movedAt,
      payer: null,
      ...(costSatang !== undefined && { costSatang }),
    },
  ],
});

/** Wrong credentials, missing rights, or an account of the other mode. */
const rejecting: readonly string[] = [
  'HTTP 401',
  'HTTP 403',
  'key_of_other_mode',
  'host_of_other_mode',
];

export const failedProbe = (reason: string): Probe => ({
  kind: rejecting.includes(reason) ? 'rejected' : 'unreachable',
  reason,
});

/** For a cheap call that needs the credentials. */
export const readProbe = (answer: Answer<unknown>): Probe =>
  answer.kind === 'ok' ? { kind: 'ok' } : failedProbe(unreachable(answer).reason);

export type Unreachable = Extract<Found, { kind: 'unreachable' }>;

/** The failure of a call that changes nothing, by its answer or by a reason for logs. */
export function unreachable(failed: NotSent | string): Unreachable {
  if (typeof failed === 'string') return { kind: 'unreachable', reason: failed };
  const reason = failed.kind === 'refused' ? failed.code : failed.reason;
  return { kind: 'unreachable', reason };
}
