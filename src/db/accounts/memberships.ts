import type { Role } from '../../domain/role';
import type { Db } from '../postgres/connect';
import { run } from '../postgres/connect';
import type { User } from './users';

export interface Member {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly joinedAt: Date;
  /** When one of their sessions was last used; null when none is open. */
  readonly seenAt: Date | null;
}

export async function listMembers(db: Db, merchantId: string): Promise<readonly Member[]> {
  return run<Member>(
    db,
    'list-members',
    `select users.id as "userId", users.name, users.email, role,
            memberships.created_at as "joinedAt",
            (select max(seen_at) from sessions
             where sessions.user_id = users.id and sessions.merchant_id = memberships.merchant_id)
              as "seenAt"
     from memberships join users on users.id = memberships.user_id
     where memberships.merchant_id = ? order by memberships.created_at, users.id`,
    [merchantId],
  );
}

/** The people who may let money out of a merchant. */
export async function listOwners(db: Db, merchantId: string): Promise<readonly User[]> {
  return run<User>(
    db,
    'list-owners',
    `select users.id, email, name, language
     from memberships join users on users.id = user_id
     where merchant_id = ? and role = 'owner' order by users.id`,
    [merchantId],
  );
}

/**
 * The ids of a merchant's owners. The merchant's row is locked, so that of two owners who join at
 * once the second finds the first.
 */
export async function lockOwners(trx: Db, merchantId: string): Promise<readonly string[]> {
  await trx('merchants').where('id', merchantId).forNoKeyUpdate().first('id');
  return trx('memberships').where({ merchant_id: merchantId, role: 'owner' }).pluck('user_id');
}

/** The merchants that somebody works for. */
export async function listMemberships(
  db: Db,
  userId: string,
): Promise<readonly { readonly merchantId: string; readonly merchantName: string }[]> {
  return run(
    db,
    'list-memberships',
    `select merchants.id as "merchantId", merchants.name as "merchantName"
     from memberships join merchants on merchants.id = memberships.merchant_id
     where user_id = ? order by memberships.created_at, merchants.id`,
    [userId],
  );
}

/** Who is a member already keeps the role. */
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

/** What came of a change of a member. A merchant is never left without an owner. */
export type MemberChange = 'done' | 'not_found' | 'last_owner';

/** Gives a member another role; null takes the membership, and every session that rests on it. */
export async function changeMember(
  trx: Db,
  merchantId: string,
  userId: string,
  role: Role | null,
): Promise<MemberChange> {
  // All of them, so that two owners cannot remove each other at once.
  const members = await trx('memberships')
    .where('merchant_id', merchantId)
    .orderBy('user_id')
    .forUpdate()
    .select<{ user_id: string; role: Role }[]>('user_id', 'role');
  if (!members.some((member) => member.user_id === userId)) return 'not_found';
  const owners = members.filter((member) =>
    member.user_id === userId ? role === 'owner' : member.role === 'owner',
  );
  if (owners.length === 0) return 'last_owner';
  const own = { merchant_id: merchantId, user_id: userId };
  if (role === null) {
    await trx('sessions').where(own).delete();
    await trx('memberships').where(own).delete();
  } else {
    await trx('memberships').where(own).update({ role });
  }
  return 'done';
}
