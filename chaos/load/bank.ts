import type { RequestKind } from '../../src/providers/connector';
import { eventually } from '../until';
import { requestWithRetry } from './http';
import type { HttpResponse } from './http';

/** A transfer in the bank's responses. */
export interface BankTransfer {
  readonly transactionId: string;
  readonly amountSatang: number;
}

export type PayMode = 'pay' | 'decline' | 'short' | 'over' | 'twice' | 'late';

interface BankRequest {
  readonly status: 'waiting' | 'succeeded' | 'failed';
  readonly transactionId: string | null;
  readonly callbacks: readonly { readonly callbackId: string; readonly state: string }[];
}

export type BankClient = ReturnType<typeof createBankClient>;

const plurals = { payout: 'payouts', refund: 'refunds', charge: 'charges' } as const;
const TAKEN_WITHIN_MS = 90_000;
const LATE_SECONDS = 8;

/** The sandbox API of the bank. */
export function createBankClient(url: string) {
  const callBank = (path: string, body?: object, idempotencyKey?: string): Promise<HttpResponse> =>
    requestWithRetry({
      url: `${url}${path}`,
      key: null,
      ...(body === undefined ? { method: 'GET' } : { body }),
      ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    });

  async function find(kind: RequestKind, orderId: string): Promise<BankRequest | null> {
    const answer = await callBank(`/api/${plurals[kind]}/${orderId}`);
    return answer.status === 404 ? null : (JSON.parse(demandOk(answer)) as BankRequest);
  }

  return {
    url,

    /** Pays a QR code. Idempotent by the key. */
    async pay(
      qrData: string,
      mode: PayMode,
      idempotencyKey: string,
    ): Promise<readonly BankTransfer[]> {
      const late = mode === 'late' ? { delaySeconds: LATE_SECONDS } : {};
      const answer = await callBank('/api/payments', { qrData, mode, ...late }, idempotencyKey);
      const { callbacks } = JSON.parse(demandOk(answer)) as {
        readonly callbacks: readonly { transactionId: string | null; amount: number | null }[];
      };
      return callbacks.flatMap(({ transactionId, amount }) =>
        transactionId === null || amount === null
          ? []
          : [{ transactionId, amountSatang: Math.round(amount * 100) }],
      );
    },

    find,

    /** Decides a pending request. A decided request stays unchanged. */
    async decide(kind: RequestKind, orderId: string, outcome: 'succeed' | 'fail'): Promise<void> {
      const answer = await callBank(`/api/${plurals[kind]}/${orderId}/decide`, { outcome });
      if (answer.status !== 409) demandOk(answer);
    },

    /** Resolves when the bank has the request. Null after the timeout. */
    async waitForRequest(kind: RequestKind, orderId: string): Promise<BankRequest | null> {
      const waiting = { timeoutMs: TAKEN_WITHIN_MS, everyMs: 400 };
      return eventually(() => find(kind, orderId), waiting);
    },

    /** Sends the delayed callbacks of a request. */
    async sendWaiting(kind: RequestKind, orderId: string): Promise<void> {
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
