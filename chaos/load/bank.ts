import type { RequestKind } from '../../src/providers/connectors/connector';
import { platformCallbacks, type CallbackTarget } from '../callbacks/target';
import { eventually } from '../until';
import { requestWithRetry, type HttpResponse } from './http';

/** A transfer in the bank's responses. */
export interface BankTransfer {
  readonly transactionId: string;
  readonly amountSatang: number;
}

export type PayMode = 'pay' | 'decline' | 'short' | 'over' | 'twice' | 'late';

/** A payment of a QR code. */
export interface Paid {
  readonly transfers: readonly BankTransfer[];
  /** Where its callbacks go; null when the load cannot send any. */
  readonly at: CallbackTarget | null;
}

interface BankRequest {
  readonly at: CallbackTarget;
  readonly status: 'waiting' | 'succeeded' | 'failed';
  readonly transactionId: string | null;
  readonly callbacks: readonly { readonly callbackId: string; readonly state: string }[];
}

/** What customers and bank staff do at a bank. */
export interface BankClient {
  /** Pays a QR code. Idempotent by the key. */
  pay(qrData: string, mode: PayMode, idempotencyKey: string): Promise<Paid>;
  find(kind: RequestKind, orderId: string): Promise<BankRequest | null>;
  /** Decides a pending request. A decided request stays unchanged. */
  decide(kind: RequestKind, orderId: string, outcome: 'succeed' | 'fail'): Promise<void>;
  /** Sends the delayed callbacks of a request. */
  sendWaiting(kind: RequestKind, orderId: string): Promise<void>;
}

const plurals = { payout: 'payouts', refund: 'refunds', charge: 'charges' } as const;
const TAKEN_WITHIN_MS = 90_000;
const LATE_SECONDS = 8;

/**
 * Resolves with true when the bank has the request; with false when the order has ended without it,
 * or after the timeout.
 */
export async function waitForRequest(
  bank: BankClient,
  kind: RequestKind,
  orderId: string,
  hasEnded: () => Promise<boolean>,
): Promise<boolean> {
  const arrived = async () => {
    if ((await bank.find(kind, orderId)) !== null) return 'arrived';
    return (await hasEnded()) ? 'ended' : null;
  };
  const waiting = { timeoutMs: TAKEN_WITHIN_MS, everyMs: 400 };
  return (await eventually(arrived, waiting)) === 'arrived';
}

/** The sandbox API of a bank. */
export function createBankClient(url: string, at: CallbackTarget = platformCallbacks): BankClient {
  const callBank = (path: string, body?: object, idempotencyKey?: string): Promise<HttpResponse> =>
    requestWithRetry({
      url: `${url}${path}`,
      key: null,
      ...(body === undefined ? { method: 'GET' } : { body }),
      ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    });

  async function find(kind: RequestKind, orderId: string): Promise<BankRequest | null> {
    const answer = await callBank(`/api/${plurals[kind]}/${orderId}`);
    if (answer.status === 404) return null;
    return { ...(JSON.parse(demandOk(answer)) as Omit<BankRequest, 'at'>), at };
  }

  return {
    async pay(qrData, mode, idempotencyKey) {
      const late = mode === 'late' ? { delaySeconds: LATE_SECONDS } : {};
      const answer = await callBank('/api/payments', { qrData, mode, ...late }, idempotencyKey);
      const { callbacks } = JSON.parse(demandOk(answer)) as {
        readonly callbacks: readonly { transactionId: string | null; amount: number | null }[];
      };
      const transfers = callbacks.flatMap(({ transactionId, amount }) =>
        transactionId === null || amount === null
          ? []
          : [{ transactionId, amountSatang: Math.round(amount * 100) }],
      );
      return { transfers, at };
    },

    find,

    async decide(kind, orderId, outcome) {
      const answer = await callBank(`/api/${plurals[kind]}/${orderId}/decide`, { outcome });
      if (answer.status !== 409) demandOk(answer);
    },

    async sendWaiting(kind, orderId) {
      const shown = await find(kind, orderId);
      for (const { callbackId, state } of shown?.callbacks ?? []) {
        if (state === 'waiting') demandOk(await callBank(`/api/callbacks/${callbackId}/send`, {}));
      }
    },
  };
}

function demandOk({ status, body }: HttpResponse): string {
  if (status >= 200 && status < 300) return body;
  throw new Error(`the bank answered ${status}: ${body}`);
}
