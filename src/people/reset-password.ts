import { listMemberships } from './store/memberships';
import { findPasswordReset, takePasswordReset } from './store/password-resets';
import {
  findPasswordHashes,
  findUser,
  lockPasswordHash,
  type Language,
  type Person,
} from './store/people';
import { Problem } from '../kernel/rules/problem';
import { hashOfSentToken, hashOfToken } from '../platform/crypto/secret-token';
import type { Deps } from '../deps';
import { countMail } from './limit-attempts';
import { setPassword } from './own-account';
import { hashNewPassword } from './passwords';
import { recordAuditEvent } from '../kernel/audit/record-audit-event';
import { enqueueMail } from './send-mail';
import { auditContextOf } from './sessions';

/**
 * For users of merchants only. The address is looked up when the mail is sent, so the answer does
 * not reveal whether it has an account. Throws Problem `rate_limit_exceeded`.
 */
export async function requestPasswordReset(
  deps: Deps,
  request: { readonly email: string; readonly language: Language; readonly address: string | null },
): Promise<void> {
  await countMail(deps, request);
  const { email, language } = request;
  const messages = await deps.db.transaction((trx) =>
    enqueueMail(deps, trx, { kind: 'password_reset', email, language, invitationId: null }),
  );
  deps.outbox.enqueue(messages);
}

/** Throws Problem `link_expired`. */
export async function findResetLink(
  deps: Pick<Deps, 'db' | 'vault'>,
  token: string,
): Promise<Person> {
  const hash = hashOfSentToken(token);
  const userId = hash === null ? null : await findPasswordReset(deps.db, hash);
  if (userId === null) throw new Problem('link_expired');
  return findUser(deps.db, deps.vault, userId);
}

/**
 * Uses the link up and ends every session. The log of each merchant of the user records it. Throws
 * Problem `link_expired`, `weak_password` or `password_used_before`.
 */
export async function resetPassword(
  deps: Deps,
  token: string,
  password: string,
  address: string | null,
): Promise<void> {
  const user = await findResetLink(deps, token);
  const { id, email } = user;
  const former = await findPasswordHashes(deps.db, deps.vault, 'merchant', email);
  const passwordHash = await hashNewPassword(deps, { password, email, former });
  await deps.db.transaction(async (trx) => {
    // Before the link: a change of the password locks the user and then ends the links.
    await lockPasswordHash(trx, 'merchant', id, 'no key update');
    if (!(await takePasswordReset(trx, hashOfToken(token)))) throw new Problem('link_expired');
    await setPassword(deps, trx, 'merchant', user, passwordHash, { client: null, address });
    for (const { merchantId } of await listMemberships(trx, id)) {
      const audit = auditContextOf({ realm: 'merchant', personId: id, merchantId }, address);
      await recordAuditEvent(deps, trx, audit, 'user.password_reset', { subject: id });
    }
  });
}
