import { z } from 'zod';
import { plainFailure, readStatus } from '../../../orders/rules/callback';
import { decimalBahtToSatang, satangToBaht } from '../../../kernel/rules/money';
import { MOVEMENT_MAX_SATANG } from '../../../ledger/rules/movement';
import { readAnswer, succeededOnce } from '../answers';
import { createHttpClient, type HttpResult, type Recorder } from '../http-client';
import type { NamedTransfer } from '../slip';
import { transactionId } from '../transaction-id';
import { verifySlip } from './slips';
import type { Failure } from '../../../orders/rules/kinds/definition';
import type {
  Found,
  Inquiry,
  Probe,
  ProviderClient,
  ProviderRequest,
  RequestKind,
  Sent,
} from '../connector';

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
export function createGenericClient(options: {
  readonly url: string;
  readonly key: string;
  readonly timeoutMs?: number;
  readonly record?: Recorder;
  /** True for a sandbox bank, which verifies slips. Default false. */
  readonly verifiesSlips?: boolean;
  readonly publicOnly?: boolean | undefined;
}): ProviderClient {
  const { key, verifiesSlips = false, ...rest } = options;
  const http = createHttpClient({ ...rest, authorization: `Bearer ${key}` });
  return {
    async send(request) {
      const { kind, orderId } = request;
      const body = wireRequest(request);
      const call = { method: 'POST', path: paths[kind], body, orderId } as const;
      return readSent(orderId, await http.request(call));
    },
    async find({ kind, orderId }) {
      if (!isRequest(kind)) return { kind: 'unreachable', reason: 'not_supported' };
      const path = `${paths[kind]}/${encodeURIComponent(orderId)}`;
      return readFound(kind, orderId, await http.request({ method: 'GET', path, orderId }));
    },
    probe: async () =>
      readProbe(await http.request({ method: 'GET', path: `${paths.payout}/${PROBE_ID}` })),
    ...(verifiesSlips
      ? { verifySlip: (transfer: NamedTransfer) => verifySlip(http, transfer) }
      : {}),
    close: () => http.close(),
  };
}

/** No order has this id: an inquiry about it succeeds with `not_found`. */
const PROBE_ID = 'connection-test';

const paths: Readonly<Record<RequestKind, string>> = {
  payout: '/payouts',
  refund: '/refunds',
  charge: '/charges',
};

/** The contract has no inquiry about incoming payments. */
const isRequest = (kind: Inquiry['kind']): kind is RequestKind => Object.hasOwn(paths, kind);

const failure = z.object({ code: z.string().min(1), message: z.string() });
const refusal = z.object({ error: failure });
const submitted = z.object({ orderId: z.string(), status: z.unknown() });
const status = z.object({
  orderId: z.string(),
  status: z.unknown(),
  amount: z.number(),
  currency: z.literal('THB').nullish(),
  transactionId: transactionId.nullish(),
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

/** The contract has no ids of the provider's own. */
const accepted: Sent = { kind: 'accepted', providerRef: null };

function readSent(orderId: string, result: HttpResult): Sent {
  const isTaken = result.kind === 'answered' && result.statusCode === 409;
  if (isTaken && readRefusal(result.body)?.code === 'duplicate_reference') return accepted;
  const answer = readAnswer(result, (body) => readSubmitted(orderId, body), readRefusal);
  return answer.kind === 'ok' ? accepted : answer;
}

function readSubmitted(orderId: string, body: unknown) {
  const read = submitted.safeParse(body).data;
  return read?.orderId === orderId && readStatus(read.status) === 'waiting' ? read : null;
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
  const { transactionId: id = null, failure: why } = read.data;
  switch (readStatus(read.data.status)) {
    case 'succeeded':
      // A successful transfer of 0 is an error; failures often carry the amount 0.
      if (amountSatang === 0) return unreadable;
      return succeededOnce(id, amountSatang);
    case 'waiting':
      return { kind: 'waiting' };
    case 'failed':
      return { kind: 'failed', ...(why ? plainFailure(why) : unexplained) };
    case null:
      return unreadable;
  }
}

function readProbe(result: HttpResult): Probe {
  if (result.kind !== 'answered') return { kind: 'unreachable', reason: result.reason };
  const reason = `HTTP ${result.statusCode}`;
  if ([401, 403].includes(result.statusCode)) return { kind: 'rejected', reason };
  const found = readFound('payout', PROBE_ID, result);
  return found.kind === 'not_found' ? { kind: 'ok' } : { kind: 'unreachable', reason };
}

const unexplained: Failure = {
  code: 'failed',
  message: 'The provider gave no reason.',
};

function readRefusal(body: unknown): Failure | null {
  const read = refusal.safeParse(body);
  return read.success ? plainFailure(read.data.error) : null;
}
