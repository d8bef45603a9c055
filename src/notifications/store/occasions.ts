import type { Vault } from '../../platform/crypto/vault';
import { openPerson, personColumns, type Person } from '../../people/store/people';
import { run, type Db } from '../../platform/postgres/connect';
import { raw, sql, type Sql } from '../../platform/postgres/sql';
import type { OccasionKind, Occasions } from '../rules/member-mail';
import { isOnIn } from './member-mails';

/** The time after which a failing webhook is mailed. */
const FAILING_FOR = '15 minutes';
/** Older occasions are not mailed, as after a long outage of the workers. */
const MAILED_WITHIN = '1 day';
/** Between two mails of a kind to a member: what happens meanwhile is in the second. */
const GAP = '15 minutes';

/**
 * The occasions between two times, the first inclusive. Each source finds them by an index on the
 * time at which its row was written. Columns: merchant_id, at, item.
 */
const happened: Readonly<Record<OccasionKind, (from: Sql, until: Sql) => Sql>> = {
  // A webhook that failed and was disabled for it has not recovered.
  webhook_failing: (from, until) => sql`
    select merchant_id, failing_since + interval '${raw(FAILING_FOR)}' as at,
           json_build_object('id', id, 'url', url) as item
    from webhooks
    where failing_since >= ${from} - interval '${raw(FAILING_FOR)}'
      and failing_since < ${until} - interval '${raw(FAILING_FOR)}'
      and status <> 'deleted' and disabled_reason is distinct from 'merchant'`,
  exception: (from, until) => sql`
    select occasion.merchant_id, at, json_build_object('event', event, 'orderId', order_id,
             'orderKind', orders.kind) as item
    from (
      select merchant_id, order_id, opened_at as at, 'opened' as event
      from exceptions
      where resolved_at is null and opened_at >= ${from} and opened_at < ${until}
      union all
      select exceptions.merchant_id, exceptions.order_id, resolutions.at,
             case when corrects is null then 'decided' else 'corrected' end
      from resolutions join exceptions on exceptions.id = exception_id
      where resolutions.at >= ${from} and resolutions.at < ${until}) as occasion
    left join orders on orders.id = order_id`,
  refund_failed: (from, until) => sql`
    select merchant_id, at, json_build_object('orderId', order_id) as item
    from status_changes join orders on orders.id = order_id
    where status_changes.kind = 'refund' and to_status = 'failed'
      and at >= ${from} and at < ${until}`,
};

export interface DueMember<K extends OccasionKind = OccasionKind> extends Person {
  readonly merchantId: string;
  readonly merchantName: string;
  /** Oldest first. */
  readonly items: readonly Occasions[K][];
}

/** Members of active merchants with occasions before `until` that were not mailed to them. */
export async function findDueMembers<K extends OccasionKind>(
  trx: Db,
  vault: Vault,
  kind: K,
  until: string,
  limit: number,
): Promise<readonly DueMember<K>[]> {
  const source = happened[kind](
    sql`(select greatest(since, now() - interval '${raw(MAILED_WITHIN)}')
         from member_mail_rounds)`,
    sql`${until}::timestamptz`,
  );
  const rows = await run<DueMember>(
    trx,
    `find-members-due-for-${kind}`,
    sql`select ${personColumns('merchant')}, merchants.id as merchant_id,
            merchants.name as merchant_name, json_agg(item order by at) as items
     from (${source}) as happened
     join merchants on merchants.id = happened.merchant_id and merchants.status = 'active'
     join memberships on memberships.merchant_id = merchants.id
     join users on users.id = memberships.user_id
     left join member_mails on member_mails.user_id = users.id
       and member_mails.merchant_id = merchants.id and member_mails.kind = ${kind}
     where ${isOnIn(kind)} and at >= greatest(memberships.created_at, member_mails.until_at)
       and coalesce(mailed_at < now() - interval '${raw(GAP)}', true)
     group by users.id, merchants.id order by users.id, merchants.id limit ${limit}`,
  );
  return rows.map((row) => openPerson(vault, 'merchant', row) as DueMember<K>);
}
