import * as orders from '../store/orders';
import { orProblem } from '../../kernel/rules/problem';
import type { CodeEnd } from '../../platform/images/ended-image';
import type { Deps } from '../../deps';

/** `end` says why the code cannot be paid any more; null while it can. */
export interface FoundQrCode extends orders.QrCode {
  readonly end: CodeEnd | null;
}

/** Needs no authentication. Throws Problem `qr_code_not_found`. */
export async function findQrCode(
  deps: Pick<Deps, 'db'>,
  qrCodeId: string,
  nowMs: number = Date.now(),
): Promise<FoundQrCode> {
  const qrCode = orProblem(await orders.findQrCode(deps.db, qrCodeId), 'qr_code_not_found');
  return { ...qrCode, end: endOf(qrCode, nowMs) };
}

function endOf({ status, expiresAt }: orders.QrCode, nowMs: number): CodeEnd | null {
  if (status === 'succeeded') return 'paid';
  return status !== 'pending' || expiresAt.getTime() <= nowMs ? 'expired' : null;
}
