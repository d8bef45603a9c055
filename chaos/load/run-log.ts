import type { ProviderOutcome } from '../../src/ledger/rules/movement';
import type { OrderKind } from '../../src/orders/rules/kinds';

/** A create request from the merchant's side. */
export interface RecordedRequest {
  readonly mark: string;
  readonly kind: OrderKind;
  readonly merchantId: string;
  readonly amountSatang: number;
  readonly key: string | null;
  /** 2xx responses with their order id. */
  readonly accepted: { readonly orderId: string; readonly body: string }[];
  /** 4xx statuses. */
  readonly refused: number[];
  /** Attempts without a response. Together they created at most one order. */
  unanswered: number;
}

/** A callback of the load that was answered 201. */
export interface AcceptedCallback {
  readonly orderId: string;
  readonly outcome: ProviderOutcome;
  readonly transactionId: string | null;
  readonly amountSatang: number | null;
}

/** Money moved outside the sandbox bank: the load acts as the bank. */
export interface RecordedMovement {
  readonly direction: 'in' | 'out';
  /** Null if the bank gives none. */
  readonly transactionId: string | null;
  readonly amountSatang: number;
  /** The order in the report. It may not exist. */
  readonly orderId: string;
  /** Null if the merchant is unknown. */
  readonly merchantId: string | null;
}

/** How an operator who has asked the bank resolves the exceptions of an order. */
export interface Decision {
  readonly merchantId: string;
  /** The final status. Null: explained by the order's history. */
  readonly status: string | null;
  /** The part of the received money that is credited to the merchant. */
  readonly creditedSatang: number;
  /** Resolutions by kind of exception and by whether money is in suspense. */
  readonly ways: readonly {
    readonly kind: string;
    readonly isSuspended: boolean;
    readonly parts: readonly (readonly [as: string, satang: number])[];
    readonly rest: 'paid_in_full' | 'leave_open' | null;
  }[];
}

/** A payment link from the side of its merchant and its payers. */
export interface RecordedLink {
  readonly linkId: string;
  readonly merchantId: string;
  /**
   * How many payments it may credit: its limit, or those that were paid before its merchant stopped
   * it. Null: any number.
   */
  placesMax: number | null;
  /** An operator returns the money of the others. */
  readonly isReturned: boolean;
  readonly presses: RecordedPress[];
}

/** The presses of *Pay* by one visitor with one amount. */
export interface RecordedPress {
  readonly visitor: string;
  readonly amountSatang: number;
  /** The QR codes to which the responses led. */
  readonly qrCodeIds: Set<string>;
  /** The visitor has pressed with another amount afterwards, which expires this payment. */
  isReplaced: boolean;
}

/** Money beyond a link that an operator has returned to its payer, by exception. */
export interface RecordedReturn {
  readonly exceptionId: string;
  readonly orderId: string;
  readonly merchantId: string;
  readonly amountSatang: number;
}

/** A response that must not occur. */
export interface UnexpectedResponse {
  readonly what: string;
  readonly subject: string;
}

/** The requests and responses of all clients. The verdict compares them with gateway and bank. */
export class RunLog {
  readonly requested: RecordedRequest[] = [];
  readonly acceptedCallbacks: AcceptedCallback[] = [];
  /** Payments with an expire request, and whether it was answered 200. */
  readonly ended = new Map<string, boolean>();
  readonly unexpectedResponses: UnexpectedResponse[] = [];
  readonly moved: RecordedMovement[] = [];
  /** Keys are the order ids of the reports. */
  readonly decisions = new Map<string, Decision>();
  readonly links: RecordedLink[] = [];
  /** Payments with a press of *New code*. */
  readonly renewed = new Set<string>();
  /** The states that checkouts have shown, by the secret of the page. */
  readonly shown = new Map<string, Set<string>>();
  readonly returned: RecordedReturn[] = [];
  readonly counts = { requests: 0, unanswered: 0, disturbances: 0 };

  recordRequest(
    requested: Omit<RecordedRequest, 'accepted' | 'refused' | 'unanswered'>,
  ): RecordedRequest {
    const request: RecordedRequest = { ...requested, accepted: [], refused: [], unanswered: 0 };
    this.requested.push(request);
    return request;
  }

  recordUnexpected(what: string, subject: string): void {
    this.unexpectedResponses.push({ what, subject });
  }
}
