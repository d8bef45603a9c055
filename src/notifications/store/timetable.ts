import type { Vault } from '../../platform/crypto/vault';
import { openPerson, personColumns, type Person } from '../../people/store/people';
import { run, type Db } from '../../platform/postgres/connect';
import { raw, sql, type Sql } from '../../platform/postgres/sql';
import type { Received } from '../rules/member-mail';
import type { Member } from './member-mails';

/** Between two mails about payments to a person, of all merchants together. */
const RECEIVED_GAP = '1 hour';
/** At most this many of the newest transfers of a merchant are read for one mail. */
const TRANSFERS_MAX = 1_000;

interface ToMember extends Person {
  readonly merchantId: string;
  readonly merchantName: string;
}

/** The next members of active merchants who have turned the kind on. */
const nextOf = (
  kind: 'payment_received' | 'daily_summary',
  condition: Sql,
  limit: number,
): Sql => sql`
  select user_id, merchant_id, merchants.name as merchant_name, until_at, next_at
  from member_mails
  join merchants on merchants.id = merchant_id and merchants.status = 'active'
  where kind = '${raw(kind)}' and is_on and next_at <= now() and ${condition}
  order by next_at limit ${limit}`;

export type DueForReceived = ToMember & Received;

/**
 * Members who got no mail about payments within the hour, and the payments of the merchant since
 * the last. A person with several merchants gets the mails about them in turn.
 */
export async function findDueForReceived(
  trx: Db,
  vault: Vault,
  until: string,
  limit: number,
): Promise<readonly DueForReceived[]> {
  const isFree = sql`not exists (
    select from member_mails as other
    where other.user_id = member_mails.user_id and other.kind = 'payment_received'
      and other.mailed_at > now() - interval '${raw(RECEIVED_GAP)}')`;
  const rows = await run<DueForReceived>(
    trx,
    'find-members-due-for-received',
    sql`select ${personColumns('merchant')}, due.merchant_id, merchant_name,
            count, satang, is_more
     from (select distinct on (user_id) *
           from (${nextOf('payment_received', isFree, limit)}) as next
           order by user_id, next_at) as due
     join users on users.id = due.user_id
     cross join lateral (
       select count(*) filter (where is_new)::integer as count,
              coalesce(sum(amount_satang) filter (where is_new), 0)::bigint as satang,
              count(*) = ${TRANSFERS_MAX} and min(created_at) >= due.until_at as is_more
       from (select amount_satang, transfers.created_at, kind = 'receive'
                    and transfers.created_at >= due.until_at
                    and transfers.created_at < ${until}::timestamptz as is_new
             from transfers where transfers.merchant_id = due.merchant_id
             order by id desc limit ${TRANSFERS_MAX}) as newest) as received`,
  );
  return rows.map((row) => openPerson(vault, 'merchant', row));
}

/** Checks the members again in a minute for payments to mail about. */
export async function postpone(trx: Db, members: readonly Member[]): Promise<void> {
  if (members.length === 0) return;
  await run(
    trx,
    'postpone-received',
    sql`update member_mails set next_at = now() + interval '1 minute'
     from unnest(${members.map(({ userId }) => userId)}::text[],
                 ${members.map(({ merchantId }) => merchantId)}::text[]) as looked(person, merchant)
     where user_id = person and merchant_id = merchant and kind = 'payment_received'`,
  );
}

/** `day`: yesterday in Bangkok. */
export type DueForSummary = ToMember & { readonly day: string };

export async function findDueForSummary(
  trx: Db,
  vault: Vault,
  limit: number,
): Promise<readonly DueForSummary[]> {
  const rows = await run<DueForSummary>(
    trx,
    'find-members-due-for-summary',
    sql`select ${personColumns('merchant')}, merchant_id, merchant_name,
            ((now() at time zone 'Asia/Bangkok')::date - 1)::text as day
     from (${nextOf('daily_summary', sql`true`, limit)}) as due
     join users on users.id = user_id`,
  );
  return rows.map((row) => openPerson(vault, 'merchant', row));
}

/** The money and the proposals of a merchant that wait for a decision. */
export async function countWaiting(
  db: Db,
  merchantId: string,
): Promise<{ readonly suspendedSatang: number; readonly approvals: number }> {
  const [row] = await run<{ suspendedSatang: number; approvals: number }>(
    db,
    'count-waiting',
    sql`select
       (select coalesce(sum(amount_satang), 0)::bigint from exceptions
        where merchant_id = ${merchantId} and resolved_at is null) as suspended_satang,
       (select count(*)::integer from approvals
        where realm = 'merchant' and merchant_id = ${merchantId} and status = 'pending')
         as approvals`,
  );
  if (row === undefined) throw new Error('a select without a table gave no row');
  return row;
}
