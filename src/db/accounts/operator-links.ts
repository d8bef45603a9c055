import type { OperatorRole } from '../../domain/operator';
import type { Db } from '../postgres/connect';
import { run } from '../postgres/connect';
import { emailKeyOf } from './users';

/** What lets somebody into the console once: to a place there, or to a new password. */
export interface OperatorLink {
  readonly id: string;
  /** Whose password it sets; null for who is yet to come. */
  readonly operatorId: string | null;
  readonly email: string;
  readonly role: OperatorRole;
  /** Who made it; null for a terminal. */
  readonly issuedBy: string | null;
  readonly expiresAt: Date;
}

const selection = `
  select operator_links.id, operator_links.operator_id as "operatorId", operator_links.email,
         operator_links.role, issuers.name as "issuedBy", expires_at as "expiresAt"
  from operator_links left join operators as issuers on issuers.id = issued_by`;
const isOpen = 'ended_at is null and expires_at > now()';

/** Null when nobody was told that secret, or it is too late for it. */
export async function findOpenLink(db: Db, hash: Buffer): Promise<OperatorLink | null> {
  const [row] = await run<OperatorLink>(
    db,
    'find-open-link',
    `${selection} where hash = ? and ${isOpen}`,
    [hash],
  );
  return row ?? null;
}

/** Null when it has ended. */
export async function findOperatorLink(db: Db, id: string): Promise<OperatorLink | null> {
  const [row] = await run<OperatorLink>(
    db,
    'find-operator-link',
    `${selection} where operator_links.id = ? and ${isOpen}`,
    [id],
  );
  return row ?? null;
}

/** Those that wait, newest first. */
export async function listOpenLinks(db: Db): Promise<readonly OperatorLink[]> {
  return run<OperatorLink>(
    db,
    'list-open-links',
    `${selection} where ${isOpen}
     order by operator_links.created_at desc, operator_links.id limit 100`,
    [],
  );
}

export interface NewOperatorLink {
  readonly id: string;
  readonly operatorId: string | null;
  readonly email: string;
  readonly role: OperatorRole;
  readonly issuedBy: string | null;
  /** Null where a mail's secret is made when it is sent. */
  readonly hash: Buffer | null;
  readonly hours: number;
}

/** One that waits for the same address gives way to it. */
export async function insertOperatorLink(trx: Db, link: NewOperatorLink): Promise<void> {
  const { id, operatorId, email, role, issuedBy, hash, hours } = link;
  const emailKey = emailKeyOf(email);
  await trx('operator_links')
    .where('email_key', emailKey)
    .whereNull('ended_at')
    .update({ ended_at: trx.fn.now() });
  await trx('operator_links').insert({
    id,
    operator_id: operatorId,
    email,
    email_key: emailKey,
    role,
    issued_by: issuedBy,
    hash,
    expires_at: trx.raw(`now() + ? * interval '1 hour'`, [hours]),
  });
}

/** What the next mail tells makes what the last one told worthless. False when it has ended. */
export async function setOperatorLinkHash(db: Db, id: string, hash: Buffer): Promise<boolean> {
  const changed = await db('operator_links').where({ id }).whereNull('ended_at').update({ hash });
  return changed > 0;
}

/** False when it had ended. Of two at once one ends it. */
export async function endOperatorLink(trx: Db, id: string): Promise<boolean> {
  const changed = await trx('operator_links')
    .where({ id })
    .whereNull('ended_at')
    .update({ ended_at: trx.fn.now() });
  return changed > 0;
}
