import { types } from 'node:util';
import { Agent, request } from 'undici';
import { z } from 'zod';
import { decimalBahtToSatang } from '../../src/domain/money';
import { paymentPurposes } from './book/entry';
import type { PaymentPurpose } from './book/entry';
import type { Message } from './callbacks/message';

/** How telling the gateway went. `retry`: it may go better later; `refused`: it will not. */
export type Answer =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'retry' | 'refused'; readonly reason: string };

/** A payment or deposit that the gateway waits for, or gave up a short while ago. */
export interface OpenPayment {
  readonly paymentId: string;
  readonly purpose: PaymentPurpose;
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

/** The payment gateway as this bank sees it: somebody to call back, over HTTP only. */
export interface Gateway {
  readonly url: string;
  /** Never rejects; a call that the signal ended may or may not have been heard. */
  sendCallback(message: Message, signal: AbortSignal): Promise<Answer>;
  listOpenPayments(): Promise<OpenPayments>;
  close(): Promise<void>;
}

const callbackTimeoutMs = 10_000;
const listTimeoutMs = 2_000;
const listBytesMax = 1024 * 1024;
/** Nobody's. */
const wrongKey = 'a-key-that-nobody-was-given';
/** A gateway answers these when it is the moment that is wrong, or an order it cannot see yet. */
const retriable = new Set([404, 408, 425, 429]);

const openPayment = z
  .object({
    payment_id: z.string(),
    kind: z.enum(paymentPurposes).default('payment'),
    qr_data: z.string(),
    amount: z.number(),
    reference: z.string().nullish(),
    merchant: z.string(),
    expires_at: z.iso.datetime({ offset: true }),
    status: z.enum(['pending', 'expired', 'failed']),
  })
  .transform((row, context): OpenPayment => {
    const amountSatang = decimalBahtToSatang(row.amount);
    if (amountSatang === null) context.addIssue({ code: 'custom', message: 'not an amount' });
    return {
      paymentId: row.payment_id,
      purpose: row.kind,
      qrData: row.qr_data,
      amountSatang: amountSatang ?? 0,
      reference: row.reference ?? null,
      merchant: row.merchant,
      expiresAt: row.expires_at,
      status: row.status,
    };
  });
const openPayments = z.object({ payments: z.array(openPayment).max(1_000) });

export function createGateway(gatewayUrl: string, providerKey: string): Gateway {
  const url = gatewayUrl.replace(/\/+$/, '');
  const dispatcher = new Agent({ connect: { timeout: 3_000 }, maxResponseSize: listBytesMax });
  const headers = { authorization: `Bearer ${providerKey}`, accept: 'application/json' };

  return {
    url,
    async sendCallback({ route, body: told, withWrongKey }, signal) {
      try {
        const { statusCode, body } = await request(`${url}${route}`, {
          dispatcher,
          method: 'POST',
          headers: {
            ...headers,
            'content-type': 'application/json',
            ...(withWrongKey ? { authorization: `Bearer ${wrongKey}` } : {}),
          },
          body: JSON.stringify(told),
          headersTimeout: callbackTimeoutMs,
          bodyTimeout: callbackTimeoutMs,
          signal,
        });
        await body.dump();
        return answerOf(statusCode);
      } catch (error) {
        return { kind: 'retry', reason: reasonOf(error) };
      }
    },
    async listOpenPayments() {
      try {
        const signal = AbortSignal.timeout(listTimeoutMs);
        const listing = `${url}/sandbox/open-payments`;
        const { statusCode, body } = await request(listing, { dispatcher, headers, signal });
        if (statusCode !== 200) {
          await body.dump();
          return { kind: 'unreachable', reason: `HTTP ${statusCode}` };
        }
        const parsed = openPayments.safeParse(await body.json());
        if (!parsed.success) return { kind: 'unreachable', reason: 'not a list of payments' };
        return { kind: 'listed', payments: parsed.data.payments };
      } catch (error) {
        return { kind: 'unreachable', reason: reasonOf(error) };
      }
    },
    close: () => dispatcher.close(),
  };
}

function answerOf(statusCode: number): Answer {
  if (statusCode >= 200 && statusCode < 300) return { kind: 'accepted' };
  const kind = statusCode >= 500 || retriable.has(statusCode) ? 'retry' : 'refused';
  return { kind, reason: `HTTP ${statusCode}` };
}

/** A word for the log and the page, such as ECONNREFUSED. */
function reasonOf(error: unknown): string {
  if (!types.isNativeError(error)) return 'failed';
  if (error.name === 'TimeoutError') return 'timeout';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
