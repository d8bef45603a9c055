/**
 * A movement is money that a bank moved for us, in or out. Callbacks, answers to inquiries, lines
 * of a statement and operators are evidence about movements; the ledger's transfers belong to them.
 */

/** The most movements that are recorded for one order. Evidence beyond it opens one exception. */
export const MOVEMENTS_MAX = 100;

/** More than any bank moves in one transfer: 20,000,000 baht. */
export const MOVEMENT_MAX_SATANG = 2_000_000_000;

/** The outcome of an order according to the provider. */
export type ProviderOutcome = 'succeeded' | 'failed';

export interface KnownMovement {
  /** Null for a movement that was booked before movements had a table. */
  readonly id: string | null;
  /** The callback that reported it first; null when an operator did. */
  readonly callbackId: string | null;
  /** The bank's id; null while no evidence has named it. */
  readonly transactionId: string | null;
  readonly amountSatang: number;
  /** Digest of the payer's account, `<key id>:<digest>`; null when no evidence named a payer. */
  readonly payer: string | null;
  /** When the bank moved it; null when no evidence said so. */
  readonly movedAt: Date | null;
  /** An operator decided that it did not take place. */
  readonly isDismissed: boolean;
}

export interface Evidence {
  readonly transactionId: string | null;
  /** Null: the evidence names no amount. */
  readonly amountSatang: number | null;
  readonly payer: string | null;
  readonly movedAt: Date | null;
}

/** What a piece of evidence says about the known movements of its order. */
export type Match =
  /** A movement that no known movement explains. */
  | { readonly kind: 'new' }
  /** A known movement again; `names` when it had no bank id and the evidence carries one. */
  | { readonly kind: 'same'; readonly movement: KnownMovement; readonly names: boolean }
  /** A known movement with another amount, or one that cannot be told from it. */
  | { readonly kind: 'differs'; readonly movement: KnownMovement }
  /** Too little to tell whether it is a known movement or another one. */
  | { readonly kind: 'hint' };

/**
 * Compares evidence with the known movements of an order (decision 27). Evidence without an amount
 * stands for `orderSatang`. A payer or a time that differs makes a movement another one.
 */
export function matchMovement(
  known: readonly KnownMovement[],
  evidence: Evidence,
  orderSatang: number,
): Match {
  const { transactionId, amountSatang } = evidence;
  const named = known.find((one) => transactionId !== null && one.transactionId === transactionId);
  if (named !== undefined) return compareAmounts(named, amountSatang, false);
  const alike = known.filter((one) => !isAnother(one, evidence));
  const unnamed = alike.filter((one) => one.transactionId === null);
  if (transactionId !== null) {
    const [first] = unnamed;
    if (first === undefined) return { kind: 'new' };
    const fitting = unnamed.find((one) => amountSatang === one.amountSatang) ?? first;
    return compareAmounts(fitting, amountSatang, true);
  }
  if (amountSatang !== null) {
    const fitting = alike.find((one) => one.amountSatang === amountSatang) ?? unnamed[0];
    return fitting === undefined ? { kind: 'new' } : compareAmounts(fitting, amountSatang, false);
  }
  if (alike.length === 0) return { kind: 'new' };
  const again = unnamed.find((one) => one.amountSatang === orderSatang);
  return again === undefined ? { kind: 'hint' } : { kind: 'same', movement: again, names: false };
}

function compareAmounts(
  movement: KnownMovement,
  amountSatang: number | null,
  names: boolean,
): Match {
  const isSame = amountSatang === null || amountSatang === movement.amountSatang;
  return isSame ? { kind: 'same', movement, names } : { kind: 'differs', movement };
}

/** Digests under different keys cannot be compared, and make nothing another movement. */
function isAnother(known: KnownMovement, { payer, movedAt }: Evidence): boolean {
  const keyOf = (digest: string) => digest.slice(0, digest.indexOf(':'));
  const otherPayer =
    known.payer !== null &&
    payer !== null &&
    keyOf(known.payer) === keyOf(payer) &&
    known.payer !== payer;
  const otherTime =
    known.movedAt !== null && movedAt !== null && known.movedAt.getTime() !== movedAt.getTime();
  return otherPayer || otherTime;
}
