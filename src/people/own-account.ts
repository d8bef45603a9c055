import type { Db } from '../platform/postgres/connect';
import { endHalfSessions } from './store/half-sessions';
import { endPasswordLinks } from './store/invitations';
import { endPasswordResets } from './store/password-resets';
import {
  changePasswordHash,
  changeProfile,
  findPasswordHashes,
  lockPasswordHash,
  type Person,
} from './store/people';
import { endSessions, lockSession } from './store/sessions';
import { Problem } from '../kernel/rules/problem';
import type { Realm } from '../kernel/rules/realm';
import type { Deps } from '../deps';
import { hashNewPassword, verifyPassword } from './passwords';
import { recordAuditEvent, type AuditContext } from '../kernel/audit/record-audit-event';
import { enqueuePasswordNotice } from './send-mail';
import { beginSession, seatOf, type Session } from './sessions';
import { forgetOtherPlaces, type ClientInfo } from './sign-in-places';

export async function changeOwnProfile(
  deps: Deps,
  audit: AuditContext,
  { realm, person: { id } }: Session,
  { name, language }: Pick<Person, 'name' | 'language'>,
): Promise<void> {
  await deps.db.transaction(async (trx) => {
    await changeProfile(trx, deps.vault, realm, id, { name, language });
    const what = { subject: id, detail: { name, language } };
    await recordAuditEvent(deps, trx, audit, 'user.profile_changed', what);
  });
}

/**
 * Ends every session and every link that sets a password, makes all devices but the client's
 * unknown (all when `client` is null), and notifies the person by mail.
 */
export async function setPassword(
  deps: Pick<Deps, 'vault'>,
  trx: Db,
  realm: Realm,
  person: Pick<Person, 'id' | 'email' | 'language'>,
  passwordHash: string,
  { client, address }: { readonly client: ClientInfo | null; readonly address: string | null },
): Promise<void> {
  await changePasswordHash(trx, realm, person.id, passwordHash);
  await endSessions(trx, realm, person.id);
  await endHalfSessions(trx, person.id);
  if (realm === 'merchant') await endPasswordResets(trx, person.id);
  else await endPasswordLinks(trx, person.id);
  await forgetOtherPlaces(trx, person.id, client);
  await enqueuePasswordNotice(deps, trx, realm, person, address);
}

/**
 * Returns the secret of a new session, which keeps the time of the second factor. Throws Problem
 * `wrong_credentials`, `weak_password`, `password_used_before`, `rate_limit_exceeded` or, when the
 * session has ended or the password has been changed meanwhile, `signed_out`.
 */
export async function changeOwnPassword(
  deps: Deps,
  audit: AuditContext,
  session: Session,
  passwords: { readonly old: string; readonly new: string },
  client: ClientInfo,
): Promise<string> {
  const { realm, person } = session;
  const { id, email } = person;
  const hashes = await findPasswordHashes(deps.db, deps.vault, realm, email);
  const [verified = null] = hashes;
  await verifyPassword(
    deps,
    { realm, email, ...client },
    { id, passwordHash: verified },
    { text: passwords.old, param: 'old_password' },
  );
  const passwordHash = await hashNewPassword(deps, {
    password: passwords.new,
    email,
    former: hashes,
  });
  return deps.db.transaction(async (trx) => {
    // Refused after a reset of the password or the end of this session.
    const held = await lockPasswordHash(trx, realm, id, 'no key update');
    const former = await lockSession(trx, realm, session.id);
    if (held !== verified || former === null) throw new Problem('signed_out');
    await setPassword(deps, trx, realm, person, passwordHash, { client, address: client.address });
    await recordAuditEvent(deps, trx, audit, 'user.password_changed', { subject: id });
    const { factorAt } = former;
    const confirmedBy = factorAt === null ? null : 'earlier';
    return beginSession(deps, trx, seatOf(session), client, confirmedBy, factorAt);
  });
}
