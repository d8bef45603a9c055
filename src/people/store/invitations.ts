import type { Realm, RoleIn, Team } from '../../kernel/rules/realm';
import type { Role } from '../../kernel/rules/role';
import type { Vault } from '../../platform/crypto/vault';
import { run, type Db } from '../../platform/postgres/connect';
import { raw, sql, type Sql } from '../../platform/postgres/sql';
import { emailColumns, emailValues, findDigests, openJoined } from './people-form';

/**
 * A single-use link that adds its recipient to a team or, for an existing operator, sets a new
 * password.
 */
export interface Invitation<R extends Realm = 'merchant'> {
  readonly id: string;
  /** Null for a sign-up, whose link creates the merchant, and for operators. */
  readonly merchantId: string | null;
  readonly merchantName: string;
  /** The operator whose password the link sets; null for a new member. */
  readonly personId: string | null;
  readonly email: string;
  readonly role: RoleIn[R];
  /** A member's name; null for a sign-up, an operator's invitation of an owner, and the CLI. */
  readonly invitedBy: string | null;
  readonly expiresAt: Date;
}

const tables = { merchant: 'invitations', operator: 'operator_links' } as const;

const selections: Readonly<Record<Realm, Sql>> = {
  merchant: sql`
  select invitations.id, invitations.merchant_id,
         coalesce(merchants.name, merchant_name) as merchant_name, null as person_id,
         invitations.email_sealed as email, invitations.role,
         users.name_sealed as invited_by, expires_at
  from invitations left join merchants on merchants.id = invitations.merchant_id
  left join users on users.id = invitations.invited_by`,
  operator: sql`
  select operator_links.id, null as merchant_id, '' as merchant_name,
         operator_links.operator_id as person_id,
         operator_links.email_sealed as email, operator_links.role,
         operators.name_sealed as invited_by, expires_at
  from operator_links left join operators on operators.id = issued_by`,
};

function openInvitation<R extends Realm>(
  vault: Vault,
  realm: R,
  row: Invitation<R>,
): Invitation<R> {
  const people = realm === 'merchant' ? 'users' : 'operators';
  return {
    ...row,
    email: vault.open(row.email, `${tables[realm]}.email`),
    invitedBy: openJoined(vault, `${people}.name`, row.invitedBy),
  };
}

const isOpen = sql`ended_at is null and expires_at > now()`;

/** Null when the link was never sent, was used or has expired. */
export async function findInvitationByHash<R extends Realm>(
  db: Db,
  vault: Vault,
  realm: R,
  hash: Buffer,
): Promise<Invitation<R> | null> {
  const [row] = await run<Invitation<R>>(
    db,
    `find-${tables[realm]}-by-hash`,
    sql`${selections[realm]} where hash = ${hash} and ${isOpen}`,
  );
  return row === undefined ? null : openInvitation(vault, realm, row);
}

/** Null when the invitation has ended. */
export async function findInvitation<R extends Realm>(
  db: Db,
  vault: Vault,
  realm: R,
  id: string,
): Promise<Invitation<R> | null> {
  const [row] = await run<Invitation<R>>(
    db,
    `find-${tables[realm]}`,
    sql`${selections[realm]} where ${raw(tables[realm])}.id = ${id} and ${isOpen}`,
  );
  return row === undefined ? null : openInvitation(vault, realm, row);
}

/** Open ones, newest first. */
export async function listInvitations<R extends Realm>(
  db: Db,
  vault: Vault,
  { realm, merchantId }: Team<R>,
): Promise<readonly Invitation<R>[]> {
  const table = tables[realm];
  const rows = await run<Invitation<R>>(
    db,
    `list-${table}`,
    sql`${selections[realm]}
     where ${merchantId === null ? raw('true') : sql`invitations.merchant_id = ${merchantId}`}
       and ${isOpen}
     order by ${raw(table)}.created_at desc, ${raw(table)}.id limit 100`,
  );
  return rows.map((row) => openInvitation(vault, realm, row));
}

export interface NewInvitation {
  readonly id: string;
  readonly email: string;
  readonly role: RoleIn[Realm];
  readonly personId?: string | null;
  readonly invitedBy: string | null;
  /** Invites an owner to a merchant. */
  readonly operatorId?: string | null;
  /** Absent for a mail, whose secret is generated when it is sent. */
  readonly hash?: Buffer;
  readonly hours: number;
}

/** Ends an earlier invitation of the same address to the same team. */
export async function insertInvitation(
  trx: Db,
  vault: Vault,
  to: Team | { readonly merchantName: string },
  invitation: NewInvitation,
): Promise<void> {
  const { id, email, role, personId = null, invitedBy, hash, hours } = invitation;
  const { operatorId = null } = invitation;
  const realm = 'realm' in to ? to.realm : 'merchant';
  const table = tables[realm];
  const digestOf = await findDigests(trx, vault);
  const merchantId = 'realm' in to ? to.merchantId : null;
  const merchantName = 'realm' in to ? null : to.merchantName;
  if ('realm' in to) {
    await run(
      trx,
      `end-earlier-${table}`,
      sql`update ${raw(table)} set ended_at = now()
       where email_digest = ${digestOf(email)} and ended_at is null
         and ${merchantId === null ? sql`true` : sql`merchant_id = ${merchantId}`}`,
    );
  }
  const [columns, values] =
    realm === 'merchant'
      ? [
          sql`invited_by, operator_id, merchant_id, merchant_name`,
          sql`${invitedBy}, ${operatorId}, ${merchantId}, ${merchantName}`,
        ]
      : [sql`issued_by, operator_id`, sql`${invitedBy}, ${personId}`];
  await run(
    trx,
    `insert-${table}`,
    sql`insert into ${raw(table)} (id, ${emailColumns}, role, hash, expires_at, ${columns})
     values (${id}, ${emailValues({ vault, digestOf }, table, email)}, ${role},
             ${hash ?? null}, now() + ${hours} * interval '1 hour', ${values})`,
  );
}

/** The link of an earlier mail becomes invalid. False when the invitation has ended. */
export async function setInvitationHash(
  db: Db,
  realm: Realm,
  id: string,
  hash: Buffer,
): Promise<boolean> {
  const rows = await run(
    db,
    `rekey-${tables[realm]}`,
    sql`update ${raw(tables[realm])} set hash = ${hash}
     where id = ${id} and ended_at is null returning 1`,
  );
  return rows.length > 0;
}

/** False when the invitation had ended: of two concurrent calls one returns true. */
export async function endInvitation(trx: Db, realm: Realm, id: string): Promise<boolean> {
  const rows = await run(
    trx,
    `end-${tables[realm]}`,
    sql`update ${raw(tables[realm])} set ended_at = now()
     where id = ${id} and ended_at is null returning 1`,
  );
  return rows.length > 0;
}

export async function endOperatorsInvitations(trx: Db, merchantId: string): Promise<void> {
  await run(
    trx,
    'end-operators-invitations',
    sql`update invitations set ended_at = now()
     where merchant_id = ${merchantId} and invited_by is null and ended_at is null`,
  );
}

export type EndedInvitation<R extends Realm = Realm> = Pick<Invitation<R>, 'id' | 'email' | 'role'>;

export const endMembersInvitations = (
  trx: Db,
  vault: Vault,
  merchantId: string,
  roles: readonly Role[],
): Promise<readonly EndedInvitation<'merchant'>[]> =>
  endWhere(
    trx,
    vault,
    'merchant',
    'end-members-invitations',
    sql`merchant_id = ${merchantId} and invited_by is not null and role = any(${roles}::text[])`,
  );

export const endInvitationsBy = <R extends Realm>(
  trx: Db,
  vault: Vault,
  { realm, merchantId }: Team<R>,
  personId: string,
): Promise<readonly EndedInvitation<R>[]> =>
  endWhere(
    trx,
    vault,
    realm,
    `end-${tables[realm]}-by-a-member`,
    merchantId === null
      ? sql`issued_by = ${personId}`
      : sql`merchant_id = ${merchantId} and invited_by = ${personId}`,
  );

export async function endOwnerInvitationsBy(
  trx: Db,
  vault: Vault,
  operatorId: string,
): Promise<readonly (EndedInvitation & { readonly merchantId: string })[]> {
  const rows = await run<EndedInvitation<'merchant'> & { readonly merchantId: string }>(
    trx,
    'end-owner-invitations-by-an-operator',
    sql`update invitations set ended_at = now()
     where operator_id = ${operatorId} and merchant_id is not null and ${isOpen}
     returning id, email_sealed as email, role,
               merchant_id`,
  );
  return rows.map((row) => ({ ...row, email: vault.open(row.email, 'invitations.email') }));
}

async function endWhere<R extends Realm>(
  trx: Db,
  vault: Vault,
  realm: R,
  name: string,
  condition: Sql,
): Promise<readonly EndedInvitation<R>[]> {
  const table = tables[realm];
  const rows = await run<EndedInvitation<R>>(
    trx,
    name,
    sql`update ${raw(table)} set ended_at = now() where ${condition} and ${isOpen}
     returning id, email_sealed as email, role`,
  );
  return rows.map((row) => ({ ...row, email: vault.open(row.email, `${table}.email`) }));
}

export async function endPasswordLinks(trx: Db, operatorId: string): Promise<void> {
  await run(
    trx,
    'end-links-of-operator',
    sql`update operator_links set ended_at = now()
     where operator_id = ${operatorId} and ended_at is null`,
  );
}
