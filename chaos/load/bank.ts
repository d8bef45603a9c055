import type { RequestKind } from '../../src/providers/connector';
import { eventually } from '../until';
import { insist } from './wire';
import type { Answer } from './wire';

/** A transfer as the bank's answers name it. */
export interface BankTransfer {
  readonly transactionId: string;
  readonly amountSatang: number;
}

export type PayMode = 'pay' | 'decline' | 'short' | 'over' | 'twice' | 'late';

interface ShownRequest {
  readonly status: 'waiting' | 'succeeded' | 'failed';
  readonly transactionId: string | null;
  readonly callbacks: readonly { readonly callbackId: string; readonly state: string }[];
}

export type Bank = ReturnType<typeof visitBank>;

const plurals = { payout: 'payouts', refund: 'refunds', charge: 'charges' } as const;
const TAKEN_WITHIN_MS = 90_000;
const LATE_SECONDS = 8;

/** The sandbox bank as the people see it who pay there, and those who work there. */
export function visitBank(url: string) {
  const ask = (path: string, body?: object, idempotencyKey?: string): Promise<Answer> =>
    insist({
      url: `${url}${path}`,
      key: null,
      ...(body === undefined ? { method: 'GET' } : { body }),
      ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    });

  async function find(kind: RequestKind, orderId: string): Promise<ShownRequest | null> {
    const answer = await ask(`/api/${plurals[kind]}/${orderId}`);
    return answer.status === 404 ? null : (JSON.parse(demandOk(answer)) as ShownRequest);
  }

  return {
    url,

    /** Pays what a QR code asks for, once however often the bank has to be asked. */
    async pay(qrData: string, mode: PayMode, onceKey: string): Promise<readonly BankTransfer[]> {
      const late = mode === 'late' ? { delaySeconds: LATE_SECONDS } : {};
      const answer = await ask('/api/payments', { qrData, mode, ...late }, onceKey);
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

    /** Decides what waits there for somebody; what the bank has decided by itself stays so. */
    async decide(kind: RequestKind, orderId: string, outcome: 'succeed' | 'fail'): Promise<void> {
      const answer = await ask(`/api/${plurals[kind]}/${orderId}/decide`, { outcome });
      if (answer.status !== 409) demandOk(answer);
    },

    /** Resolves when the bank knows of it; null when it does not come to know of it. */
    async taken(kind: RequestKind, orderId: string): Promise<ShownRequest | null> {
      const waiting = { timeoutMs: TAKEN_WITHIN_MS, everyMs: 400 };
      return eventually(() => find(kind, orderId), waiting);
    },

    /** Has the callbacks about a request sent at once that wait for their time. */
    async sendWaiting(kind: RequestKind, orderId: string): Promise<void> {
      const shown = await find(kind, orderId);
      for (const { callbackId, state } of shown?.callbacks ?? []) {
        if (state === 'waiting') demandOk(await ask(`/api/callbacks/${callbackId}/send`, {}));
      }
    },
  };
}

function demandOk({ status, body }: Answer): string {
  if (status >= 200 && status < 300) return body;
  throw new Error(`the bank answered ${status}: ${body}`);
}
