/** What the fake upstream stores. Amounts in satang, times in Unix milliseconds. */
export type Metadata = Readonly<Record<string, unknown>>;

interface Stored {
  readonly id: string;
  readonly createdAt: number;
  metadata: Metadata;
}

export interface StoredRefund extends Stored {
  readonly chargeId: string;
  readonly amount: number;
  status: 'pending' | 'closed';
}

export interface StoredDispute {
  readonly id: string;
  readonly amount: number;
  status: 'open' | 'pending' | 'won' | 'lost';
}

export interface StoredCharge extends Stored {
  readonly amount: number;
  readonly kind: 'promptpay' | 'card';
  readonly description: string | null;
  readonly endpoints: readonly string[];
  readonly expiresAt: number;
  /** The text of the QR code; null for a card. */
  readonly qr: string | null;
  readonly documentId: string;
  /** The page of the card's bank, and where it returns to; null for a charge without. */
  readonly authorizeUri: string | null;
  readonly returnUri: string | null;
  readonly refunds: StoredRefund[];
  status: 'pending' | 'successful' | 'failed' | 'expired' | 'reversed' | 'unknown';
  /** Differs from `amount` only by a control. */
  reportedAmount: number;
  failureCode: string | null;
  paidAt: number | null;
  refundable: boolean;
  partiallyRefundable: boolean;
  /** A flag beside the status. */
  reversed: boolean;
  dispute: StoredDispute | null;
}

export interface StoredRecipient extends Stored {
  readonly name: string;
  readonly type: string;
  readonly brand: string;
  readonly number: string;
  readonly accountName: string;
  verified: boolean;
  active: boolean;
  deleted: boolean;
  failureCode: string | null;
}

export interface StoredTransfer extends Stored {
  readonly amount: number;
  readonly fee: number;
  readonly recipientId: string;
  readonly failFast: boolean;
  sentAt: number | null;
  paidAt: number | null;
  deleted: boolean;
  failureCode: string | null;
}
