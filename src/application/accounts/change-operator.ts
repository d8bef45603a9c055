import { endOperatorSessions } from '../../db/accounts/operator-sessions';
import {
  changeOperatorPassword,
  changeOperatorProfile,
  findOperatorPasswordHashes,
} from '../../db/accounts/operators';
import type { Operator } from '../../db/accounts/operators';
import { attemptFrom } from './limit-attempts';
import type { ClientInfo } from './begin-session';
import type { Deps } from '../deps';
import { beginOperatorSession } from './operator-session';
import type { OperatorSession } from './operator-session';
import { hashNewPassword } from './passwords';
import { provePassword } from './prove-password';
import { recordAuditEvent } from './record-audit-event';
import type { AuditContext } from './record-audit-event';
import { noticePassword } from './send-mail';
import { forgetOtherPlaces } from './sign-in-places';

export async function changeOwnOperatorProfile(
  deps: Deps,
  audit: AuditContext,
  { operator }: OperatorSession,
  { name, language }: Pick<Operator, 'name' | 'language'>,
): Promise<void> {
  await deps.db.transaction(async (trx) => {
    await changeOperatorProfile(trx, operator.id, { name, language });
    const what = { subject: operator.id, detail: { name, language } };
    await recordAuditEvent(deps, trx, audit, 'user.profile_changed', what);
  });
}

/**
 * Changes a password for who knows the old one. Every session ends, and the one that changed it
 * goes on under a new secret, which is returned. Throws Problem `wrong_credentials`,
 * `weak_password`, `password_used_before` or `rate_limit_exceeded`.
 */
export async function changeOwnOperatorPassword(
  deps: Deps,
  audit: AuditContext,
  { operator }: OperatorSession,
  passwords: { readonly old: string; readonly new: string },
  whereabouts: ClientInfo,
): Promise<string> {
  const { id, email } = operator;
  const attempt = { ...attemptFrom(whereabouts, email), of: 'operator' } as const;
  const former = await findOperatorPasswordHashes(deps.db, email);
  const account = { id, passwordHash: former[0] ?? null };
  await provePassword(deps, attempt, account, { text: passwords.old, param: 'old_password' });
  const passwordHash = await hashNewPassword(deps, { password: passwords.new, email, former });
  return deps.db.transaction(async (trx) => {
    await changeOperatorPassword(trx, operator.id, passwordHash);
    await endOperatorSessions(trx, operator.id);
    await forgetOtherPlaces(trx, id, whereabouts);
    await noticePassword(trx, operator, 'console', whereabouts.address);
    await recordAuditEvent(deps, trx, audit, 'user.password_changed', {
      subject: operator.id,
    });
    return beginOperatorSession(deps, trx, operator.id, whereabouts);
  });
}
