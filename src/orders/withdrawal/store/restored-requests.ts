import { RESTORED_SETTLES_MS } from '../../rules/payout-plan';
import { run, type Db } from '../../../platform/postgres/connect';
import { raw, sql, type Sql } from '../../../platform/postgres/sql';

/** Each open request is then inquired about before its next submission. */
const marksWhere = (condition: Sql) => sql`
  update provider_requests
  set restored_at = now(), denied_at = null,
      next_inquiry_at = now() + interval '${raw(`${RESTORED_SETTLES_MS} milliseconds`)}'
  where not is_over and not is_manual and ${condition}
  returning 1`;

/** Changes no row when the timeline is recorded already, or the server does not reveal it. */
const noteCurrent = sql`
  insert into noted_timeline (timeline)
  select server_timeline() where server_timeline() is not null
  on conflict (id) do update set timeline = excluded.timeline, noted_at = now()
    where noted_timeline.timeline <> excluded.timeline`;

/**
 * When another timeline was recorded, the database was restored or failed over and may have lost
 * claims: marks the open requests, and returns how many. Otherwise null. Until then no process
 * claims a request.
 */
export async function noteTimeline(db: Db): Promise<number | null> {
  const [row] = await run<{ isChanged: boolean; marked: number }>(
    db,
    'note-timeline',
    sql`with former as (select timeline from noted_timeline
     ), noted as (${noteCurrent} returning exists (select from former) as is_changed
     ), marked as (${marksWhere(sql`exists (select from noted where is_changed)`)})
     select is_changed, (select count(*) from marked) as marked from noted`,
  );
  return row?.isChanged === true ? row.marked : null;
}

/** Marks the open requests, and records the timeline of the restored database. */
export async function noteRestore(
  trx: Db,
): Promise<{ readonly marked: number; readonly manual: readonly string[] }> {
  await run(trx, 'accept-timeline', noteCurrent);
  const marked = await run(trx, 'mark-restored', marksWhere(sql`true`));
  const manual = await run<{ id: string }>(
    trx,
    'list-open-manual',
    sql`select order_id as id from provider_requests where is_manual and not is_over`,
  );
  return { marked: marked.length, manual: manual.map(({ id }) => id) };
}
