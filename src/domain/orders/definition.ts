import type { EventName } from '../events';
import type { ProblemCode } from '../problem';
import type { Machine } from './machine';

/** Why an order failed: a code for programs and a sentence for people. */
export interface Failure {
  readonly code: string;
  readonly message: string;
}

/** Everything that differs between order kinds and needs no database; see db/orders/kinds.ts. */
export interface OrderDefinition<State extends string, Transition extends string> {
  readonly machine: Machine<State, Transition>;
  /** Whether the order brings money to its merchant or takes it away. */
  readonly direction: 'in' | 'out';
  /** The event of the creation; null for none. Counts as the first of the order's sequence. */
  readonly createdEvent: EventName | null;
  /** The event of a resolution that changes an order's amounts and not its status. */
  readonly adjustedEvent: EventName;
  /** The failure of an order whose provider gives no reason. */
  readonly failure: Failure;
  /** The workflow of an order, by how it is paid. The names are registered in Temporal. */
  readonly workflows: {
    readonly default: string;
    readonly token?: string;
    /** Of an order whose money the gateway inquires about. */
    readonly inquired?: string;
  };
  /** The default payment method; null for kinds without methods. */
  readonly defaultMethod: 'qr' | null;
  /** Whether its merchant can expire a pending order. */
  readonly expirable: boolean;
  /** Whether it can be refunded. A fully refunded order is displayed as `refunded`. */
  readonly refundable: boolean;
  /** Whether it reduces the refundable amount of a payment. */
  readonly reducesPayment: boolean;
  /** The prefix of its ids; null for UUIDs. */
  readonly idPrefix: 'pay_' | 're_' | null;
  /** The problem of a request with an unknown id. */
  readonly notFound: ProblemCode;
  /** The path of callbacks to the default account. */
  readonly callbackPath: `/${string}`;
  /** Reference 2 of its QR code, by which the provider selects the callback path; null for none. */
  readonly ref2: string | null;
}
