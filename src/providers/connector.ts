/** What every request to the provider has. */
interface Asked {
  /** Our id: the provider's reference, under which it acts once, however often it is asked. */
  readonly orderId: string;
  readonly amountSatang: number;
}

export interface BankAccount {
  /** Three digits, as `014`; null where the name names no bank that we know. */
  readonly bankCode: string | null;
  /** As the merchant wrote it. */
  readonly bankName: string;
  /** 6 to 15 digits. */
  readonly accountNumber: string;
  /** Empty where nobody told it. */
  readonly accountName: string;
}

/** Money that leaves for an account at a bank. */
export interface Payout extends Asked {
  readonly kind: 'payout';
  readonly account: BankAccount;
}

/** Money of a payment that goes back. */
export interface Refund extends Asked {
  readonly kind: 'refund';
  /** The order id of the payment. */
  readonly paymentId: string;
  /** Null: to the token that was charged. */
  readonly account: BankAccount | null;
}

/** Money that is taken by a token which its owner has given the merchant. */
export interface Charge extends Asked {
  readonly kind: 'charge';
  readonly token: string;
}

/** What the provider can be asked to do. */
export type ProviderRequest = Payout | Refund | Charge;
export type RequestKind = ProviderRequest['kind'];

/** Why the provider did not do it: its own code and words. */
export interface ProviderFailure {
  readonly code: string;
  readonly message: string;
}

/** What came of sending. Every way in which a call can end is one of these; none is thrown. */
export type Sent =
  /** Taken, now or before under the same reference. What becomes of it is told later. */
  | { readonly kind: 'accepted' }
  /** Final: it was not done and will not be. */
  | ({ readonly kind: 'refused' } & ProviderFailure)
  /** The request never reached whoever acts on it: it may be sent again. */
  | { readonly kind: 'unreachable'; readonly reason: string }
  /** It may have been done or not: ask before anything else. */
  | { readonly kind: 'unknown'; readonly reason: string };

/** What the provider says when it is asked of an order. */
export type Found =
  | {
      readonly kind: 'succeeded';
      readonly transactionId: string | null;
      readonly amountSatang: number;
    }
  | ({ readonly kind: 'failed' } & ProviderFailure)
  | { readonly kind: 'waiting' }
  /** It knows of no such reference. */
  | { readonly kind: 'not_found' }
  /** It could not be asked, or its answer could not be read. */
  | { readonly kind: 'unreachable'; readonly reason: string };

/** The upstream payment provider, as the gateway speaks to it. Nothing here rejects. */
export interface Provider {
  send(request: ProviderRequest): Promise<Sent>;
  /** What became of a request. */
  find(kind: RequestKind, orderId: string): Promise<Found>;
  close(): Promise<void>;
}
