import type { Db } from '../../platform/postgres/connect';
import { holdPayouts } from '../../ledger/store/balances';
import {
  endInvitation,
  endOperatorsInvitations,
  findInvitationByHash,
  type Invitation,
} from '../../people/store/invitations';
import { insertMembership, lockOwners } from '../../people/store/memberships';
import { lockMerchant } from '../../kernel/merchants/store';
import {
  findPasswordHashes,
  findPersonByEmail,
  insertOperator,
  insertUser,
  lockPasswordHash,
  type Language,
} from '../../people/store/people';
import { Problem } from '../../kernel/rules/problem';
import type { Realm } from '../../kernel/rules/realm';
import { newId } from '../../platform/new-id';
import { hashOfSentToken } from '../../platform/crypto/secret-token';
import type { Deps } from '../../deps';
import { openMerchant } from '../create-merchant';
import { setPassword } from '../../people/own-account';
import { hashNewPassword, keepPassword, verifyPassword } from '../../people/passwords';
import { recordAuditEvent } from '../../kernel/audit/record-audit-event';
import { auditContextOf, type Seat } from '../../people/sessions';
import { admit, type Admission } from '../../people/sign-in';
import { recordSignIn, type ClientInfo } from '../../people/sign-in-places';
import { announceOwner } from './team';

export type { Invitation };

export interface InvitationPreview<R extends Realm = Realm> {
  readonly invitation: Invitation<R>;
  /** The address has an account in the realm. */
  readonly hasAccount: boolean;
}

/** Throws Problem `link_expired` for a link that was used, has expired or was never sent. */
export async function findInvitationPreview<R extends Realm>(
  deps: Pick<Deps, 'db' | 'vault'>,
  realm: R,
  token: string,
): Promise<InvitationPreview<R>> {
  const hash = hashOfSentToken(token);
  const invitation =
    hash === null ? null : await findInvitationByHash(deps.db, deps.vault, realm, hash);
  if (invitation === null) throw new Problem('link_expired');
  if (realm === 'operator') return { invitation, hasAccount: invitation.personId !== null };
  const user = await findPersonByEmail(deps.db, deps.vault, realm, invitation.email);
  return { invitation, hasAccount: user !== null };
}

export interface Joining {
  /** Required for a new account. */
  readonly name: string | null;
  readonly password: string;
  readonly language: Language;
}

interface Entry {
  readonly invitation: Invitation<Realm>;
  /** Locks the password of a known account. Comes before the other locks of the transaction. */
  readonly lock: (trx: Db) => Promise<unknown>;
  /** Runs in the transaction that ends the invitation. */
  readonly enter: (trx: Db) => Promise<Seat>;
}

/**
 * Accepts an invitation and signs the person in. A new account gets the given password; an existing
 * user proves the current one; an existing operator sets a new one. Throws Problem `link_expired`,
 * `wrong_credentials`, `weak_password`, `password_used_before`, `missing_parameter` or
 * `rate_limit_exceeded`.
 */
export async function join(
  deps: Deps,
  realm: Realm,
  token: string,
  joining: Joining,
  client: ClientInfo,
): Promise<Admission> {
  const { invitation, lock, enter } =
    realm === 'merchant'
      ? await prepareUser(deps, token, joining, client)
      : await prepareOperator(deps, token, joining, client);
  return deps.db.transaction(async (trx) => {
    await lock(trx);
    // Approval rules lock the merchant and then end its invitations: the same order.
    if (invitation.merchantId !== null) await lockMerchant(trx, invitation.merchantId);
    if (!(await endInvitation(trx, realm, invitation.id))) throw new Problem('link_expired');
    return admit(deps, trx, await enter(trx), client);
  });
}

/** Throws Problem `missing_parameter`. */
function demandName({ name }: Joining): string {
  if (name !== null) return name;
  throw new Problem('missing_parameter', { param: 'name', message: 'name is required.' });
}

async function prepareUser(
  deps: Deps,
  token: string,
  joining: Joining,
  client: ClientInfo,
): Promise<Entry> {
  const { invitation } = await findInvitationPreview(deps, 'merchant', token);
  const { email } = invitation;
  const { password, language } = joining;
  const user = await findPersonByEmail(deps.db, deps.vault, 'merchant', email);
  if (user !== null) {
    const attempt = { realm: 'merchant', email, ...client } as const;
    await verifyPassword(deps, attempt, user, { text: password, param: 'password' });
    return {
      invitation,
      lock: (trx) => keepPassword(trx, 'merchant', user),
      enter: (trx) => enterMerchant(deps, trx, invitation, user.id, client),
    };
  }
  const name = demandName(joining);
  const passwordHash = await hashNewPassword(deps, { password, email, former: [] });
  const enter = async (trx: Db) => {
    const id = newId('usr_');
    const inserted = await insertUser(trx, deps.vault, { id, email, name, language, passwordHash });
    // A concurrent request used another link of the address and set its password.
    if (!inserted) throw new Problem('link_expired');
    await recordSignIn(trx, id, client);
    return enterMerchant(deps, trx, invitation, id, client);
  };
  return { invitation, lock: () => Promise.resolve(), enter };
}

/** Creates the merchant if the invitation is a sign-up. */
async function enterMerchant(
  deps: Deps,
  trx: Db,
  invitation: Invitation,
  userId: string,
  { address }: ClientInfo,
): Promise<Seat> {
  const { merchantId: known, merchantName, role } = invitation;
  const merchantId = known ?? (await openMerchant(deps, trx, merchantName));
  const seat = { realm: 'merchant', personId: userId, merchantId } as const;
  const audit = auditContextOf(seat, address);
  if (known === null) {
    const detail = { name: merchantName };
    await recordAuditEvent(deps, trx, audit, 'merchant.opened', { subject: merchantId, detail });
  }
  const isHeld = role === 'owner' && (await admitOwner(trx, invitation, merchantId));
  await insertMembership(trx, merchantId, userId, role);
  const detail = { role, ...(isHeld ? { payoutsHeld: true } : {}) };
  await recordAuditEvent(deps, trx, audit, 'member.joined', { subject: userId, detail });
  if (role === 'owner') await announceOwner(deps, trx, { merchantId, userId, payoutsHeld: isHeld });
  return seat;
}

/**
 * When an owner invited by an operator joins a merchant that already has an owner, holds the
 * merchant's payouts (decision 26). Returns whether it did. The first owner ends other invitations
 * by operators: from then on only admins invite.
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

async function prepareOperator(
  deps: Deps,
  token: string,
  joining: Joining,
  client: ClientInfo,
): Promise<Entry> {
  const { invitation } = await findInvitationPreview(deps, 'operator', token);
  const { personId: known, email, role } = invitation;
  const { password, language } = joining;
  const name = known === null ? demandName(joining) : '';
  const former = await findPasswordHashes(deps.db, deps.vault, 'operator', email);
  const passwordHash = await hashNewPassword(deps, { password, email, former });
  const { address } = client;
  const enter = async (trx: Db) => {
    const operator = { id: known ?? newId('opr_'), email, name, language, role, passwordHash };
    const personId = known ?? (await insertOperator(trx, deps.vault, operator));
    // A concurrent request used another link of the address and set its password.
    if (personId === null) throw new Problem('link_expired');
    const seat = { realm: 'operator', personId, merchantId: null } as const;
    const audit = auditContextOf(seat, address);
    if (known === null) {
      const what = { subject: personId, detail: { email, role } };
      await recordAuditEvent(deps, trx, audit, 'operator.joined', what);
      await recordSignIn(trx, personId, client);
    } else {
      await setPassword(deps, trx, 'operator', operator, passwordHash, { client, address });
      await recordAuditEvent(deps, trx, audit, 'user.password_reset', { subject: personId });
    }
    return seat;
  };
  const lock = async (trx: Db) =>
    known !== null && lockPasswordHash(trx, 'operator', known, 'no key update');
  return { invitation, lock, enter };
}
