import { createHmac } from 'node:crypto';
import { types } from 'node:util';
import { Agent, request } from 'undici';
import { z } from 'zod';
import { decimalBahtToSatang } from '../../src/kernel/rules/money';
import { incomingKinds, type IncomingKind } from '../../src/orders/rules/kinds';
import type { Callback } from './records';

/** `retry`: a later attempt may be accepted. `rejected`: it will not. */
export type CallbackResult =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'retry' | 'rejected'; readonly reason: string };

/** A pending payment or deposit of the gateway, or one that expired or failed a short while ago. */
export interface OpenPayment {
  readonly paymentId: string;
  readonly purpose: IncomingKind;
  readonly qrData: string;
  readonly amountSatang: number;
  readonly reference: string | null;
  readonly merchant: string;
  readonly expiresAt: string;
  readonly status: 'pending' | 'expired' | 'failed';
}

export type OpenPayments =
  | { readonly kind: 'listed'; readonly payments: readonly OpenPayment[] }
  | { readonly kind: 'unreachable'; readonly reason: string };

/** The payment gateway. The bank reaches it over HTTP only. */
export interface Gateway {
  readonly url: string;
  /** Never rejects. The gateway may have accepted a callback that the signal aborted. */
  sendCallback(callback: Callback, signal: AbortSignal): Promise<CallbackResult>;
  listOpenPayments(): Promise<OpenPayments>;
  close(): Promise<void>;
}

const CALLBACK_TIMEOUT_MS = 10_000;
const LIST_TIMEOUT_MS = 2_000;
const RESPONSE_BYTES_MAX = 1024 * 1024;
const WRONG_KEY = 'not-the-provider-key';
/** 404 included: the gateway may not have stored the order yet. */
const retryableStatuses = new Set([404, 408, 425, 429]);

const openPayments = z.object({
  payments: z
    .array(
      z.object({
        payment_id: z.string(),
        kind: z.enum(incomingKinds).default('payment'),
        qr_data: z.string(),
        amount: z.number(),
        reference: z.string().nullish(),
        merchant: z.string(),
        expires_at: z.iso.datetime({ offset: true }),
        status: z.enum(['pending', 'expired', 'failed']),
      }),
    )
    .max(1_000),
});

/** Signs callbacks with each of the secrets. */
export function createGateway(
  gatewayUrl: string,
  providerKey: string,
  callbackSecrets: readonly string[] = [],
): Gateway {
  const url = gatewayUrl.replace(/\/+$/, '');
  const dispatcher = new Agent({
    connect: { timeout: 3_000 },
    maxResponseSize: RESPONSE_BYTES_MAX,
    headersTimeout: CALLBACK_TIMEOUT_MS,
    bodyTimeout: CALLBACK_TIMEOUT_MS,
  });
  const headersWith = (key: string) => ({
    authorization: `Bearer ${key}`,
    accept: 'application/json',
    'content-type': 'application/json',
  });

  return {
    url,
    async sendCallback({ route, body: content, withWrongKey }, signal) {
      const text = JSON.stringify(content);
      try {
        const { statusCode, body } = await request(`${url}${route}`, {
          dispatcher,
          method: 'POST',
          headers: {
            ...headersWith(withWrongKey ? WRONG_KEY : providerKey),
            ...signatureHeader(text, callbackSecrets),
          },
          body: text,
          signal,
        });
        await body.dump();
        return resultOf(statusCode);
      } catch (error) {
        return { kind: 'retry', reason: reasonOf(error) };
      }
    },
    async listOpenPayments() {
      try {
        const { statusCode, body } = await request(`${url}/sandbox/open-payments`, {
          dispatcher,
          headers: headersWith(providerKey),
          signal: AbortSignal.timeout(LIST_TIMEOUT_MS),
        });
        if (statusCode !== 200) {
          await body.dump();
          return { kind: 'unreachable', reason: `HTTP ${statusCode}` };
        }
        const parsed = openPayments.safeParse(await body.json());
        if (!parsed.success) return { kind: 'unreachable', reason: 'invalid response' };
        return { kind: 'listed', payments: parsed.data.payments.map(openPaymentOf) };
      } catch (error) {
        return { kind: 'unreachable', reason: reasonOf(error) };
      }
    },
    close: () => dispatcher.close(),
  };
}

/** `Callback-Signature` of a body that is sent now; no header without secrets. */
function signatureHeader(text: string, secrets: readonly string[]): Record<string, string> {
  if (secrets.length === 0) return {};
  const time = Math.floor(Date.now() / 1_000);
  const signatures = secrets.map(
    (secret) => `v1=${createHmac('sha256', secret).update(`${time}.${text}`).digest('hex')}`,
  );
  return { 'callback-signature': [`t=${time}`, ...signatures].join(',') };
}

function openPaymentOf(row: z.output<typeof openPayments>['payments'][number]): OpenPayment {
  return {
    paymentId: row.payment_id,
    purpose: row.kind,
    qrData: row.qr_data,
    amountSatang: decimalBahtToSatang(row.amount) ?? 0,
    reference: row.reference ?? null,
    merchant: row.merchant,
    expiresAt: row.expires_at,
    status: row.status,
  };
}

function resultOf(statusCode: number): CallbackResult {
  if (statusCode >= 200 && statusCode < 300) return { kind: 'accepted' };
  const kind = statusCode >= 500 || retryableStatuses.has(statusCode) ? 'retry' : 'rejected';
  return { kind, reason: `HTTP ${statusCode}` };
}

/** A code such as ECONNREFUSED, for the log and the page. */
function reasonOf(error: unknown): string {
  if (!types.isNativeError(error)) return 'failed';
  if (error.name === 'TimeoutError') return 'timeout';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
