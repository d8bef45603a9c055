import type { Violation } from '../../src/db/ledger/invariants';
import type { ProviderOutcome } from '../../src/domain/movement';
import type { OrderKind } from '../../src/domain/order';
import type { Amiss, Asked, Decision, NotedMovement, Told } from '../load/notes';

/** An order as the gateway has it. */
export interface OrderFact {
  readonly id: string;
  readonly kind: OrderKind;
  readonly method: 'qr' | 'token' | null;
  readonly merchantId: string;
  readonly status: string;
  readonly amountSatang: number;
  /** By which the banks know it; null where they know it by its id. */
  readonly ref: string | null;
  /** What the merchant called it. */
  readonly mark: string | null;
  /** Milliseconds since its deadline, less than nothing before it; null without one. */
  readonly overdueMs: number | null;
}

/** An open exception. */
export interface OpenFact {
  readonly id: string;
  readonly kind: string;
  readonly merchantId: string | null;
  /** The order, or the provider's name for one that does not exist. */
  readonly about: string;
  /** Of it in suspense. */
  readonly suspendedSatang: number;
}

/** A ledger transfer between the provider and another account. */
export interface BookedFact {
  /** Null for money of an order that does not exist. */
  readonly merchantId: string | null;
  /** Null for what a merchant opened with. */
  readonly orderId: string | null;
  /** The bank's id of the movement that it was booked for. */
  readonly transactionId: string | null;
  readonly direction: 'in' | 'out';
  readonly amountSatang: number;
}

/** A merchant's money. */
export interface MerchantFact {
  readonly merchantId: string;
  /** What the run gave it to begin with. */
  readonly openingSatang: number;
  /** Its balance, as its own key reads it from the API. */
  readonly availableSatang: number;
  readonly heldSatang: number;
  /** In suspense under its name, by the ledger, and by its open exceptions. */
  readonly suspendedSatang: number;
  readonly exceptedSatang: number;
}

export interface CallbackFact {
  readonly orderId: string;
  readonly heard: ProviderOutcome;
  readonly transactionId: string | null;
  readonly amountSatang: number | null;
}

export interface EventFact {
  readonly id: string;
  readonly merchantId: string;
  readonly name: string;
  readonly body: string;
}

/** The bank's own book. */
export interface Book {
  /** What customers paid, by the reference in the QR code. */
  readonly transfers: readonly BookedTransfer[];
  readonly requests: readonly BookedRequest[];
}

export interface BookedTransfer {
  readonly transactionId: string;
  readonly orderId: string;
  readonly amountSatang: number;
}

export interface BookedRequest {
  readonly transactionId: string;
  readonly kind: 'payout' | 'refund' | 'charge';
  readonly orderId: string;
  readonly amountSatang: number;
  readonly state: 'succeeded' | 'failed';
}

export interface SubscriberFact {
  readonly name: string;
  readonly webhookId: string;
  readonly merchantId: string;
  readonly events: readonly string[];
  readonly receipts: readonly { readonly eventId: string; readonly body: string }[];
  readonly unsigned: readonly string[];
}

/** What should not be there once all is calm, each by an id to look for. */
export interface Leftovers {
  readonly dispatches: readonly string[];
  readonly callbacks: readonly string[];
  readonly deliveries: readonly string[];
  readonly requests: readonly string[];
  readonly slips: readonly string[];
  /** Callbacks that the bank could not get rid of. */
  readonly bankCallbacks: number;
}

export interface WorkflowFact {
  readonly id: string;
  readonly status: 'running' | 'failed';
}

/** Everything that a verdict is made of: what was asked, what is, and what the bank says. */
export interface Facts {
  readonly asked: readonly Asked[];
  readonly told: readonly Told[];
  readonly ended: ReadonlyMap<string, boolean>;
  /** Orders that an operator has released. */
  readonly released: ReadonlySet<string>;
  readonly amiss: readonly Amiss[];
  readonly orders: readonly OrderFact[];
  readonly callbacks: readonly CallbackFact[];
  readonly events: readonly EventFact[];
  readonly subscribers: readonly SubscriberFact[];
  readonly book: Book;
  /** What the load moved as a bank, beside the sandbox bank's book. */
  readonly moved: readonly NotedMovement[];
  /** How operators resolved what was reported of an order. */
  readonly decisions: ReadonlyMap<string, Decision>;
  /** Exceptions that are still open. */
  readonly open: readonly OpenFact[];
  readonly booked: readonly BookedFact[];
  /** In suspense, and no merchant's. */
  readonly unownedSatang: number;
  readonly merchants: readonly MerchantFact[];
  readonly leftovers: Leftovers;
  readonly workflows: readonly WorkflowFact[];
  readonly violations: readonly Violation[];
}

export type FindingKind = 'lost' | 'duplicated' | 'unbalanced' | 'stuck' | 'misanswered';

/** Something that must not be. */
export interface Finding {
  readonly kind: FindingKind;
  /** The id, or the mark, to look for. */
  readonly subject: string;
  readonly what: string;
}

export type Check = (facts: Facts) => readonly Finding[];
