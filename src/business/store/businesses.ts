import { findMerchant, type Merchant } from '../../kernel/merchants/store';
import type { Vault } from '../../platform/crypto/vault';
import { run, type Db } from '../../platform/postgres/connect';
import { sql } from '../../platform/postgres/sql';
import { noDetails, type Details, type Profile } from '../rules/details';

const SEALED_AS = 'businesses.details';

/** Null for an unknown merchant. */
export async function findProfile(
  db: Db,
  vault: Vault,
  merchantId: string,
): Promise<Profile | null> {
  const merchant = await findMerchant(db, merchantId);
  if (merchant === null) return null;
  const [row] = await run<{ detailsSealed: string }>(
    db,
    'find-business',
    sql`select details_sealed from businesses where merchant_id = ${merchantId}`,
  );
  const { name } = merchant;
  return row === undefined ? { name, ...noDetails } : { name, ...open(vault, row.detailsSealed) };
}

const open = (vault: Vault, sealed: string): Details => ({
  ...noDetails,
  ...(JSON.parse(vault.open(sealed, SEALED_AS)) as Details),
});

/** The name that a merchant, whose name is now `name`, had at a time. */
export async function findNameAt(
  db: Db,
  { id, name }: Pick<Merchant, 'id' | 'name'>,
  at: Date,
): Promise<string> {
  const [row] = await run<{ name: string }>(
    db,
    'find-former-name',
    sql`select name from former_names where merchant_id = ${id} and until > ${at}::timestamptz
     order by until limit 1`,
  );
  return row?.name ?? name;
}

/** Renames the merchant as well. */
export async function writeProfile(
  trx: Db,
  vault: Vault,
  merchantId: string,
  { name, ...details }: Profile,
): Promise<void> {
  await run(
    trx,
    'rename-merchant',
    sql`with renamed as (
       update merchants set name = ${name} where id = ${merchantId} and name <> ${name}
       returning id
     )
     insert into former_names (merchant_id, name, until)
     select merchants.id, merchants.name, now() from merchants join renamed using (id)`,
  );
  const sealed = vault.seal(JSON.stringify(details), SEALED_AS);
  await run(
    trx,
    'write-business',
    sql`insert into businesses (merchant_id, details_sealed) values (${merchantId}, ${sealed})
     on conflict (merchant_id) do update
       set details_sealed = excluded.details_sealed, changed_at = now()`,
  );
}
