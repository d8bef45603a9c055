import type {
  CursorPage,
  EventName,
  Failure,
  Approval,
  Payer,
  PaymentStatus,
  PayoutStatus,
  Refund,
} from './types';

/** The `data` of a payment's or a deposit's event. */
export interface PaymentEventData {
  /** For a deposit: its `orderId`. */
  payment_id: string;
  kind: 'payment' | 'deposit';
  status: PaymentStatus;
  amount: number;
  currency: 'THB';
  reference: string | null;
  metadata: Record<string, unknown> | null;
  completed_at: string | null;
  /** The money arrived after the order had expired or failed. */
  late: boolean;
  /** For a deposit: whether the money came from the expected account. */
  payer_matches: boolean | null;
  /** Its name is in the payment or deposit. */
  payer: Omit<Payer, 'name'> | null;
  failure: Failure | null;
  /** What you pay for the order, without VAT. */
  fee: number;
  /** Value added tax on the fee. */
  fee_vat: number;
  /** What was credited and not taken back, without the fee and its VAT. */
  net: number;
  /** The payment link on whose page the payer started the payment; absent without one. */
  payment_link_id?: string | undefined;
  /** The page of the payment; null when it is not known any more. */
  checkout_url: string | null;
  /** The expired payment that this one replaces: its payer asked for a new code. */
  previous_payment_id: string | null;
}
/** After an operator has changed the amounts of an order. */
export interface PaymentAdjustedEventData extends PaymentEventData {
  amount_received: number;
  /** What the balance has of it: credited, and not reversed. */
  amount_credited: number;
  amount_refunded: number;
  amount_reversed: number;
}

export interface WithdrawalEventData {
  order_id: string;
  status: PayoutStatus;
  amount: number;
  currency: 'THB';
  username: string;
  bank_name: string;
  /** Masked. */
  account_number: string;
  failure: Failure | null;
  /** What you pay for the withdrawal, without VAT; held with it until it ends. */
  fee: number;
  /** Value added tax on the fee. */
  fee_vat: number;
}
export interface WithdrawalAdjustedEventData extends WithdrawalEventData {
  amount_reversed: number;
}

export interface WebhookEventData {
  webhook_id: string;
  url: string;
  /** `gone`: the URL returned 410. `failing`: deliveries failed for five days. */
  reason: string;
}

type DataOf<Name> = Name extends 'payment.adjusted'
  ? PaymentAdjustedEventData
  : Name extends `payment.${string}`
    ? PaymentEventData
    : Name extends 'withdrawal.adjusted'
      ? WithdrawalAdjustedEventData
      : Name extends `withdrawal.${string}`
        ? WithdrawalEventData
        : Name extends `refund.${string}`
          ? Refund
          : Name extends `approval.${string}`
            ? Approval
            : Name extends 'webhook.disabled'
              ? WebhookEventData
              : Readonly<Record<string, never>>;

interface EventOf<Name extends string> {
  /** Identical each time this event is delivered: ignore an ID that you have processed. */
  id: string;
  event: Name;
  data: DataOf<Name>;
  timestamp: string;
  /** Increases with each event of the same object: ignore an event older than the last one. */
  sequence: number;
}

/** The body of a webhook request. The type of `data` depends on `event`. */
export type SaphanEvent = {
  [Name in EventName | 'webhook.ping']: EventOf<Name>;
}[EventName | 'webhook.ping'];

/** An event of the event list, which has no `webhook.ping`. */
export type Event = Exclude<SaphanEvent, { event: 'webhook.ping' }>;
export interface EventPage extends CursorPage {
  events: Event[];
}
