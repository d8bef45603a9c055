import { run, type Db } from '../../platform/postgres/connect';
import { raw, sql } from '../../platform/postgres/sql';

/** Places stored per account: the most recent ones. */
const PLACES_MAX = 100;

/** A place is a device or a network. */
export async function isKnownPlace(db: Db, accountId: string, place: string): Promise<boolean> {
  const rows = await run(
    db,
    'is-known-place',
    sql`select 1 from sign_in_places where account_id = ${accountId} and place = ${place}`,
  );
  return rows.length > 0;
}

export async function isPlaceOfAnyAccount(db: Db, place: string): Promise<boolean> {
  const rows = await run(
    db,
    'is-place-of-somebody',
    sql`select 1 from sign_in_places where place = ${place} limit 1`,
  );
  return rows.length > 0;
}

/** Returns whether one of the places is new to the account. */
export async function recordPlaces(
  trx: Db,
  accountId: string,
  places: readonly string[],
): Promise<boolean> {
  const rows = await run<{ isNew: boolean }>(
    trx,
    'record-places',
    sql`insert into sign_in_places (account_id, place) select ${accountId},
            unnest(${places}::text[]) as place
     order by place
     on conflict (account_id, place) do update set seen_at = now()
     returning xmax = 0 as is_new`,
  );
  const hasNew = rows.some(({ isNew }) => isNew);
  if (hasNew) await forgetOldest(trx, accountId);
  return hasNew;
}

async function forgetOldest(trx: Db, accountId: string): Promise<void> {
  await run(
    trx,
    'forget-oldest-places',
    sql`delete from sign_in_places where account_id = ${accountId} and place in (
       select place from sign_in_places where account_id = ${accountId}
       order by seen_at desc, place offset ${raw(PLACES_MAX)})`,
  );
}

export async function forgetPlaces(trx: Db, accountId: string): Promise<void> {
  await run(trx, 'forget-places', sql`delete from sign_in_places where account_id = ${accountId}`);
}
