import * as orders from '../../db/orders/orders';
import type { QrCode } from '../../db/orders/orders';
import { Problem } from '../../domain/problem';
import type { Deps } from '../deps';

/**
 * Finds a payable QR code by its id, without authentication. Throws Problem `qr_code_not_found` or
 * `qr_code_expired`.
 */
export async function findQrCode(
  deps: Pick<Deps, 'db'>,
  qrCodeId: string,
  nowMs: number = Date.now(),
): Promise<QrCode> {
  const qrCode = await orders.findQrCode(deps.db, qrCodeId);
  if (qrCode === null) throw new Problem('qr_code_not_found');
  if (qrCode.status !== 'pending' || qrCode.expiresAt.getTime() <= nowMs) {
    throw new Problem('qr_code_expired');
  }
  return qrCode;
}
