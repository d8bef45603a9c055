import type {
  Approval,
  EventName,
  PaymentAdjustedEventData,
  PaymentEventData,
  Refund,
  WebhookEventData,
  WithdrawalAdjustedEventData,
  WithdrawalEventData,
} from './types';

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
export interface EventPage {
  events: Event[];
  limit: number;
  has_more: boolean;
  /** The `cursor` of the next page; null on the last page. */
  next_cursor: string | null;
}
