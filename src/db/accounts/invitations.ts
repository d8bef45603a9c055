import type { Role } from '../../domain/role';
import type { Db } from '../postgres/connect';
import { run } from '../postgres/connect';
import { emailKeyOf } from './users';

/** A place that waits for somebody: in a merchant's team, or as the owner of a new merchant. */
export interface Invitation {
  readonly id: string;
  /** Null for a merchant that is yet to be opened. */
  readonly merchantId: string | null;
  readonly merchantName: string;
  readonly email: string;
  readonly role: Role;
  /** Who invites; null for who invited himself, or was invited at a terminal. */
  readonly invitedBy: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

const selection = `
  select invitations.id, invitations.merchant_id as "merchantId",
         coalesce(merchants.name, merchant_name) as "merchantName", invitations.email,
         invitations.role, users.name as "invitedBy", invitations.created_at as "createdAt",
         expires_at as "expiresAt"
  from invitations left join merchants on merchants.id = invitations.merchant_id
  left join users on users.id = invitations.invited_by`;

/** Null when nobody was told that secret, or it is too late for it. */
export async function findOpenInvitation(db: Db, hash: Buffer): Promise<Invitation | null> {
  const [row] = await run<Invitation>(
    db,
    'find-open-invitation',
    `${selection} where hash = ? and ended_at is null and expires_at > now()`,
    [hash],
  );
  return row ?? null;
}

/** For the mail that tells of it; null when it has ended. */
export async function findInvitation(db: Db, id: string): Promise<Invitation | null> {
  const [row] = await run<Invitation>(
    db,
    'find-invitation',
    `${selection} where invitations.id = ? and ended_at is null and expires_at > now()`,
    [id],
  );
  return row ?? null;
}

/** Those of a merchant's team that wait, newest first. */
export async function listInvitations(db: Db, merchantId: string): Promise<readonly Invitation[]> {
  return run<Invitation>(
    db,
    'list-invitations',
    `${selection} where invitations.merchant_id = ? and ended_at is null and expires_at > now()
     order by invitations.created_at desc, invitations.id limit 100`,
    [merchantId],
  );
}

export type NewInvitation = Pick<Invitation, 'id' | 'email' | 'role'> & {
  /** The merchant to join, or the name of the one to open. */
  readonly to: { readonly merchantId: string } | { readonly merchantName: string };
  readonly invitedBy: string | null;
  readonly days: number;
};

/** One that waits for the same person in the same team gives way to it. */
export async function insertInvitation(trx: Db, invitation: NewInvitation): Promise<void> {
  const { id, email, role, to, invitedBy, days } = invitation;
  const merchantId = 'merchantId' in to ? to.merchantId : null;
  const emailKey = emailKeyOf(email);
  if (merchantId !== null) {
    await trx('invitations')
      .where({ merchant_id: merchantId, email_key: emailKey })
      .whereNull('ended_at')
      .update({ ended_at: trx.fn.now() });
  }
  await trx('invitations').insert({
    id,
    merchant_id: merchantId,
    merchant_name: 'merchantName' in to ? to.merchantName : null,
    email,
    email_key: emailKey,
    role,
    invited_by: invitedBy,
    expires_at: trx.raw(`now() + ? * interval '1 day'`, [days]),
  });
}

/** What the next mail tells makes what the last one told worthless. False when it has ended. */
export async function setInvitationHash(db: Db, id: string, hash: Buffer): Promise<boolean> {
  const changed = await db('invitations').where({ id }).whereNull('ended_at').update({ hash });
  return changed > 0;
}

/** False when it had ended. Of two at once one ends it. */
export async function endInvitation(trx: Db, id: string): Promise<boolean> {
  const changed = await trx('invitations')
    .where({ id })
    .whereNull('ended_at')
    .update({ ended_at: trx.fn.now() });
  return changed > 0;
}

/** Ends the open invitations to a merchant that operators have made. */
export async function endOperatorsInvitations(trx: Db, merchantId: string): Promise<void> {
  await trx('invitations')
    .where('merchant_id', merchantId)
    .whereNull('invited_by')
    .whereNull('ended_at')
    .update({ ended_at: trx.fn.now() });
}
