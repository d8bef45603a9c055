import { run, type Db } from './connect';
import { sql } from './sql';

export interface DataKeyRow {
  readonly id: string;
  readonly wrapped: string;
  readonly createdAt: Date;
  readonly sealsFrom: Date;
  /** `sealsFrom` has passed by the clock of the database. */
  readonly maySeal: boolean;
}

/** Newest first. */
export const findDataKeys = (db: Db): Promise<DataKeyRow[]> =>
  run<DataKeyRow>(
    db,
    'find-data-keys',
    sql`select id, key_wrapped as wrapped, created_at, seals_from,
       seals_from <= now() as may_seal
     from data_keys order by substr(id, 3)::integer desc`,
  );

/** False: the id is taken. */
export async function insertDataKey(
  db: Db,
  { id, wrapped, afterMs }: { id: string; wrapped: string; afterMs: number },
): Promise<boolean> {
  const rows = await run(
    db,
    'insert-data-key',
    sql`insert into data_keys (id, key_wrapped, seals_from)
     values (${id}, ${wrapped}, now() + ${afterMs} * interval '1 millisecond')
     on conflict (id) do nothing returning 1`,
  );
  return rows.length === 1;
}

/** Only while the wrapped key is unchanged. */
export const exchangeWrapped = async (
  db: Db,
  { id, wrapped, fresh }: { id: string; wrapped: string; fresh: string },
): Promise<void> => {
  await run(
    db,
    'exchange-wrapped-key',
    sql`update data_keys set key_wrapped = ${fresh} where id = ${id} and key_wrapped = ${wrapped}`,
  );
};
