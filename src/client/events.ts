import type { z } from 'zod';
import type * as webhooks from '../api/webhooks/schema';
import type { EventName, Payment, Refund, Withdrawal } from './shapes';

/** What a payment's events tell; a deposit's too, whose `payment_id` is its orderId. */
export interface PaymentEventData extends Pick<
  Payment,
  | 'payment_id'
  | 'status'
  | 'amount'
  | 'currency'
  | 'reference'
  | 'metadata'
  | 'completed_at'
  | 'late'
  | 'failure'
> {
  kind: 'payment' | 'deposit';
  /** Of a deposit: whether the expected account paid it. Null where that is not known. */
  payer_matches: boolean | null;
}

export interface WithdrawalEventData extends Pick<
  Withdrawal,
  'status' | 'amount' | 'currency' | 'username' | 'failure'
> {
  order_id: string;
  bank_name: string;
  /** Masked. */
  account_number: string;
}

/** Of every kind of object, what its events tell; a ping tells nothing. */
type DataOf<Name> = Name extends `payment.${string}`
  ? PaymentEventData
  : Name extends `withdrawal.${string}`
    ? WithdrawalEventData
    : Name extends `refund.${string}`
      ? Refund
      : Readonly<Record<string, never>>;

interface Told<Name extends string> {
  /** The same each time that it is sent: drop what you have seen. */
  id: string;
  event: Name;
  data: DataOf<Name>;
  /** When it happened. */
  timestamp: string;
  /** Grows by one with each event of the same object: drop what is older than what you know. */
  sequence: number;
}

/** What a webhook brings. `event` says which it is, and with that what `data` has. */
export type SaphanEvent = {
  [Name in EventName | 'webhook.ping']: Told<Name>;
}[EventName | 'webhook.ping'];

export interface EventPage extends Omit<z.output<typeof webhooks.eventPage>, 'events'> {
  events: Event[];
}
/** Without `webhook.ping`, which is told and not kept. */
export type Event = Exclude<SaphanEvent, { event: 'webhook.ping' }>;
