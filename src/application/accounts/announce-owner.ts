import type { Db } from '../../db/postgres/connect';
import { findMerchant } from '../../db/accounts/merchants';
import { findUser } from '../../db/accounts/users';
import { notifyOwners } from './send-mail';

/** Tells the other owners of a merchant by mail that there is a new one. */
export async function announceOwner(
  trx: Db,
  {
    merchantId,
    userId,
    payoutsHeld,
  }: { readonly merchantId: string; readonly userId: string; readonly payoutsHeld: boolean },
): Promise<void> {
  const merchant = await findMerchant(trx, merchantId);
  if (merchant === null) throw new Error(`there is no merchant ${merchantId}`);
  const { name, email } = await findUser(trx, userId);
  const { name: merchantName } = merchant;
  const notice = { kind: 'owner_joined', merchantName, name, email, payoutsHeld } as const;
  await notifyOwners(trx, merchantId, notice, userId);
}
