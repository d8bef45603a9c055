import { satangToBaht } from './money';

/** The events that a merchant can subscribe to. The names are the wire's. */
export const eventNames = [
  'payment.pending',
  'payment.succeeded',
  'payment.failed',
  'payment.expired',
  'withdrawal.pending',
  'withdrawal.processed',
  'withdrawal.succeeded',
  'withdrawal.failed',
  'refund.completed',
  'refund.failed',
] as const;

export type EventName = (typeof eventNames)[number];

/** Reads an event name as a merchant may write it: `Payment.succeeded` is `payment.succeeded`. */
export function readEventName(text: string): EventName | null {
  const name = text.trim().toLowerCase();
  return eventNames.find((candidate) => candidate === name) ?? null;
}

export interface PaymentSnapshot {
  readonly id: string;
  readonly status: string;
  readonly amountSatang: number;
  readonly reference: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly completedAt: Date | null;
  readonly late: boolean;
  readonly failure: { readonly code: string; readonly message: string } | null;
}

export interface EventHead {
  readonly id: string;
  readonly name: EventName;
  /** Grows by one with each event of the same object, from 1. */
  readonly sequence: number;
  readonly at: Date;
}

/** The body of a payment's webhook: written once, then signed and sent as these very bytes. */
export function paymentEventBody(head: EventHead, payment: PaymentSnapshot): string {
  return JSON.stringify({
    id: head.id,
    event: head.name,
    data: {
      payment_id: payment.id,
      status: payment.status,
      amount: satangToBaht(payment.amountSatang),
      currency: 'THB',
      reference: payment.reference,
      metadata: payment.metadata,
      completed_at: payment.completedAt?.toISOString() ?? null,
      late: payment.late,
      failure: payment.failure,
    },
    timestamp: head.at.toISOString(),
    sequence: head.sequence,
  });
}
