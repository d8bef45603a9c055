import type { MerchantName } from '../plan/operation';
import type { Violation } from '../../src/reports/store/invariants';
import type { ProviderOutcome } from '../../src/ledger/rules/movement';
import type { OrderKind } from '../../src/orders/rules/kinds';
import type { SubmissionCall, SubmissionResult } from '../accounts/line';
import type {
  UnexpectedResponse,
  RecordedRequest,
  Decision,
  RecordedLink,
  RecordedMovement,
  RecordedReturn,
  AcceptedCallback,
} from '../load/run-log';

/** An order in the gateway. */
export interface OrderFact {
  readonly id: string;
  readonly kind: OrderKind;
  readonly method: 'qr' | 'token' | null;
  readonly merchantId: string;
  readonly status: string;
  readonly amountSatang: number;
  /** Fee and VAT that the ledger has charged for it, and what is held of a payout's. */
  readonly feeSatang: number;
  readonly heldFeeSatang: number;
  readonly createdMs: number;
  /** When its first fee was taken or held. Null without a fee. */
  readonly chargedMs: number | null;
  /** Reference 1 of the QR code, or null. */
  readonly ref: string | null;
  /** The merchant's reference. */
  readonly mark: string | null;
  /** In the address of its checkout; null without a QR code of a payment. */
  readonly qrCodeId: string | null;
  /** The payment link on whose page it was started, or null. */
  readonly paymentLinkId: string | null;
  /** The first payment under the link of its checkout; null for most payments. */
  readonly chainId: string | null;
  /** Of a refund, its payment; otherwise null. */
  readonly refundOf: string | null;
  /** Milliseconds since the deadline, negative before it. Null without a deadline. */
  readonly overdueMs: number | null;
  /** The provider account. */
  readonly accountId: string;
  /** The decisions about the account, the first first. Empty when there was no choice. */
  readonly routing: readonly RoutingFact[];
  /** False for a payment or deposit without a QR code. */
  readonly isPayable: boolean;
  /** An inquiry is planned: the QR code of a provider can be paid again. */
  readonly isInquired: boolean;
}

export interface RoutingFact {
  readonly accountId: string | null;
  /** The account whose call failed before; null for the first decision. */
  readonly after: string | null;
}

/** A call that gives an order to an account, as it arrived there. */
export interface SubmissionFact {
  readonly accountId: string;
  readonly call: SubmissionCall;
  readonly orderId: string;
  readonly result: SubmissionResult;
}

/** An open exception. */
export interface OpenFact {
  readonly id: string;
  readonly kind: string;
  readonly merchantId: string | null;
  /** The order id, or the provider's reference of an unknown order. */
  readonly about: string;
  /** Its money in suspense. */
  readonly suspendedSatang: number;
}

/** A ledger transfer between the provider and another account. */
export interface BookedFact {
  /** Null for money of an unknown order. */
  readonly merchantId: string | null;
  /** Null for an opening balance. */
  readonly orderId: string | null;
  /** The transaction id of the movement. */
  readonly transactionId: string | null;
  readonly direction: 'in' | 'out';
  readonly amountSatang: number;
  /** The account of the movement. Null for an opening balance. */
  readonly accountId: string | null;
}

/** A ledger transfer of a merchant. */
export interface TransferFact {
  /** Their order. */
  readonly id: number;
  readonly kind: string;
  readonly merchantId: string;
  readonly orderId: string | null;
  readonly amountSatang: number;
  /** Of pending money: its day, and the bank days after it. */
  readonly lot: { readonly day: string; readonly days: number } | null;
  readonly atMs: number;
}

/** When prices changed, in milliseconds. */
export interface PriceChange {
  /** Before it, the first prices hold for each order. */
  readonly fromMs: number;
  /** From it on, the later ones do. */
  readonly toMs: number;
}

/** The pending money of a merchant and a day. */
export interface LotFact {
  readonly merchantId: string;
  readonly day: string;
  readonly days: number;
  /** It is not released. */
  readonly isOpen: boolean;
}

/** A merchant's money. */
export interface MerchantFact {
  readonly merchantId: string;
  readonly name: MerchantName;
  /** The opening balance. */
  readonly openingSatang: number;
  /** Its balance in the API. */
  readonly availableSatang: number;
  readonly heldSatang: number;
  readonly pendingSatang: number;
  /** Its money in suspense: by the ledger, and by its open exceptions. */
  readonly suspendedSatang: number;
  readonly exceptedSatang: number;
}

export interface CallbackFact {
  readonly orderId: string;
  readonly outcome: ProviderOutcome;
  readonly transactionId: string | null;
  readonly amountSatang: number | null;
}

export interface EventFact {
  readonly id: string;
  readonly merchantId: string;
  readonly name: string;
  readonly body: string;
}

/** A payment link as its merchant reads it. */
export interface LinkFact extends RecordedLink {
  readonly succeeded: number;
}

/** A checkout, by the id of its QR code. */
export interface PageFact {
  readonly qrCodeId: string;
  /** During the load. */
  readonly shown: readonly string[];
  /** After the run. */
  readonly state: string;
}

/** The books of all banks. */
export interface Book {
  /** Payments of customers. */
  readonly transfers: readonly BookedTransfer[];
  readonly requests: readonly BookedRequest[];
}

export interface BookedTransfer {
  readonly accountId: string;
  readonly transactionId: string;
  /** Reference 1 of the QR code, or the order id. */
  readonly orderId: string;
  readonly amountSatang: number;
}

export interface BookedRequest {
  readonly accountId: string;
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

/** Pending work after the run, by id. */
export interface Leftovers {
  readonly messages: readonly string[];
  readonly callbacks: readonly string[];
  readonly deliveries: readonly string[];
  readonly requests: readonly string[];
  readonly slips: readonly string[];
  /** Undelivered callbacks of the bank. */
  readonly bankCallbacks: number;
}

export interface WorkflowFact {
  readonly id: string;
  readonly status: 'running' | 'failed';
}

/** The input of the verdict: the run log, the state of the gateway and the bank's book. */
export interface Facts {
  readonly requested: readonly RecordedRequest[];
  readonly acceptedCallbacks: readonly AcceptedCallback[];
  readonly ended: ReadonlyMap<string, boolean>;
  /** Orders released by an operator. */
  readonly released: ReadonlySet<string>;
  readonly unexpectedResponses: readonly UnexpectedResponse[];
  readonly links: readonly LinkFact[];
  readonly pages: readonly PageFact[];
  /** Payments with a press of *New code*. */
  readonly renewed: ReadonlySet<string>;
  readonly returned: readonly RecordedReturn[];
  readonly repriced: PriceChange;
  readonly orders: readonly OrderFact[];
  readonly callbacks: readonly CallbackFact[];
  readonly events: readonly EventFact[];
  readonly subscribers: readonly SubscriberFact[];
  readonly book: Book;
  /** In the order of their arrival, of the accounts behind lines. */
  readonly submissions: readonly SubmissionFact[];
  /** Movements of the load that are not in the sandbox bank's book. */
  readonly moved: readonly RecordedMovement[];
  /** The expected resolutions by order. */
  readonly decisions: ReadonlyMap<string, Decision>;
  /** Open exceptions. */
  readonly open: readonly OpenFact[];
  readonly booked: readonly BookedFact[];
  /** Money in suspense without a merchant. */
  readonly unownedSatang: number;
  readonly merchants: readonly MerchantFact[];
  readonly transfers: readonly TransferFact[];
  readonly lots: readonly LotFact[];
  /** `enteredMs` is null when nobody has entered them: then no merchant has bank days. */
  readonly holidays: {
    readonly days: readonly string[];
    readonly enteredMs: number | null;
    /** When the run was idle. */
    readonly today: string;
  };
  readonly leftovers: Leftovers;
  readonly workflows: readonly WorkflowFact[];
  readonly violations: readonly Violation[];
}

export type FindingKind = 'lost' | 'duplicated' | 'unbalanced' | 'stuck' | 'misanswered';

/** A violation of a guarantee. */
export interface Finding {
  readonly kind: FindingKind;
  /** The id, or the mark of a request, that the finding is about. */
  readonly subject: string;
  readonly what: string;
}

export type Check = (facts: Facts) => readonly Finding[];
