export interface NamedTransfer {
  /** Three digits. */
  readonly sendingBank: string;
  readonly transRef: string;
}

/**
 * A bank's answer. `paidTo` is the reference that the payer's bank passed on: the order's `ref`. A
 * slip never moves money, verified or not.
 */
export type VerifiedTransfer =
  | {
      readonly kind: 'found';
      readonly amountSatang: number;
      readonly paidTo: string;
      readonly paidAt?: Date;
    }
  | { readonly kind: 'not_found' }
  /** No bank can be asked: the slip proves nothing. */
  | { readonly kind: 'unknown' }
  /** The bank does not answer now. */
  | { readonly kind: 'unreachable'; readonly reason: string };
