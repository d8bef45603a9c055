import { findMerchant } from '../../kernel/merchants/store';
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
    sql`update merchants set name = ${name} where id = ${merchantId} and name <> ${name}`,
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
