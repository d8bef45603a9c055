import { run, type Db } from '../../platform/postgres/connect';
import { sql } from '../../platform/postgres/sql';

/** Null for an unknown id, and for one of a former logo. */
export async function findLogo(db: Db, id: string): Promise<Buffer | null> {
  const [row] = await run<{ png: Buffer }>(
    db,
    'find-logo',
    sql`select png from business_logos where id = ${id}`,
  );
  return row?.png ?? null;
}

export async function findLogoId(db: Db, merchantId: string): Promise<string | null> {
  const [row] = await run<{ id: string }>(
    db,
    'find-logo-id',
    sql`select id from business_logos where merchant_id = ${merchantId}`,
  );
  return row?.id ?? null;
}

/** Replaces the former logo. */
export async function writeLogo(
  trx: Db,
  merchantId: string,
  { id, png }: { readonly id: string; readonly png: Buffer },
): Promise<void> {
  await run(
    trx,
    'write-logo',
    sql`insert into business_logos (merchant_id, id, png) values (${merchantId}, ${id}, ${png})
     on conflict (merchant_id) do update
       set id = excluded.id, png = excluded.png, stored_at = now()`,
  );
}

/** False without a logo. */
export async function deleteLogo(trx: Db, merchantId: string): Promise<boolean> {
  const deleted = await run(
    trx,
    'delete-logo',
    sql`delete from business_logos where merchant_id = ${merchantId} returning 1`,
  );
  return deleted.length > 0;
}
