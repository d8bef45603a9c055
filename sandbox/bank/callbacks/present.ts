import { satangToBaht } from '../../../src/domain/money';
import type { Callback } from '../book/callback-shelf';
import type { Progress } from './callback-sender';

/** A callback as the bank's API shows it. A declined payment has no transfer, so two nulls. */
export function presentCallback(callback: Callback, progress: Progress | null): object {
  const { callbackId, state, at, reason } = callback;
  return {
    callbackId,
    state,
    stateSince: at,
    ...presentAbout(callback),
    attempts: progress?.attempts ?? null,
    reason: reason ?? progress?.reason ?? null,
  };
}

function presentAbout({ about }: Callback): object {
  if (about.kind === 'payment') {
    const { transfer } = about;
    return {
      tells: transfer === null ? 'failed' : 'success',
      transactionId: transfer?.transactionId ?? null,
      amount: transfer === null ? null : satangToBaht(transfer.amountSatang),
      dueAt: null,
      withWrongKey: false,
    };
  }
  const { request, decision, telling } = about;
  return {
    tells: telling.failure === null ? 'success' : 'failed',
    transactionId: decision.transactionId,
    amount: satangToBaht(request.amountSatang),
    dueAt: telling.dueAt,
    withWrongKey: telling.withWrongKey,
  };
}
