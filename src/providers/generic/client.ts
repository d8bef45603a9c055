import { z } from 'zod';
import { plainFailure, readStatus } from '../../domain/callback';
import { decimalBahtToSatang, satangToBaht } from '../../domain/money';
import { MOVEMENT_MAX_SATANG } from '../../domain/movement';
import { createHttpClient } from '../http-client';
import type { HttpResult, HttpClientOptions } from '../http-client';
import type { Failure } from '../../domain/orders/definition';
import type { Found, ProviderClient, ProviderRequest, RequestKind, Sent } from '../connector';

/**
 * The requests of the generic contract: JSON under a bearer key. Amounts are baht with at most two
 * decimals, and the order id is the reference under which the provider pays once.
 *
 * - `POST /payouts` `{orderId, amount, currency, bankCode, bankName, accountNumber, accountName}`,
 *   `POST /refunds` `{orderId, amount, currency, paymentId, account: {…the same…} | null}`,
 *   `POST /charges` `{orderId, amount, currency, token}` → 2xx `{orderId, status: 'processing'}`;
 *   409 `duplicate_reference` when it had been taken; 400, 402, 404 or 422
 *   `{error: {code, message}}` when it is refused for good.
 * - `GET /payouts/{orderId}` and the like → 200 `{orderId, status: 'processing' | 'success' |
 *   'failed', amount, currency?, transactionId?, failure?: {code, message}}`, or 404
 *   `payout_not_found`, `refund_not_found`, `charge_not_found`.
 */
export function createGenericClient(options: HttpClientOptions): ProviderClient {
  const http = createHttpClient(options);
  return {
    async send(request) {
      const { kind, orderId } = request;
      const call = { method: 'POST', path: paths[kind], body: wireRequest(request) } as const;
      return readSent(orderId, await http.request(call));
    },
    async find(kind, orderId) {
      const path = `${paths[kind]}/${encodeURIComponent(orderId)}`;
      return readFound(kind, orderId, await http.request({ method: 'GET', path }));
    },
    close: () => http.close(),
  };
}

const paths: Readonly<Record<RequestKind, string>> = {
  payout: '/payouts',
  refund: '/refunds',
  charge: '/charges',
};

/** Final when the body has the contract's error form. */
const refusing: readonly number[] = [400, 402, 404, 422];
/** The request was not processed: wrong credentials, wrong URL, or a rate limit. */
const notProcessed: readonly number[] = [401, 403, 405, 415, 429];

const failure = z.object({ code: z.string().min(1), message: z.string() });
const refusal = z.object({ error: failure });
const submitted = z.object({ orderId: z.string(), status: z.unknown() });
const status = z.object({
  orderId: z.string(),
  status: z.unknown(),
  amount: z.number(),
  currency: z.literal('THB').nullish(),
  transactionId: z.string().min(1).nullish(),
  failure: failure.nullish(),
});

function wireRequest(request: ProviderRequest): object {
  const { orderId, amountSatang } = request;
  const body = { orderId, amount: satangToBaht(amountSatang), currency: 'THB' };
  switch (request.kind) {
    case 'payout':
      return { ...body, ...request.account };
    case 'refund':
      return { ...body, paymentId: request.paymentId, account: request.account };
    case 'charge':
      return { ...body, token: request.token };
  }
}

function readSent(orderId: string, result: HttpResult): Sent {
  if (result.kind === 'unsent') return { kind: 'unreachable', reason: result.reason };
  if (result.kind === 'broken') return { kind: 'unknown', reason: result.reason };
  const { statusCode, body } = result;
  const reason = `HTTP ${statusCode}`;
  if (statusCode >= 200 && statusCode < 300) {
    const read = submitted.safeParse(body);
    const isOurs = read.success && read.data.orderId === orderId && isWaiting(read.data.status);
    return isOurs ? { kind: 'accepted' } : { kind: 'unknown', reason: 'unreadable_answer' };
  }
  if (notProcessed.includes(statusCode)) return { kind: 'unreachable', reason };
  const error = readRefusal(body);
  if (statusCode === 409 && error?.code === 'duplicate_reference') return { kind: 'accepted' };
  // Without the contract's error form it may be the answer of a proxy.
  if (error !== null && refusing.includes(statusCode)) return { kind: 'refused', ...error };
  return { kind: 'unknown', reason };
}

function readFound(kind: RequestKind, orderId: string, result: HttpResult): Found {
  if (result.kind !== 'answered') return { kind: 'unreachable', reason: result.reason };
  const { statusCode, body } = result;
  const isUnknownThere = statusCode === 404 && readRefusal(body)?.code === `${kind}_not_found`;
  if (isUnknownThere) return { kind: 'not_found' };
  if (statusCode !== 200) return { kind: 'unreachable', reason: `HTTP ${statusCode}` };
  const unreadable: Found = { kind: 'unreachable', reason: 'unreadable_answer' };
  const read = status.safeParse(body);
  if (!read.success || read.data.orderId !== orderId) return unreadable;
  const amountSatang = decimalBahtToSatang(read.data.amount);
  if (amountSatang === null || amountSatang > MOVEMENT_MAX_SATANG) return unreadable;
  if (isWaiting(read.data.status)) return { kind: 'waiting' };
  const { transactionId = null, failure: why } = read.data;
  switch (readStatus(read.data.status)) {
    case 'succeeded':
      return { kind: 'succeeded', transactionId, amountSatang };
    case 'failed':
      return { kind: 'failed', ...(why ? plainFailure(why) : unexplained) };
    case null:
      return unreadable;
  }
}

function isWaiting(word: unknown): boolean {
  return typeof word === 'string' && word.trim().toLowerCase() === 'processing';
}

const unexplained: Failure = {
  code: 'failed',
  message: 'The provider gave no reason.',
};

function readRefusal(body: unknown): Failure | null {
  const read = refusal.safeParse(body);
  return read.success ? plainFailure(read.data.error) : null;
}
