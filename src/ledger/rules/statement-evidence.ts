import type { KnownMovement } from './movement';
import type { Direction, Mismatch } from './reconciliation';

/** What a finding of `reconcile` says about money, as a callback would report it. */
export interface StatementReport {
  readonly reported: 'succeeded' | 'reversed';
  readonly transactionId: string | null;
  readonly amountSatang: number;
  /** Null for a reversal: its time would distinguish it from the movement that it takes back. */
  readonly movedAt: Date | null;
  /** The bank's id of what took money back: each is a reversal of its own. */
  readonly returnId: string | null;
}

/** Reasons not to record a finding. */
export type NotRecordable =
  /** The statement repeats a line. */
  | 'repeated'
  /** The line takes back one of several movements. */
  | 'ambiguous'
  /** An operator decides, or has decided, about this money by an exception. */
  | 'excepted';

export interface StatementEvidence {
  readonly finding: Mismatch;
  /** The time of the line; null for a booking that the statement lacks. */
  readonly at: Date | null;
  /** Null while the order is unknown. */
  readonly order: {
    readonly direction: Direction;
    readonly movements: readonly Pick<KnownMovement, 'transactionId' | 'isDismissed'>[];
  } | null;
  /** The transaction that the line takes back; null when the operator names none. */
  readonly takes: string | null;
}

/**
 * A line in the direction of its order is a transfer for it, and a line in the other direction
 * takes a transfer back. What the statement lacks has been taken back, or did not take place. Pure.
 */
export function reportOf(evidence: StatementEvidence): StatementReport | NotRecordable {
  const { finding, at, order, takes } = evidence;
  const { kind, direction, transactionId, statedSatang, bookedSatang } = finding;
  if (kind === 'listed_twice') return 'repeated';
  const isForward = order === null || direction === order.direction;
  const reversal = { reported: 'reversed', movedAt: null } as const;
  if (statedSatang === null) {
    // What moved back, or belongs to no order, was booked by an operator or waits for one.
    if (order === null || !isForward) return 'excepted';
    const taken = transactionId === '' ? null : transactionId;
    return { ...reversal, transactionId: taken, amountSatang: bookedSatang ?? 0, returnId: null };
  }
  const amountSatang = statedSatang;
  if (isForward) {
    return { reported: 'succeeded', transactionId, amountSatang, movedAt: at, returnId: null };
  }
  const [only = null, ...others] = order.movements.filter(({ isDismissed }) => !isDismissed);
  if (takes === null && others.length > 0) return 'ambiguous';
  const taken = takes ?? only?.transactionId ?? null;
  return { ...reversal, transactionId: taken, amountSatang, returnId: transactionId };
}
