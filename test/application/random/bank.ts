import type { OrderKind } from '../../../src/domain/orders';

/*
 * The bank of a random history: a list of what it has moved, which the history makes up. The
 * gateway sees reports only.
 */

export interface Move {
  /** The order that the money belongs to; null for none that is known. */
  holder: string | null;
  /** Positive for money that came in. */
  readonly satang: number;
  /** The name of the order in the reports. */
  readonly named: string;
  readonly kind: OrderKind;
  readonly transactionId: string;
  readonly payer: string;
  /** Whether the transaction id is in the reports. */
  readonly isNamed: boolean;
  /** Whether the provider reports it: it does not report what an operator has returned. */
  readonly isReported: boolean;
  /** The movement that this one takes back; null for none. */
  readonly undoes: Move | null;
  /** The callbacks that reported it, and those while its order was unknown. */
  readonly callbacks: string[];
  readonly unknownTo: string[];
}

/** The net satang that the bank has moved for an order. */
export const movedFor = (moves: readonly Move[], holder: string | null): number =>
  moves.reduce((sum, move) => (move.holder === holder ? sum + move.satang : sum), 0);

/** What is left of a movement after those that took it back. */
export const leftOf = (moves: readonly Move[], move: Move): number =>
  moves.reduce((sum, one) => (one.undoes === move ? sum + one.satang : sum), move.satang);
