import type { OrderKind } from '../../../src/orders/rules/kinds';

/*
 * The bank of a walk: its own book of what it has moved. The gateway sees reports, and the operator
 * the statement. Only the verdict compares the book with the ledger.
 */

export interface Move {
  /** The order as the bank names it: our id, the reference of a QR code, or a stranger's. */
  readonly named: string;
  readonly kind: OrderKind;
  /** Positive for money that came in. */
  readonly satang: number;
  readonly transactionId: string;
  readonly payer: string;
  /** Whether the transaction id is in the reports. */
  readonly isNamed: boolean;
  /** The move that this one takes back, or restores; null for none. */
  readonly undoes: Move | null;
  /** How the provider reports it; null for a return at the request of the operator. */
  readonly report: Report | null;
  /** The callbacks that reported it. */
  readonly callbacks: string[];
}

/** A callback of the provider. */
export interface Report {
  readonly named: string;
  readonly kind: OrderKind;
  readonly reported: 'succeeded' | 'failed' | 'reversed';
  readonly satang: number | null;
  readonly transactionId: string | null;
  readonly payer: string | null;
}

/** What is left of a move after those that took it back. */
export const leftOf = (moves: readonly Move[], move: Move): number =>
  moves.reduce((sum, one) => (one.undoes === move ? sum + leftOf(moves, one) : sum), move.satang);

/** The lines of the bank's statement. */
export const statementOf = (moves: readonly Move[]) =>
  moves.map(({ named, satang, transactionId }) => ({
    transactionId,
    order: named,
    amountSatang: Math.abs(satang),
    direction: satang > 0 ? ('in' as const) : ('out' as const),
  }));
