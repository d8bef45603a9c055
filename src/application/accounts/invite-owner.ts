import { insertInvitation } from '../../db/accounts/invitations';
import { listMembers } from '../../db/accounts/memberships';
import { findMerchant } from '../../db/accounts/merchants';
import { emailKeyOf } from '../../db/accounts/users';
import type { Language } from '../../db/accounts/users';
import { Problem } from '../../domain/problem';
import { newId } from '../../lib/new-id';
import type { Deps } from '../deps';
import { recordAuditEvent } from './record-audit-event';
import type { AuditContext } from './record-audit-event';
import { notifyOwners, orderMail } from './send-mail';

const GOOD_FOR_DAYS = 7;

interface Invited {
  readonly email: string;
  readonly language: Language;
  /** Whether whoever invites may add an owner to those that are there. */
  readonly isAdmin: boolean;
}

/**
 * Invites an owner by mail into the team of a merchant that was not opened at the dashboard, or
 * whose owners are gone. Where there is an owner, only an admin may, and owners are told by mail
 * at once. Throws Problem `merchant_not_found`, `member_already` or `not_permitted`.
 */
export async function inviteOwner(
  deps: Pick<Deps, 'db' | 'vault'> & { readonly outbox?: Deps['outbox'] },
  audit: AuditContext,
  merchantId: string,
  { email, language, isAdmin }: Invited,
): Promise<void> {
  const merchant = await findMerchant(deps.db, merchantId);
  if (merchant === null) throw new Problem('merchant_not_found');
  const members = await listMembers(deps.db, merchantId);
  if (members.some((member) => emailKeyOf(member.email) === emailKeyOf(email))) {
    throw new Problem('member_already', { param: 'email' });
  }
  const hasOwner = members.some(({ role }) => role === 'owner');
  if (hasOwner && !isAdmin) throw new Problem('not_permitted');
  const id = newId('inv_');
  const dispatches = await deps.db.transaction(async (trx) => {
    await insertInvitation(trx, {
      id,
      email,
      role: 'owner',
      to: { merchantId },
      invitedBy: null,
      days: GOOD_FOR_DAYS,
    });
    const detail = { email, role: 'owner' };
    await recordAuditEvent(deps, trx, audit, 'member.invited', {
      subject: id,
      detail: { ...detail, merchantId },
      merchant: { id: merchantId, detail },
    });
    const { name: merchantName } = merchant;
    await notifyOwners(trx, merchantId, { kind: 'owner_invited', merchantName, email });
    return orderMail(trx, { kind: 'invitation', email, language, invitationId: id });
  });
  // Where nobody is told at once, an API or a worker finds it in the outbox.
  deps.outbox?.enqueue(dispatches);
}
