import type { JournalEntry } from '../rules/journal';
import { bangkokDayEnd, bangkokDayStart, type Period } from '../../kernel/rules/bangkok-day';
import { run, type Db } from '../../platform/postgres/connect';
import { sql } from '../../platform/postgres/sql';

type JournalRow = JournalEntry & { readonly id: number };

const BATCH = 5_000;

/** All transfers that take effect in a period, in the order in which they were posted. */
export async function* readJournal(db: Db, { from, until }: Period): AsyncGenerator<JournalEntry> {
  let afterId = 0;
  for (;;) {
    const batch = await run<JournalRow>(
      db,
      'read-journal',
      sql`select id, (effective_at at time zone 'Asia/Bangkok')::date::text as day, kind, debit,
              credit, amount_satang, merchant_id, order_id, provider_account
       from transfers
       where id > ${afterId}
         and effective_at between ${bangkokDayStart(from)} and ${bangkokDayEnd(until)}
       order by id limit ${BATCH}`,
    );
    yield* batch;
    const last = batch.at(-1);
    if (last === undefined || batch.length < BATCH) return;
    afterId = last.id;
  }
}
