import { realms } from '../../domain/realm';
import type { Realm, RoleIn, Team } from '../../domain/realm';
import type { Role } from '../../domain/role';
import type { Db } from '../postgres/connect';
import { run } from '../postgres/connect';
import { sql } from '../postgres/sql';
import type { Person } from './people';

/** A member of a merchant's team, or an operator. */
export interface Member<R extends Realm = 'merchant'> {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly language: Person['language'];
  readonly role: RoleIn[R];
  /** When one of their sessions was last used; null without an open session. */
  readonly seenAt: Date | null;
}

const ofOperators = sql`select id, name, email, language, role,
            (select max(seen_at) from operator_sessions where operator_id = operators.id)
              as "seenAt"
     from operators where removed_at is null order by created_at, id`;

const ofMerchant = (merchantId: string) => sql`
     select users.id, users.name, users.email, users.language, role,
            (select max(seen_at) from sessions
             where sessions.user_id = users.id and sessions.merchant_id = memberships.merchant_id)
              as "seenAt"
     from memberships join users on users.id = memberships.user_id
     where memberships.merchant_id = ${merchantId} order by memberships.created_at, users.id`;

export const listMembers = <R extends Realm>(
  db: Db,
  { realm, merchantId }: Team<R>,
): Promise<readonly Member<R>[]> =>
  run<Member<R>>(
    db,
    `list-members-of-${realm}`,
    merchantId === null ? ofOperators : ofMerchant(merchantId),
  );

/** A merchant's owners. */
export async function listOwners(db: Db, merchantId: string): Promise<readonly Person[]> {
  return run<Person>(
    db,
    'list-owners',
    sql`select users.id, email, name, language
     from memberships join users on users.id = user_id
     where merchant_id = ${merchantId} and role = 'owner' order by users.id`,
  );
}

/**
 * The ids of a merchant's owners. Locks the merchant's row, so that of two owners who join
 * concurrently the second finds the first.
 */
export async function lockOwners(trx: Db, merchantId: string): Promise<readonly string[]> {
  await trx('merchants').where('id', merchantId).forNoKeyUpdate().first('id');
  return trx('memberships').where({ merchant_id: merchantId, role: 'owner' }).pluck('user_id');
}

/** The merchants of which a user is a member. */
export async function listMemberships(
  db: Db,
  userId: string,
): Promise<readonly { readonly merchantId: string; readonly merchantName: string }[]> {
  return run(
    db,
    'list-memberships',
    sql`select merchants.id as "merchantId", merchants.name as "merchantName"
     from memberships join merchants on merchants.id = memberships.merchant_id
     where user_id = ${userId} order by memberships.created_at, merchants.id`,
  );
}

/** An existing member keeps the role. */
export async function insertMembership(
  trx: Db,
  merchantId: string,
  userId: string,
  role: Role,
): Promise<void> {
  await trx('memberships')
    .insert({ merchant_id: merchantId, user_id: userId, role })
    .onConflict(['merchant_id', 'user_id'])
    .ignore();
}

/** A team always keeps a manager: an owner, or an admin. */
export type MemberChange = 'done' | 'not_found' | 'last_owner' | 'last_admin';

/** Changes a member's role. Null removes the member, with the sessions of the membership. */
export async function changeMember(
  trx: Db,
  { realm, merchantId }: Team,
  personId: string,
  role: RoleIn[Realm] | null,
): Promise<MemberChange> {
  const { manager, lastManager } = realms[realm];
  // Locks the whole team, so that two managers cannot remove each other concurrently.
  const team =
    merchantId === null
      ? trx('operators').whereNull('removed_at').select('id', 'role').orderBy('id')
      : trx('memberships')
          .where('merchant_id', merchantId)
          .select('user_id as id', 'role')
          .orderBy('user_id');
  const members = (await team.forUpdate()) as readonly { id: string; role: RoleIn[Realm] }[];
  if (!members.some(({ id }) => id === personId)) return 'not_found';
  const managers = members.filter((each) => (each.id === personId ? role : each.role) === manager);
  if (managers.length === 0) return lastManager;
  if (merchantId === null) await changeOperator(trx, personId, role);
  else await changeMembership(trx, { merchant_id: merchantId, user_id: personId }, role);
  return 'done';
}

async function changeMembership(
  trx: Db,
  membership: { readonly merchant_id: string; readonly user_id: string },
  role: RoleIn[Realm] | null,
): Promise<void> {
  const row = trx('memberships').where(membership);
  if (role !== null) return void (await row.update({ role }));
  await trx('sessions').where(membership).delete();
  await row.delete();
}

/** A removed operator's row stays, for the audit log. */
async function changeOperator(trx: Db, id: string, role: RoleIn[Realm] | null): Promise<void> {
  const row = trx('operators').where({ id });
  if (role !== null) return void (await row.update({ role }));
  await trx('operator_sessions').where('operator_id', id).delete();
  await trx('operator_links')
    .where('operator_id', id)
    .whereNull('ended_at')
    .update({ ended_at: trx.fn.now() });
  await row.update({ removed_at: trx.fn.now() });
}
