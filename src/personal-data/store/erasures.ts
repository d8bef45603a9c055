import { idsFrom } from '../../platform/new-id';
import type { Vault } from '../../platform/crypto/vault';
import { run, type Db } from '../../platform/postgres/connect';
import { raw, sql } from '../../platform/postgres/sql';
import { eraseSubjects, whyKept } from './erase-subject';

/** The subject is an order, or evidence without an order. */
export async function noteErasure(
  trx: Db,
  subject: string,
  cause: 'retention' | 'request',
): Promise<void> {
  await run(
    trx,
    'note-erasure',
    sql`insert into erasures (subject, cause, erased_at) values (${subject}, ${cause}, now())
     on conflict (subject) do update set erased_at = now()`,
  );
}

/**
 * Subjects have ids that begin with their time; `only` is the condition for rows that are subjects.
 */
const families = [
  { prefix: 'pay_', from: 'orders', only: 'true' },
  { prefix: 're_', from: 'orders', only: 'true' },
  // UUIDs, of deposits and withdrawals.
  { prefix: '0', from: 'orders', only: 'true' },
  { prefix: 'cb_', from: 'callbacks', only: 'order_id is null' },
  // From statements, or entered by operators.
  { prefix: 'mov_', from: 'movements', only: 'order_id is null and callback_id is null' },
] as const;

/** The lower bound of the UUIDs of version 7 created at `ms` or later. */
function uuidsFrom(ms: number): string {
  const hex = ms.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}`;
}

const DAY_MS = 86_400_000;

/**
 * Erases subjects older than `days`. Open ones are retried by later calls. Returns the number of
 * subjects that were read.
 */
export async function eraseExpired(
  db: Db,
  vault: Vault,
  days: number,
  limit: number,
): Promise<number> {
  const sinceMs = Date.now() - days * DAY_MS;
  let read = 0;
  for (const { prefix, from, only } of families) {
    if (read >= limit) return read;
    const since = prefix === '0' ? uuidsFrom(sinceMs) : idsFrom(prefix, sinceMs);
    const next = sql`with cursor as (
         select coalesce((select until_id from erasure_cursors where family = ${prefix}),
                         ${prefix}) as until_id
       )
       select id as subject from ${raw(from)}, cursor
       where id > until_id and id < ${since} and ${raw(only)}
       order by id limit ${limit - read}`;
    const found = await run<{ subject: string }>(db, `next-expired-${prefix}`, next);
    await eraseOrWait(db, vault, found, days);
    const last = found.at(-1);
    if (last !== undefined) await moveCursor(db, prefix, last.subject);
    read += found.length;
  }
  const waiting = await run<{ subject: string }>(
    db,
    'waiting-erasures',
    sql`update erasures set asked_at = now() where subject in (
       select subject from erasures
       where erased_at is null and asked_at < now() - interval '1 hour'
       order by asked_at limit ${limit - read}) returning subject`,
  );
  await eraseOrWait(db, vault, waiting, days);
  return read + waiting.length;
}

/**
 * Erases again the orders of callbacks that are older than `days` and came when the cursor of
 * `eraseExpired` may have passed their order. Returns the number of callbacks that were read, at
 * most `limit`.
 */
export async function eraseLate(
  db: Db,
  vault: Vault,
  days: number,
  limit: number,
): Promise<number> {
  const until = idsFrom('cb_', Date.now() - days * DAY_MS);
  const read = await run<{ id: string; late: string | null }>(
    db,
    'next-late-callbacks',
    sql`with cursor as (
       select coalesce((select until_id from erasure_cursors where family = 'late'), 'cb_')
         as until_id
     )
     select callbacks.id, orders.id as late
     from callbacks left join orders on orders.id = callbacks.order_id
       and orders.created_at < callbacks.received_at - ${days} * interval '1 day'
     where callbacks.id > (select until_id from cursor) and callbacks.id < ${until}
     order by callbacks.id limit ${limit}`,
  );
  const late = new Set(read.flatMap((callback) => callback.late ?? []));
  await eraseOrWait(
    db,
    vault,
    [...late].map((subject) => ({ subject })),
    days,
  );
  const last = read.at(-1);
  if (last !== undefined) await moveCursor(db, 'late', last.id);
  return read.length;
}

/** One transaction for all: with one for each order, an order took 14 ms of CPU instead of 1. */
async function eraseOrWait(
  db: Db,
  vault: Vault,
  due: readonly { readonly subject: string }[],
  days: number,
): Promise<void> {
  if (due.length === 0) return;
  // Sorted, because other transactions lock a payment before its refund.
  const subjects = due.map(({ subject }) => subject).toSorted();
  await db.transaction(async (trx) => {
    const reasons = await Promise.all(subjects.map((each) => whyKept(trx, each, days)));
    const free = subjects.filter((_, at) => reasons[at] === null);
    await eraseSubjects(trx, vault, free);
    await run(
      trx,
      'end-waiting-erasures',
      sql`update erasures set erased_at = now() where subject = any(${free})`,
    );
    await run(
      trx,
      'wait-for-erasures',
      sql`insert into erasures (subject, cause)
       select subject, 'retention' from unnest(${subjects}::text[]) as given (subject)
       where subject <> all(${free})
       on conflict (subject) do update set erased_at = null, asked_at = now()
         where erasures.erased_at is not null`,
    );
  });
}

const moveCursor = (db: Db, family: string, untilId: string) =>
  run(
    db,
    'move-erasure-cursor',
    sql`insert into erasure_cursors (family, until_id) values (${family}, ${untilId})
     on conflict (family) do update set until_id = excluded.until_id`,
  );
