import type { Role } from '../../kernel/rules/role';
import { newSecretId } from '../../platform/new-id';
import { run, type Db } from '../../platform/postgres/connect';
import { sql, type Sql } from '../../platform/postgres/sql';
import { defaultRoles, type MemberMailKind } from '../rules/member-mail';

export interface Member {
  readonly userId: string;
  readonly merchantId: string;
}

/** Whether the member gets the kind. */
export const isOnIn = (kind: MemberMailKind) =>
  sql`coalesce(member_mails.is_on, memberships.role = any(${defaultRoles[kind]}::text[]))`;

/** Of the summary: the next 08:00 in Bangkok. */
const NEXT_MORNING = sql`(
  date_trunc('day', (now() at time zone 'Asia/Bangkok') - interval '8 hours')
  + interval '1 day 8 hours') at time zone 'Asia/Bangkok'`;
const nextOf = (kind: MemberMailKind): Sql =>
  kind === 'daily_summary' ? NEXT_MORNING : sql`now()`;

export async function listChoices(
  db: Db,
  { userId, merchantId }: Member,
): Promise<ReadonlyMap<MemberMailKind, boolean | null>> {
  const rows = await run<{ kind: MemberMailKind; isOn: boolean | null }>(
    db,
    'list-mail-choices',
    sql`select kind, is_on from member_mails
     where user_id = ${userId} and merchant_id = ${merchantId}`,
  );
  return new Map(rows.map(({ kind, isOn }) => [kind, isOn]));
}

/** A kind that is turned on begins now. The member has a membership. */
export async function writeChoice(
  trx: Db,
  { userId, merchantId }: Member,
  kind: MemberMailKind,
  isOn: boolean,
): Promise<void> {
  await run(
    trx,
    `write-choice-of-${kind}`,
    sql`insert into member_mails (user_id, merchant_id, kind, is_on, token, next_at)
     values (${userId}, ${merchantId}, ${kind}, ${isOn}, ${newSecretId('')}, ${nextOf(kind)})
     on conflict (user_id, merchant_id, kind) do update
       set is_on = excluded.is_on, until_at = now(), next_at = excluded.next_at`,
  );
}

export interface Subscription extends Member {
  readonly kind: MemberMailKind;
  readonly merchantName: string;
  readonly role: Role;
  readonly chosen: boolean | null;
}

/** Null for an unknown token, also for that of a former member. */
export async function findSubscription(db: Db, token: string): Promise<Subscription | null> {
  const [row] = await run<Subscription>(
    db,
    'find-subscription',
    sql`select user_id, merchant_id, kind, merchants.name as merchant_name, role, is_on as chosen
     from member_mails join memberships using (user_id, merchant_id)
     join merchants on merchants.id = merchant_id
     where token = ${token}`,
  );
  return row ?? null;
}

/**
 * The token of the link that turns the kind off. Null when the person is no longer a member, has
 * turned the kind off or has a role without it, and when the merchant is disabled.
 */
export async function findToken(
  db: Db,
  { userId, merchantId }: Member,
  kind: MemberMailKind,
): Promise<string | null> {
  const [row] = await run<{ token: string }>(
    db,
    'find-mail-token',
    sql`select token from member_mails join memberships using (user_id, merchant_id)
     join merchants on merchants.id = merchant_id and merchants.status = 'active'
     where user_id = ${userId} and merchant_id = ${merchantId} and kind = ${kind}
       and ${isOnIn(kind)}`,
  );
  return row?.token ?? null;
}

/**
 * The time before which everything is committed and visible to the next statement of the
 * transaction; null while another process has the round. A row's time is the start of its
 * transaction: one that runs now writes rows after this time, and every other one has ended. The
 * second is for a transaction whose start is not in the view yet.
 */
export async function beginRound(trx: Db): Promise<string | null> {
  const taken = await run(
    trx,
    'lock-member-mail-round',
    sql`select 1 from member_mail_rounds for update skip locked`,
  );
  if (taken.length === 0) return null;
  const [edge] = await run<{ until: string }>(
    trx,
    'end-of-member-mail-round',
    sql`select least(now() - interval '1 second', (
       select min(xact_start) from pg_stat_activity
       where datname = current_database() and backend_type = 'client backend'))::text as until`,
  );
  return edge?.until ?? null;
}

/** In the transaction that writes the mails. */
export async function markMailed(
  trx: Db,
  kind: MemberMailKind,
  members: readonly Member[],
  until: string,
): Promise<void> {
  if (members.length === 0) return;
  await run(
    trx,
    `mark-mailed-${kind}`,
    sql`insert into member_mails (user_id, merchant_id, kind, token, until_at, mailed_at)
     select user_id, merchant_id, ${kind}, token, ${until}::timestamptz, now()
     from unnest(${members.map(({ userId }) => userId)}::text[],
                 ${members.map(({ merchantId }) => merchantId)}::text[],
                 ${members.map(() => newSecretId(''))}::text[])
       as mailed(user_id, merchant_id, token)
     on conflict (user_id, merchant_id, kind) do update
       set until_at = excluded.until_at, mailed_at = excluded.mailed_at,
           next_at = ${nextOf(kind)}`,
  );
}
