import { insertInvitation } from '../db/invitations';
import { listMembers } from '../db/memberships';
import { findMerchant } from '../db/merchants';
import { emailKeyOf } from '../db/users';
import type { Language } from '../db/users';
import type { Actor } from '../domain/act';
import { Problem } from '../domain/problem';
import { newId } from '../lib/new-id';
import { commit } from './commit';
import type { Deps } from './deps';
import { recordOperatorAct } from './record-operator-act';
import { orderMail } from './send-mail';

const GOOD_FOR_DAYS = 7;

/**
 * Invites an owner by mail into the team of a merchant that was not opened at the dashboard, or
 * whose owners are gone. Throws Problem `merchant_not_found` or `member_already`.
 */
export async function inviteOwner(
  deps: Pick<Deps, 'db' | 'vault'> & { readonly dispatcher?: Deps['dispatcher'] },
  actor: Actor,
  merchantId: string,
  { email, language }: { readonly email: string; readonly language: Language },
): Promise<void> {
  if ((await findMerchant(deps.db, merchantId)) === null) throw new Problem('merchant_not_found');
  const members = await listMembers(deps.db, merchantId);
  if (members.some((member) => emailKeyOf(member.email) === emailKeyOf(email))) {
    throw new Problem('member_already', { param: 'email' });
  }
  const id = newId('inv_');
  const dispatches = await commit(deps, async (trx) => {
    await insertInvitation(trx, {
      id,
      email,
      role: 'owner',
      to: { merchantId },
      invitedBy: null,
      days: GOOD_FOR_DAYS,
    });
    const detail = { email, role: 'owner' };
    await recordOperatorAct(deps, trx, actor, 'member.invited', {
      subject: id,
      detail: { ...detail, merchantId },
      merchant: { id: merchantId, detail },
    });
    return orderMail(trx, { kind: 'invitation', email, language, invitationId: id });
  });
  // Where nobody is told at once, an API or a worker finds it in the outbox.
  deps.dispatcher?.offer(dispatches);
}
