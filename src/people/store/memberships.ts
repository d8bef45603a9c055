import { realms, type Realm, type RoleIn, type Team } from '../../kernel/rules/realm';
import type { Role } from '../../kernel/rules/role';
import type { Vault } from '../../platform/crypto/vault';
import { run, type Db } from '../../platform/postgres/connect';
import { sql } from '../../platform/postgres/sql';
import { deleteFactors } from './factors';
import { endPasswordLinks } from './invitations';
import { lockMerchant } from '../../kernel/merchants/store';
import { openPerson, personColumns, type Person } from './people';
import { endSessions } from './sessions';

/** A member of a merchant's team, or an operator. */
export interface Member<R extends Realm = 'merchant'> {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly language: Person['language'];
  readonly role: RoleIn[R];
  /** When a session of the member was last used; null without an open session. */
  readonly seenAt: Date | null;
  readonly hasFactor: boolean;
}

const ofOperators = sql`select ${personColumns('operator')}, role,
            (select max(seen_at) from operator_sessions where operator_id = operators.id)
              as seen_at,
            exists (select from factors where account_id = operators.id) as has_factor
     from operators where removed_at is null order by created_at, id`;

const ofMerchant = (merchantId: string) => sql`
     select ${personColumns('merchant')}, role,
            (select max(seen_at) from sessions
             where sessions.user_id = users.id and sessions.merchant_id = memberships.merchant_id)
              as seen_at,
            exists (select from factors where account_id = users.id) as has_factor
     from memberships join users on users.id = memberships.user_id
     where memberships.merchant_id = ${merchantId} order by memberships.created_at, users.id`;

export async function listMembers<R extends Realm>(
  db: Db,
  vault: Vault,
  { realm, merchantId }: Team<R>,
): Promise<readonly Member<R>[]> {
  const rows = await run<Member<R>>(
    db,
    `list-members-of-${realm}`,
    merchantId === null ? ofOperators : ofMerchant(merchantId),
  );
  return rows.map((row) => openPerson<Member<R>>(vault, realm, row));
}

export async function listOwners(
  db: Db,
  vault: Vault,
  merchantId: string,
): Promise<readonly Person[]> {
  const rows = await run<Person>(
    db,
    'list-owners',
    sql`select ${personColumns('merchant')}
     from memberships join users on users.id = user_id
     where merchant_id = ${merchantId} and role = 'owner' order by users.id`,
  );
  return rows.map((row) => openPerson<Person>(vault, 'merchant', row));
}

/** Locks the merchant's row: of two owners who join concurrently, the second finds the first. */
export async function lockOwners(trx: Db, merchantId: string): Promise<readonly string[]> {
  await lockMerchant(trx, merchantId);
  const owners = await run<{ id: string }>(
    trx,
    'owner-ids',
    sql`select user_id as id from memberships
     where merchant_id = ${merchantId} and role = 'owner'`,
  );
  return owners.map(({ id }) => id);
}

export interface Membership {
  readonly merchantId: string;
  readonly merchantName: string;
  readonly role: RoleIn['merchant'];
}

export async function listMemberships(db: Db, userId: string): Promise<readonly Membership[]> {
  return run(
    db,
    'list-memberships',
    sql`select merchants.id as merchant_id, merchants.name as merchant_name, role
     from memberships join merchants on merchants.id = memberships.merchant_id
     where user_id = ${userId} order by memberships.created_at, merchants.id`,
  );
}

/** Locked until the transaction ends; null for a person who is no member. */
export const lockRole = async <R extends Realm>(
  trx: Db,
  team: Team<R>,
  personId: string,
): Promise<RoleIn[R] | null> => (await lockRoles(trx, team, [personId])).get(personId) ?? null;

/** Locks in the order in which `changeMember` locks the team, so that they cannot deadlock. */
export async function lockRoles<R extends Realm>(
  trx: Db,
  { realm, merchantId }: Team<R>,
  personIds: readonly string[],
): Promise<ReadonlyMap<string, RoleIn[R]>> {
  const members = await run<{ id: string; role: RoleIn[R] }>(
    trx,
    `lock-roles-of-${realm}`,
    merchantId === null
      ? sql`select id, role from operators
         where id = any(${personIds}::text[]) and removed_at is null order by id for share`
      : sql`select user_id as id, role from memberships
         where merchant_id = ${merchantId} and user_id = any(${personIds}::text[])
         order by user_id for share`,
  );
  return new Map(members.map(({ id, role }) => [id, role]));
}

/** Returns those of the given people who are members of the given merchants' teams. */
export const findPlaces = (
  db: Db,
  merchantIds: readonly string[],
  userIds: readonly string[],
): Promise<{ readonly merchantId: string; readonly userId: string }[]> =>
  run(
    db,
    'find-places',
    sql`select merchant_id, user_id from memberships
     where merchant_id = any(${merchantIds}::text[]) and user_id = any(${userIds}::text[])`,
  );

/** An existing member keeps the role. */
export async function insertMembership(
  trx: Db,
  merchantId: string,
  userId: string,
  role: Role,
): Promise<void> {
  await run(
    trx,
    'insert-membership',
    sql`insert into memberships (merchant_id, user_id, role)
     values (${merchantId}, ${userId}, ${role}) on conflict (merchant_id, user_id) do nothing`,
  );
}

/** A team always keeps an owner, or an admin. */
export type MemberChange = 'done' | 'not_found' | 'last_owner' | 'last_admin';

/** A null role removes the member, with the sessions of the membership. */
export async function changeMember(
  trx: Db,
  { realm, merchantId }: Team,
  personId: string,
  role: RoleIn[Realm] | null,
): Promise<MemberChange> {
  const { manager, lastManager } = realms[realm];
  // Locks the whole team, so that two managers cannot remove each other concurrently.
  const members = await run<{ id: string; role: RoleIn[Realm] }>(
    trx,
    `lock-${realm}-team`,
    merchantId === null
      ? sql`select id, role from operators where removed_at is null order by id for update`
      : sql`select user_id as id, role from memberships where merchant_id = ${merchantId}
         order by user_id for update`,
  );
  if (!members.some(({ id }) => id === personId)) return 'not_found';
  const managers = members.filter((each) => (each.id === personId ? role : each.role) === manager);
  if (managers.length === 0) return lastManager;
  if (merchantId === null) await changeOperator(trx, personId, role);
  else await changeMembership(trx, merchantId, personId, role);
  return 'done';
}

async function changeMembership(
  trx: Db,
  merchantId: string,
  userId: string,
  role: RoleIn[Realm] | null,
): Promise<void> {
  const membership = sql`merchant_id = ${merchantId} and user_id = ${userId}`;
  if (role !== null) {
    const change = sql`update memberships set role = ${role} where ${membership}`;
    return void (await run(trx, 'change-membership', change));
  }
  await run(trx, 'end-sessions-of-membership', sql`delete from sessions where ${membership}`);
  await run(trx, 'delete-membership', sql`delete from memberships where ${membership}`);
}

/** A removed operator's row stays, for the audit log. */
async function changeOperator(trx: Db, id: string, role: RoleIn[Realm] | null): Promise<void> {
  if (role !== null) {
    const change = sql`update operators set role = ${role} where id = ${id}`;
    return void (await run(trx, 'change-operator', change));
  }
  await endSessions(trx, 'operator', id);
  await deleteFactors(trx, id);
  await endPasswordLinks(trx, id);
  await run(trx, 'remove-operator', sql`update operators set removed_at = now() where id = ${id}`);
}
