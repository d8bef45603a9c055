import {
  endOperatorLink,
  findOpenLink,
  findOperatorLink,
  insertOperatorLink,
} from '../../db/accounts/operator-links';
import type { OperatorLink } from '../../db/accounts/operator-links';
import { endOperatorSessions } from '../../db/accounts/operator-sessions';
import {
  changeOperatorPassword,
  findOperatorByEmail,
  findOperatorPasswordHashes,
  insertOperator,
} from '../../db/accounts/operators';
import type { Db } from '../../db/postgres/connect';
import type { Language } from '../../db/accounts/users';
import type { OperatorRole } from '../../domain/operator';
import { Problem } from '../../domain/problem';
import { newId } from '../../lib/new-id';
import { hashOfSentToken, newToken } from '../../lib/secret-token';
import type { ClientInfo } from './begin-session';
import type { Deps } from '../deps';
import { countMail } from './limit-attempts';
import { beginOperatorSession, operatorContext } from './operator-session';
import { hashNewPassword } from './passwords';
import { recordAuditEvent } from './record-audit-event';
import type { AuditContext } from './record-audit-event';
import { noticePassword, orderMail } from './send-mail';
import { forgetOtherPlaces, recordSignIn } from './sign-in-places';

export type { OperatorLink };

/** A link that somebody at a terminal takes away: until then it lies on a screen. */
const SHOWN_GOOD_FOR_HOURS = 1;
const MAILED_GOOD_FOR_HOURS = 48;

interface Wanted {
  readonly email: string;
  /** Of who is an operator already, the role stays. */
  readonly role: OperatorRole;
}

/**
 * Makes a link and returns its secret, for a terminal of the installation: whoever has that could
 * write into the database anyhow. A link for an operator's own address sets a new password.
 */
export async function issueOperatorLink(
  deps: Pick<Deps, 'db' | 'vault'>,
  audit: AuditContext,
  { email, role }: Wanted,
): Promise<{ readonly token: string; readonly isNew: boolean; readonly hours: number }> {
  const known = await findOperatorByEmail(deps.db, email);
  const { token, hash } = newToken();
  const hours = SHOWN_GOOD_FOR_HOURS;
  const link = linkFor(known, { email, role });
  await deps.db.transaction(async (trx) => {
    await insertOperatorLink(trx, { ...link, issuedBy: null, hash, hours });
    await recordLink(deps, trx, audit, link);
  });
  return { token, isNew: known === null, hours };
}

/**
 * Has a link mailed: to the console for who is yet to come, to a new password for who is there.
 * Throws Problem `rate_limit_exceeded`.
 */
export async function mailOperatorLink(
  deps: Deps,
  audit: AuditContext,
  { email, role, language }: Wanted & { readonly language: Language },
): Promise<void> {
  await countMail(deps, { email, address: audit.actor.address });
  const link = linkFor(await findOperatorByEmail(deps.db, email), { email, role });
  const dispatches = await deps.db.transaction(async (trx) => {
    const hours = MAILED_GOOD_FOR_HOURS;
    await insertOperatorLink(trx, { ...link, issuedBy: audit.actor.id, hash: null, hours });
    await recordLink(deps, trx, audit, link);
    return orderMail(trx, {
      kind: 'operator_link',
      email: link.email,
      language,
      invitationId: null,
      operatorLinkId: link.id,
    });
  });
  deps.outbox.enqueue(dispatches);
}

type KnownOperator = { readonly id: string; readonly email: string; readonly role: OperatorRole };
type Link = Pick<OperatorLink, 'id' | 'operatorId' | 'email' | 'role'>;

const linkFor = (known: KnownOperator | null, { email, role }: Wanted): Link => ({
  id: newId('opl_'),
  operatorId: known?.id ?? null,
  email: known?.email ?? email,
  role: known?.role ?? role,
});

const recordLink = (
  deps: Pick<Deps, 'vault'>,
  trx: Db,
  audit: AuditContext,
  { id, operatorId, email, role }: Link,
): Promise<void> =>
  recordAuditEvent(deps, trx, audit, 'operator.link_made', {
    subject: operatorId ?? id,
    detail: { email, role },
  });

/** Takes a link back. Throws Problem `invitation_not_found`. */
export async function revokeOperatorLink(
  deps: Deps,
  audit: AuditContext,
  id: string,
): Promise<void> {
  await deps.db.transaction(async (trx) => {
    const link = await findOperatorLink(trx, id);
    if (link === null || !(await endOperatorLink(trx, id))) {
      throw new Problem('invitation_not_found');
    }
    const what = { subject: id, detail: { email: link.email } };
    await recordAuditEvent(deps, trx, audit, 'operator.link_revoked', what);
  });
}

/** What a link is to. Throws Problem `link_expired` for one that is over or was never made. */
export async function openOperatorLink(
  deps: Pick<Deps, 'db'>,
  token: string,
): Promise<OperatorLink> {
  const hash = hashOfSentToken(token);
  const link = hash === null ? null : await findOpenLink(deps.db, hash);
  if (link === null) throw new Problem('link_expired');
  return link;
}

export interface Entering {
  /** Of who is yet to come. */
  readonly name: string | null;
  readonly password: string;
  readonly language: Language;
}

/**
 * Uses a link up: somebody becomes an operator, or has a new password and no other session. Returns
 * the secret of a session. Throws Problem `link_expired`, `weak_password`, `password_used_before`
 * or `missing_parameter`.
 */
export async function useOperatorLink(
  deps: Deps,
  token: string,
  { name, password, language }: Entering,
  whereabouts: ClientInfo,
): Promise<string> {
  const { id: linkId, operatorId, email, role } = await openOperatorLink(deps, token);
  if (operatorId === null && name === null) {
    throw new Problem('missing_parameter', { param: 'name', message: 'name is required.' });
  }
  const former = await findOperatorPasswordHashes(deps.db, email);
  const passwordHash = await hashNewPassword(deps, { password, email, former });
  return deps.db.transaction(async (trx) => {
    if (!(await endOperatorLink(trx, linkId))) throw new Problem('link_expired');
    if (operatorId !== null) {
      await changeOperatorPassword(trx, operatorId, passwordHash);
      await endOperatorSessions(trx, operatorId);
      await forgetOtherPlaces(trx, operatorId, whereabouts);
      await noticePassword(trx, { email, language }, 'console', whereabouts.address);
      const audit = operatorContext(operatorId, whereabouts.address);
      await recordAuditEvent(deps, trx, audit, 'user.password_reset', {
        subject: operatorId,
      });
      return beginOperatorSession(deps, trx, operatorId, whereabouts);
    }
    const newcomer = { id: newId('opr_'), email, name: name ?? '', language, role, passwordHash };
    const joinedId = await insertOperator(trx, newcomer);
    // Another link of the same address was used in this moment: its password counts now.
    if (joinedId === null) throw new Problem('link_expired');
    const audit = operatorContext(joinedId, whereabouts.address);
    const what = { subject: joinedId, detail: { email, role } };
    await recordAuditEvent(deps, trx, audit, 'operator.joined', what);
    await recordSignIn(trx, joinedId, whereabouts);
    return beginOperatorSession(deps, trx, joinedId, whereabouts);
  });
}
