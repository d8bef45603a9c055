import { claimExpiringKeys, clearExpiredKeys } from '../src/db/accounts/api-keys';
import { insertMail } from '../src/db/accounts/mails';
import { listOwners } from '../src/db/accounts/memberships';
import { newId } from '../src/lib/new-id';
import type { ActivityDeps } from './deps';

const KEYS_MAX = 100;

/** Mails the owners of the merchant once per key. Also removes what expired keys have sealed. */
export async function noticeExpiringKeys({
  db,
  vault,
  outbox,
}: Pick<ActivityDeps, 'db' | 'vault' | 'outbox'>): Promise<void> {
  await clearExpiredKeys(db);
  const messages = await db.transaction(async (trx) => {
    const keys = await claimExpiringKeys(trx, KEYS_MAX);
    const queued = [];
    for (const { merchantId, merchantName, name: keyName, hint, expiresAt } of keys) {
      const at = expiresAt.toISOString();
      const notice = { kind: 'key_expiring', merchantName, keyName, hint, expiresAt: at } as const;
      for (const { email, language } of await listOwners(trx, vault, merchantId)) {
        const mail = { id: newId('mail_'), kind: 'notice', email, language } as const;
        queued.push(...(await insertMail(trx, vault, { ...mail, invitationId: null, notice })));
      }
    }
    return queued;
  });
  outbox.enqueue(messages);
}
