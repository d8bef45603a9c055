import type { Merchant } from '../../kernel/merchants/store';
import { findSlipImage } from './store/slips';
import { orProblem } from '../../kernel/rules/problem';
import { recordAuditEvent, type AuditContext } from '../../kernel/audit/record-audit-event';
import type { Deps } from '../../deps';

export interface SlipPicture {
  /** Detected from the first bytes; the sender's media type is ignored. */
  readonly mediaType: string;
  readonly bytes: Buffer;
}

/**
 * Recorded in the audit log. Throws Problem `not_found`, also after the image's retention period.
 */
export async function findSlipPicture(
  { db, vault }: Pick<Deps, 'db' | 'vault'>,
  audit: AuditContext,
  merchant: Merchant,
  slip: { readonly orderId: string; readonly slipId: string },
): Promise<SlipPicture> {
  const image = orProblem(await findSlipImage(db, merchant.id, slip), 'not_found');
  const { mediaType, imageSealed } = image;
  await db.transaction((trx) =>
    recordAuditEvent({ vault }, trx, audit, 'slip.viewed', { subject: slip.slipId }),
  );
  return { mediaType, bytes: vault.openBytes(imageSealed, 'slip_images.image') };
}
