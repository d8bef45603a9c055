import { listMemberships } from '../../db/accounts/memberships';
import { findPasswordReset, takePasswordReset } from '../../db/accounts/password-resets';
import { endSessions } from '../../db/accounts/sessions';
import { changePasswordHash, findPasswordHashes, findUser } from '../../db/accounts/users';
import type { Language, User } from '../../db/accounts/users';
import { Problem } from '../../domain/problem';
import { hashOfSentToken, hashOfToken } from '../../lib/secret-token';
import type { Deps } from '../deps';
import { countMail } from './limit-attempts';
import { hashNewPassword } from './passwords';
import { recordAuditEvent } from './record-audit-event';
import { noticePassword, orderMail } from './send-mail';
import { forgetOtherPlaces } from './sign-in-places';

/**
 * Has a mail sent with which a password can be set anew. Whether the address has an account is
 * found out when it is sent, so that the answer is the same either way. Throws Problem
 * `rate_limit_exceeded`.
 */
export async function requestPasswordReset(
  deps: Deps,
  request: { readonly email: string; readonly language: Language; readonly address: string | null },
): Promise<void> {
  await countMail(deps, request);
  const { email, language } = request;
  const dispatches = await deps.db.transaction((trx) =>
    orderMail(trx, { kind: 'password_reset', email, language, invitationId: null }),
  );
  deps.outbox.enqueue(dispatches);
}

/** The account whose password a link resets. Throws Problem `link_expired`. */
export async function findResetLink(deps: Pick<Deps, 'db'>, token: string): Promise<User> {
  const hash = hashOfSentToken(token);
  const userId = hash === null ? null : await findPasswordReset(deps.db, hash);
  if (userId === null) throw new Problem('link_expired');
  return findUser(deps.db, userId);
}

/**
 * Sets the password that a link is for, uses the link up and ends every session of the account.
 * Throws Problem `link_expired`, `weak_password` or `password_used_before`.
 */
export async function resetPassword(
  deps: Deps,
  token: string,
  password: string,
  address: string | null,
): Promise<void> {
  const user = await findResetLink(deps, token);
  const former = await findPasswordHashes(deps.db, user.id);
  const passwordHash = await hashNewPassword(deps, { password, email: user.email, former });
  await deps.db.transaction(async (trx) => {
    const userId = await takePasswordReset(trx, hashOfToken(token));
    if (userId === null) throw new Problem('link_expired');
    await changePasswordHash(trx, userId, passwordHash);
    await endSessions(trx, userId);
    await forgetOtherPlaces(trx, userId, null);
    await noticePassword(trx, user, 'dashboard', address);
    const actor = { kind: 'user', id: userId, address } as const;
    for (const { merchantId } of await listMemberships(trx, userId)) {
      await recordAuditEvent(deps, trx, { actor, scope: merchantId }, 'user.password_reset', {
        subject: userId,
      });
    }
  });
}
