import type { BankAccount } from '../../platform/observe/request-subject';
import type { Vault } from '../../platform/crypto/vault';
import { run, type Db } from '../../platform/postgres/connect';
import { sql } from '../../platform/postgres/sql';

const SEALED_AS = 'business_accounts.account';

export interface ShopAccount {
  readonly id: string;
  readonly account: BankAccount;
  readonly createdAt: Date;
  readonly usableAt: Date;
  /** Null: the account of the shop. */
  readonly replacedAt: Date | null;
}

type Row = Omit<ShopAccount, 'account'> & { readonly accountSealed: string };

/** Newest first, at most 20; the account of the shop is the first. */
export async function listAccounts(
  db: Db,
  vault: Vault,
  merchantId: string,
): Promise<readonly ShopAccount[]> {
  const rows = await run<Row>(
    db,
    'list-business-accounts',
    sql`select id, account_sealed, created_at, usable_at, replaced_at from business_accounts
     where merchant_id = ${merchantId} order by replaced_at desc nulls first limit 20`,
  );
  return rows.map(({ accountSealed, ...row }) => ({
    ...row,
    account: JSON.parse(vault.open(accountSealed, SEALED_AS)) as BankAccount,
  }));
}

/** Replaces the account, with the merchant locked by its transaction. Returns the hold's end. */
export async function replaceAccount(
  trx: Db,
  vault: Vault,
  merchantId: string,
  { id, account }: Pick<ShopAccount, 'id' | 'account'>,
  holdHours: number,
): Promise<Date> {
  await run(
    trx,
    'end-business-account',
    sql`update business_accounts set replaced_at = now()
     where merchant_id = ${merchantId} and replaced_at is null`,
  );
  const sealed = vault.seal(JSON.stringify(account), SEALED_AS);
  const [row] = await run<{ usableAt: Date }>(
    trx,
    'insert-business-account',
    sql`insert into business_accounts (id, merchant_id, account_sealed, usable_at)
     values (${id}, ${merchantId}, ${sealed}, now() + make_interval(hours => ${holdHours}))
     returning usable_at`,
  );
  if (row === undefined) throw new Error(`the account of ${merchantId} was not stored`);
  return row.usableAt;
}

/** By the database's clock, as the hold. */
export async function databaseTime(db: Db): Promise<Date> {
  const [row] = await run<{ now: Date }>(db, 'database-time', sql`select now() as now`);
  if (row === undefined) throw new Error('the database returned no time');
  return row.now;
}
