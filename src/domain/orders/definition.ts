import type { EventName } from '../events';
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
  readonly workflows: { readonly default: string; readonly token?: string };
  /** The method of an order that names none; null for kinds that are not paid by a method. */
  readonly defaultMethod: 'qr' | null;
  /** Whether its merchant can expire a pending order. */
  readonly expirable: boolean;
  /** Whether refunds reduce it, so that it is displayed as `refunded` when nothing is left. */
  readonly refundable: boolean;
  /** Whether it takes its amount from a payment. */
  readonly reducesPayment: boolean;
}
