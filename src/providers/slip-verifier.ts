/** The transfer that a slip's small QR code names. */
export interface NamedTransfer {
  /** Three digits. */
  readonly sendingBank: string;
  readonly transRef: string;
}

/** What is known of a transfer. */
export type VerifiedTransfer =
  | { readonly kind: 'found'; readonly amountSatang: number; readonly paidTo: string }
  | { readonly kind: 'not_found' }
  /** There is nobody who would know: the slip proves nothing. */
  | { readonly kind: 'unknown' }
  /** Whoever would know does not answer now. */
  | { readonly kind: 'unreachable'; readonly reason: string };

/**
 * Asks whoever can know whether a transfer took place. `paidTo` is the reference that the payer's
 * bank passed on: the order's `ref`. A slip never moves money, verified or not. Never rejects.
 */
export interface SlipVerifier {
  verify(transfer: NamedTransfer): Promise<VerifiedTransfer>;
  close(): Promise<void>;
}

/** Where no bank can be asked: every slip stays unproven. */
export const offlineSlipVerifier: SlipVerifier = {
  verify: () => Promise.resolve({ kind: 'unknown' }),
  close: () => Promise.resolve(),
};
