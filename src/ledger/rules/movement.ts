/**
 * A movement is a transfer of money at a bank, in or out. Callbacks, answers to inquiries,
 * statement lines and operators are evidence of movements; ledger transfers book them.
 */
import { payersDiffer } from '../../orders/deposit/rules/payer-match';

/** Recorded per order. Evidence beyond it opens one exception. */
export const MOVEMENTS_MAX = 100;

/** 20,000,000 baht, the upper bound of a bank transfer. */
export const MOVEMENT_MAX_SATANG = 2_000_000_000;

/** According to the provider. `reversed`: the bank returned the order's money. */
export type ProviderOutcome = 'succeeded' | 'failed' | 'reversed';

export interface KnownMovement {
  readonly id: string;
  /** The account at which the money moved. */
  readonly accountId: string;
  /** Reported the movement first; null when an operator did. */
  readonly callbackId: string | null;
  /** Null until evidence contains it. */
  readonly transactionId: string | null;
  readonly amountSatang: number;
  /** As `payersDiffer` compares it; null when no evidence named a payer. */
  readonly payer: string | null;
  /** At the bank; null when no evidence contains the time. */
  readonly movedAt: Date | null;
  /** An operator decided that the transfer did not take place. */
  readonly isDismissed: boolean;
  /** Net, by the movement's transfers. */
  readonly bookedSatang: number;
  /** A resolution has booked that the bank took the movement back, in whole or in part. */
  readonly isReversed: boolean;
  /** An exception about the movement is open that has no money in suspense. */
  readonly isInQuestion: boolean;
}

/** True when a success of a known movement contradicts the ledger, or an exception. */
export const isDoubted = ({
  isInQuestion,
  isReversed,
  bookedSatang,
  amountSatang,
}: KnownMovement): boolean =>
  isInQuestion || (bookedSatang !== amountSatang && (isReversed || bookedSatang > 0));

export interface Evidence {
  readonly transactionId: string | null;
  /** Null when the evidence contains no amount. */
  readonly amountSatang: number | null;
  readonly payer: string | null;
  readonly movedAt: Date | null;
}

/** The relation of evidence to the known movements of its order. */
export type Match =
  /** No known movement explains the evidence. */
  | { readonly kind: 'new' }
  /** A known movement. `names`: it had no bank transaction id, and the evidence contains one. */
  | { readonly kind: 'same'; readonly movement: KnownMovement; readonly names: boolean }
  /** A known movement with another amount, or one that cannot be distinguished from it. */
  | { readonly kind: 'differs'; readonly movement: KnownMovement }
  /** Too little information to decide between a known movement and a new one. */
  | { readonly kind: 'hint' };

/**
 * See decision 27. Evidence without an amount is compared by `orderSatang`. A different account,
 * payer or time means a different movement.
 */
export function matchMovement(
  movements: readonly KnownMovement[],
  evidence: Evidence & Pick<KnownMovement, 'accountId'>,
  orderSatang: number,
): Match {
  const known = movements.filter(({ accountId }) => accountId === evidence.accountId);
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

function isAnother(known: KnownMovement, { payer, movedAt }: Evidence): boolean {
  const otherTime =
    known.movedAt !== null && movedAt !== null && known.movedAt.getTime() !== movedAt.getTime();
  return otherTime || payersDiffer(known.payer, payer);
}
