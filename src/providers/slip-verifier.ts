/** The transfer that the QR code of a slip names. */
export interface NamedTransfer {
  /** Three digits. */
  readonly sendingBank: string;
  readonly transRef: string;
}

export type VerifiedTransfer =
  | { readonly kind: 'found'; readonly amountSatang: number; readonly paidTo: string }
  | { readonly kind: 'not_found' }
  /** No bank can be asked: the slip proves nothing. */
  | { readonly kind: 'unknown' }
  /** The bank does not answer now. */
  | { readonly kind: 'unreachable'; readonly reason: string };

/**
 * Verifies with a bank that a transfer took place. `paidTo` is the reference that the payer's bank
 * passed on: the order's `ref`. A slip never moves money, verified or not. Never rejects.
 */
export interface SlipVerifier {
  verify(transfer: NamedTransfer): Promise<VerifiedTransfer>;
  close(): Promise<void>;
}

/** Without a bank to ask, every slip stays unverified. */
export const offlineSlipVerifier: SlipVerifier = {
  verify: () => Promise.resolve({ kind: 'unknown' }),
  close: () => Promise.resolve(),
};
