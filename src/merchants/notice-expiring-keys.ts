import { claimExpiringKeys, clearExpiredKeys } from './store/api-keys';
import type { Deps } from '../deps';
import { notifyOwners } from '../people/send-mail';

/**
 * Mails the owners of the merchant once per key. Also removes what expired keys have sealed.
 * Returns the number of keys that it has noticed.
 */
export async function noticeExpiringKeys(
  deps: Pick<Deps, 'db' | 'vault'>,
  limit: number,
): Promise<number> {
  await clearExpiredKeys(deps.db);
  return deps.db.transaction(async (trx) => {
    const keys = await claimExpiringKeys(trx, limit);
    for (const { merchantId, merchantName, name: keyName, hint, expiresAt: at } of keys) {
      const notice = { kind: 'key_expiring', merchantName, keyName, hint } as const;
      await notifyOwners(deps, trx, merchantId, { ...notice, expiresAt: at.toISOString() });
    }
    return keys.length;
  });
}
