import { ERASED, contains, type Identifier } from '../../kernel/rules/identifier';
import type { Vault } from '../../platform/crypto/vault';
import { run, type Db } from '../../platform/postgres/connect';
import { sql } from '../../platform/postgres/sql';

export interface BusinessRow {
  readonly table: 'businesses' | 'business_accounts';
  /** Of the merchant, or of the account. */
  readonly id: string;
  /** JSON. */
  readonly value: string;
  /** False for an account that another one has replaced. */
  readonly isPresent: boolean;
}

const contexts = {
  businesses: 'businesses.details',
  business_accounts: 'business_accounts.account',
} as const;

/** Details and accounts of merchants in which every identifier occurs. */
export async function findBusinesses(
  trx: Db,
  vault: Vault,
  identifiers: readonly Identifier[],
): Promise<readonly BusinessRow[]> {
  const rows = await run<BusinessRow>(
    trx,
    'find-business-rows',
    sql`select 'businesses' as "table", merchant_id as id, details_sealed as value,
       true as is_present from businesses
     union all
     select 'business_accounts', id, account_sealed, replaced_at is null from business_accounts`,
  );
  return rows
    .map((row) => ({ ...row, value: vault.open(row.value, contexts[row.table]) }))
    .filter(({ value }) => identifiers.every((each) => contains(value, each)));
}

/** What a merchant has now is kept: its owners change it. Returns the ids. */
export async function eraseFormerAccounts(
  trx: Db,
  vault: Vault,
  identifiers: readonly Identifier[],
): Promise<{ readonly erased: readonly string[]; readonly kept: readonly string[] }> {
  const rows = await findBusinesses(trx, vault, identifiers);
  const erased = rows.filter(({ isPresent }) => !isPresent).map(({ id }) => id);
  const fields = { bankName: ERASED, accountNumber: ERASED, accountName: ERASED };
  await run(
    trx,
    'erase-former-accounts',
    sql`update business_accounts
     set account_sealed = ${vault.seal(JSON.stringify(fields), contexts.business_accounts)}
     where id = any(${erased}::text[])`,
  );
  return { erased, kept: rows.filter(({ isPresent }) => isPresent).map(({ id }) => id) };
}
