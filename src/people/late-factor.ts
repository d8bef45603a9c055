import { listMemberships } from './store/memberships';
import { isYoungUser } from './store/people';
import type { Db } from '../platform/postgres/connect';
import { holdPayouts } from '../ledger/store/balances';
import { needsFactorToSignIn } from './rules/second-factor';
import type { Deps } from '../deps';
import type { Claimant } from './confirm-factor';
import { recordAuditEvent, type AuditContext } from '../kernel/audit/record-audit-event';
import { notifyOwners } from './send-mail';
import { isKnownClient, type ClientInfo } from './sign-in-places';

/**
 * Holds the payouts, and so the approvals, of the merchants that an owner or approver decides for,
 * when their first authenticator in live mode is late: the account is older than a day, or the
 * client is not from a place of the account. Until then the password or the mailbox sufficed, and
 * somebody else may have added it. Notifies the other owners.
 */
export async function holdAfterLateFactor(
  deps: Pick<Deps, 'config' | 'vault'>,
  trx: Db,
  audit: AuditContext,
  { realm, person: { id, name, email } }: Claimant,
  client: ClientInfo,
): Promise<void> {
  if (realm === 'operator' || deps.config.mode !== 'live') return;
  if ((await isYoungUser(trx, id)) && (await isKnownClient(trx, id, client))) return;
  for (const { merchantId, merchantName, role } of await listMemberships(trx, id)) {
    if (!needsFactorToSignIn({ realm, role }, deps.config.mode)) continue;
    await holdPayouts(trx, merchantId);
    const own = { ...audit, scope: merchantId };
    const detail = { payoutsHeld: true };
    await recordAuditEvent(deps, trx, own, 'factor.late', { subject: id, detail });
    const notice = { kind: 'member_late_factor', merchantName, name, email } as const;
    await notifyOwners(deps, trx, merchantId, notice, id);
  }
}
