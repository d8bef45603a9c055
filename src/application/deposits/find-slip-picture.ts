import type { Merchant } from '../../db/accounts/merchants';
import { findSlipImage } from '../../db/orders/slips';
import { Problem } from '../../domain/problem';
import type { Deps } from '../deps';

export interface SlipPicture {
  /** By its first bytes, not by what its sender said. */
  readonly mediaType: string;
  readonly bytes: Buffer;
}

/**
 * The picture of a slip for a merchant's own deposit, as it came. Throws Problem `not_found` also
 * for one that has been removed, when its time was over.
 */
export async function findSlipPicture(
  { db, vault }: Pick<Deps, 'db' | 'vault'>,
  merchant: Merchant,
  slip: { readonly orderId: string; readonly slipId: string },
): Promise<SlipPicture> {
  const image = await findSlipImage(db, merchant.id, slip);
  if (image === null) throw new Problem('not_found');
  const { mediaType, imageSealed } = image;
  return { mediaType, bytes: vault.openBytes(imageSealed, 'slip_images.image') };
}
