import { satangToBaht } from '../../domain/money';
import type { Callback } from '../book/book-state';
import type { Progress } from './callback-sender';

/** A callback as the bank's API shows it. A declined payment has no transfer, so two nulls. */
export function presentCallback(callback: Callback, progress: Progress | null): object {
  const { callbackId, transfer, state, at, reason } = callback;
  return {
    callbackId,
    state,
    stateSince: at,
    transactionId: transfer?.transactionId ?? null,
    amount: transfer === null ? null : satangToBaht(transfer.amountSatang),
    attempts: progress?.attempts ?? null,
    reason: reason ?? progress?.reason ?? null,
  };
}
