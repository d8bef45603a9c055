import { endSessions } from '../../db/accounts/sessions';
import { changePasswordHash, changeProfile, findPasswordHashes } from '../../db/accounts/users';
import type { User } from '../../db/accounts/users';
import { beginSession } from './begin-session';
import { attemptFrom } from './limit-attempts';
import type { ClientInfo } from './begin-session';
import type { Deps } from '../deps';
import type { Session } from './find-session';
import { hashNewPassword } from './passwords';
import { provePassword } from './prove-password';
import { recordAuditEvent } from './record-audit-event';
import { noticePassword } from './send-mail';
import { forgetOtherPlaces } from './sign-in-places';
import type { AuditContext } from './record-audit-event';

export async function changeOwnProfile(
  deps: Deps,
  audit: AuditContext,
  { user }: Session,
  profile: Pick<User, 'name' | 'language'>,
): Promise<void> {
  await deps.db.transaction(async (trx) => {
    await changeProfile(trx, user.id, profile);
    const detail = { name: profile.name, language: profile.language };
    await recordAuditEvent(deps, trx, audit, 'user.profile_changed', { subject: user.id, detail });
  });
}

/**
 * Changes a password for who knows the old one. Every session ends, and the one that changed it
 * goes on under a new secret, which is returned. Throws Problem `wrong_credentials`,
 * `weak_password`, `password_used_before` or `rate_limit_exceeded`.
 */
export async function changeOwnPassword(
  deps: Deps,
  audit: AuditContext,
  { user, merchant }: Session,
  passwords: { readonly old: string; readonly new: string },
  whereabouts: ClientInfo,
): Promise<string> {
  const { id, email } = user;
  const former = await findPasswordHashes(deps.db, id);
  const account = { id, passwordHash: former[0] };
  await provePassword(deps, attemptFrom(whereabouts, email), account, {
    text: passwords.old,
    param: 'old_password',
  });
  const passwordHash = await hashNewPassword(deps, { password: passwords.new, email, former });
  return deps.db.transaction(async (trx) => {
    await changePasswordHash(trx, user.id, passwordHash);
    await endSessions(trx, user.id);
    await forgetOtherPlaces(trx, id, whereabouts);
    await noticePassword(trx, user, 'dashboard', whereabouts.address);
    await recordAuditEvent(deps, trx, audit, 'user.password_changed', { subject: user.id });
    return beginSession(deps, trx, { userId: user.id, merchantId: merchant.id }, whereabouts);
  });
}
