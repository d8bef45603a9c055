import type { EventName } from '../../../kernel/events/rules/events';
import type { ProblemCode } from '../../../kernel/rules/problem';
import type { Machine } from './machine';

/** A code for programs and a sentence for people. */
export interface Failure {
  readonly code: string;
  readonly message: string;
}

/**
 * Everything that differs between order kinds and needs no database; see
 * orders/rules/kinds/lists.ts.
 */
export interface OrderDefinition<State extends string, Transition extends string> {
  readonly machine: Machine<State, Transition>;
  /** Into or out of the merchant's balance. */
  readonly direction: 'in' | 'out';
  /** Null when the creation has no event. Counts as the first of the order's sequence. */
  readonly createdEvent: EventName | null;
  /** For a resolution that changes an order's amounts and not its status. */
  readonly adjustedEvent: EventName;
  /** When the provider gives no reason. */
  readonly failure: Failure;
  /** By how an order is paid. The names are registered in Temporal. */
  readonly workflows: {
    readonly default: string;
    readonly token?: string;
    /** The workflow of an order whose money the gateway inquires about. */
    readonly inquired?: string;
  };
  /** Its request to a provider, of those orders that need one. */
  readonly request: 'payout' | 'refund' | 'charge';
  /** Null for kinds without methods. */
  readonly defaultMethod: 'qr' | null;
  /** The merchant can expire a pending order. */
  readonly expirable: boolean;
  /** A fully refunded order is displayed as `refunded`. */
  readonly refundable: boolean;
  readonly reducesPayment: boolean;
  /** Null for UUIDs. */
  readonly idPrefix: 'pay_' | 're_' | null;
  /** The problem of a request with an unknown id. */
  readonly notFound: ProblemCode;
  /** The path of callbacks to the default account. */
  readonly callbackPath: `/${string}`;
  /** In the QR code: the provider selects the callback path by it; null without a QR code. */
  readonly ref2: string | null;
}
