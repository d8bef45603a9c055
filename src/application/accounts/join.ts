import type { Db } from '../../db/postgres/connect';
import { holdPayouts } from '../../db/ledger/balances';
import {
  endInvitation,
  endOperatorsInvitations,
  findOpenInvitation,
} from '../../db/accounts/invitations';
import type { Invitation } from '../../db/accounts/invitations';
import { insertMembership, lockOwners } from '../../db/accounts/memberships';
import { findUserByEmail, insertUser } from '../../db/accounts/users';
import type { Language } from '../../db/accounts/users';
import { Problem } from '../../domain/problem';
import { newId } from '../../lib/new-id';
import { hashOfSentToken } from '../../lib/secret-token';
import { beginSession } from './begin-session';
import { attemptFrom } from './limit-attempts';
import type { ClientInfo } from './begin-session';
import { openMerchant } from '../merchants/create-merchant';
import type { Deps } from '../deps';
import { announceOwner } from './announce-owner';
import { hashNewPassword } from './passwords';
import { provePassword } from './prove-password';
import { recordAuditEvent } from './record-audit-event';
import { announceSignIn, recordSignIn } from './sign-in-places';

export type { Invitation };

/** What somebody is invited to who holds the link of a mail. */
export interface InvitationPreview {
  readonly invitation: Invitation;
  /** Whether the address has an account: then its password is asked for, else a new one. */
  readonly hasAccount: boolean;
}

/** Throws Problem `link_expired` for a link that is over or was never given out. */
export async function findInvitationPreview(
  deps: Pick<Deps, 'db'>,
  token: string,
): Promise<InvitationPreview> {
  const hash = hashOfSentToken(token);
  const invitation = hash === null ? null : await findOpenInvitation(deps.db, hash);
  if (invitation === null) throw new Problem('link_expired');
  const user = await findUserByEmail(deps.db, invitation.email);
  return { invitation, hasAccount: user !== null };
}

export interface Joining {
  /** Of who has no account yet. */
  readonly name: string | null;
  readonly password: string;
  readonly language: Language;
}

/**
 * Takes up an invitation: a new account, or the one that the address has, joins the merchant, which
 * is opened if it has to be. Returns the secret of a session. Throws Problem `link_expired`,
 * `wrong_credentials`, `weak_password`, `missing_parameter` or `rate_limit_exceeded`.
 */
export async function join(
  deps: Deps,
  token: string,
  joining: Joining,
  whereabouts: ClientInfo,
): Promise<string> {
  const { invitation } = await findInvitationPreview(deps, token);
  const someone = await identify(deps, invitation, joining, whereabouts);
  return deps.db.transaction(async (trx) => {
    if (!(await endInvitation(trx, invitation.id))) throw new Problem('link_expired');
    const userId = await someone(trx);
    const merchantId = await enter(deps, trx, invitation, userId, whereabouts);
    return beginSession(deps, trx, { userId, merchantId }, whereabouts);
  });
}

/** Who joins: the account of the address, proven by its password, or a new one. */
async function identify(
  deps: Deps,
  { email }: Invitation,
  { name, password, language }: Joining,
  whereabouts: ClientInfo,
): Promise<(trx: Db) => Promise<string>> {
  const user = await findUserByEmail(deps.db, email);
  if (user !== null) {
    const attempt = attemptFrom(whereabouts, email);
    await provePassword(deps, attempt, user, { text: password, param: 'password' });
    return async (trx) => {
      await announceSignIn(trx, user, 'dashboard', whereabouts);
      return user.id;
    };
  }
  if (name === null) {
    throw new Problem('missing_parameter', { param: 'name', message: 'name is required.' });
  }
  const passwordHash = await hashNewPassword(deps, { password, email, former: [] });
  return async (trx) => {
    const id = newId('usr_');
    const inserted = await insertUser(trx, { id, email, name, language, passwordHash });
    // Another link of the same address was used in this moment: its password counts now.
    if (!inserted) throw new Problem('link_expired');
    await recordSignIn(trx, id, whereabouts);
    return id;
  };
}

async function enter(
  deps: Deps,
  trx: Db,
  invitation: Invitation,
  userId: string,
  { address }: ClientInfo,
): Promise<string> {
  const { merchantId: known, merchantName, role } = invitation;
  const merchantId = known ?? (await openMerchant(deps, trx, merchantName));
  const audit = { actor: { kind: 'user', id: userId, address } as const, scope: merchantId };
  if (known === null) {
    const detail = { name: merchantName };
    await recordAuditEvent(deps, trx, audit, 'merchant.opened', { subject: merchantId, detail });
  }
  const isHeld = role === 'owner' && (await admitOwner(trx, invitation, merchantId));
  await insertMembership(trx, merchantId, userId, role);
  const detail = { role, ...(isHeld ? { payoutsHeld: true } : {}) };
  await recordAuditEvent(deps, trx, audit, 'member.joined', { subject: userId, detail });
  if (role === 'owner') await announceOwner(trx, { merchantId, userId, payoutsHeld: isHeld });
  return merchantId;
}

/**
 * Holds the payouts of a merchant to which an operator adds an owner. Returns whether it does.
 * The first owner ends other invitations by operators: from then on only admins invite.
 */
async function admitOwner(
  trx: Db,
  { invitedBy }: Invitation,
  merchantId: string,
): Promise<boolean> {
  const owners = await lockOwners(trx, merchantId);
  if (owners.length === 0) {
    await endOperatorsInvitations(trx, merchantId);
    return false;
  }
  if (invitedBy !== null) return false;
  await holdPayouts(trx, merchantId);
  return true;
}
