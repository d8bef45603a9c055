import type { IncomingKind } from '../../src/orders/rules/kinds';

/** The records of the bank, as they are stored. Amounts are in satang, times in ISO 8601 (UTC). */

/** How a customer pays a QR code. */
export const paymentModes = ['pay', 'decline', 'short', 'over', 'twice', 'late'] as const;
export type PaymentMode = (typeof paymentModes)[number];

/** The kinds of requests from the gateway, with the plural that paths and totals use. */
export const requestPlurals = { payout: 'payouts', refund: 'refunds', charge: 'charges' } as const;
export const requestKinds = ['payout', 'refund', 'charge'] as const;
export type RequestKind = (typeof requestKinds)[number];
export type RequestPlural = (typeof requestPlurals)[RequestKind];

export interface Payer {
  readonly bankName: string;
  readonly accountNumber: string;
  readonly accountName: string;
}

export interface Account extends Payer {
  readonly bankCode: string | null;
}

export interface Failure {
  readonly code: string;
  readonly message: string;
}

export interface Transfer {
  readonly transactionId: string;
  readonly amountSatang: number;
}

export type CallbackState = 'waiting' | 'delivered' | 'undelivered';

/** A callback to the gateway and the state of its delivery. */
export interface Callback {
  readonly callbackId: string;
  readonly route: string;
  readonly body: { readonly orderId: string; readonly status: 'success' | 'failed' };
  /** Null for a declined payment: no money moved. */
  readonly transfer: Transfer | null;
  /** Sent with a key that is not the provider key. */
  readonly withWrongKey: boolean;
  readonly createdAt: string;
  /** The earliest time of the first attempt. Null: at once. */
  readonly dueAt: string | null;
  /** The callback that must be delivered or given up first. */
  readonly afterId: string | null;
  readonly state: CallbackState;
  readonly stateSince: string;
  readonly attempts: number;
  /** Why the last attempt failed, such as `HTTP 503` or `ECONNREFUSED`. */
  readonly reason: string | null;
}

/** A customer's payment of a QR code. */
export interface Payment {
  readonly type: 'payment';
  readonly paymentId: string;
  /** A repeated request with this key returns the same payment. */
  readonly idempotencyKey: string | null;
  readonly mode: PaymentMode;
  /** The kind of order behind the QR code. It selects the callback's path. */
  readonly purpose: IncomingKind;
  /** Reference 1 of the QR code. */
  readonly orderId: string;
  readonly billedSatang: number;
  readonly payer: Payer;
  readonly acceptedAt: string;
  /** When the money will move. Null: at once. */
  readonly dueAt: string | null;
  /** When the money moved, or the payment was declined. Null while it is scheduled. */
  readonly settledAt: string | null;
  /** Empty for a declined payment. */
  readonly transfers: readonly Transfer[];
  readonly callbacks: readonly Callback[];
}

interface RequestFields {
  readonly orderId: string;
  readonly amountSatang: number;
}

/** A request of the gateway. The bank executes one per kind and order id. */
export type Instruction =
  | (RequestFields & { readonly kind: 'payout'; readonly account: Account })
  | (RequestFields & {
      readonly kind: 'refund';
      /** The order id of the refunded payment. */
      readonly paymentId: string;
      /** Null: the token that was charged. */
      readonly account: Account | null;
    })
  | (RequestFields & { readonly kind: 'charge'; readonly token: string });

export interface Decision {
  readonly transactionId: string;
  /** Null when the money moved. */
  readonly failure: Failure | null;
  readonly decidedAt: string;
}

export interface GatewayRequest {
  readonly type: 'request';
  readonly instruction: Instruction;
  readonly acceptedAt: string;
  /** Null while the request is pending. */
  readonly decision: Decision | null;
  readonly callbacks: readonly Callback[];
}

export type BankRecord = Payment | GatewayRequest;

export type RequestState = 'waiting' | 'succeeded' | 'failed';

export function requestState({ decision }: GatewayRequest): RequestState {
  if (decision === null) return 'waiting';
  return decision.failure === null ? 'succeeded' : 'failed';
}
