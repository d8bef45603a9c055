import { run, type Db } from './connect';
import { joined, raw, sql, type Sql } from './sql';

/** Of a database URL. */
export interface Role {
  readonly name: string;
  readonly password: string;
}

/** Throws when the URL has no user. */
export function roleOf(databaseUrl: string): Role {
  const { username, password } = new URL(databaseUrl);
  if (username === '') throw new Error('the database address names no user');
  return { name: decodeURIComponent(username), password: decodeURIComponent(password) };
}

/** What the gateway's processes lack of read, insert, update and delete. */
const withheld: Readonly<Record<string, string>> = {
  audit_log: 'update, delete',
  audit_heads: 'delete',
  audit_keys: 'delete',
  address_keys: 'delete',
  data_keys: 'delete',
  deployment: 'update, delete',
  allowed_transitions: 'insert, update, delete',
  ledger_accounts: 'insert, update, delete',
  transfer_kinds: 'insert, update, delete',
  migrations: 'insert, update, delete',
  migrations_lock: 'insert, update, delete',
  partition_rules: 'insert, update, delete',
  transfers: 'update, delete',
  movements: 'update, delete',
  resolutions: 'update, delete',
  status_changes: 'update, delete',
  approvals: 'update, delete',
  exceptions: 'delete',
  callbacks: 'update, delete',
  orders: 'delete',
  refunds: 'update, delete',
  balances: 'delete',
  money_days: 'delete',
  transfer_days: 'delete',
  provider_requests: 'delete',
  api_keys: 'delete',
  merchants: 'delete',
  erasures: 'delete',
  business_accounts: 'update, delete',
  business_verifications: 'update, delete',
  former_names: 'update, delete',
  payment_links: 'delete',
  monthly_mails: 'delete',
  monthly_links: 'update, delete',
  prices: 'update, delete',
  vat_months: 'update, delete',
  movement_costs: 'update, delete',
  expected_costs: 'update, delete',
  maturity_rules: 'update, delete',
  maturing: 'delete',
};

/** Columns of rows that else never change. Triggers guard some of them. */
const changing: Readonly<Record<string, string>> = {
  transfers: 'movement_id',
  movements: 'transaction_id, order_id, merchant_id, named_order, payer_digest, dismissed_at',
  movement_costs: 'is_returned, named_satang',
  // Erasure rewrites what may name a customer.
  resolutions: 'reason, decided_by',
  refunds: 'reason, account_mask',
  // Not the proposer, who must be another person than the one who decides.
  approvals:
    'status, first_by, first_at, decided_by, decided_at, problem, subject, proposal_sealed',
  // Erasure rewrites former accounts.
  business_accounts: 'replaced_at, account_sealed',
  business_verifications: 'ended_at',
  callbacks: `applied_at, outcome, booked_satang, movement_id, transaction_id, body_sealed,
    payer_digest, failure_message`,
};

/**
 * The minimum for the gateway's processes: their role owns nothing, cannot change the schema but by
 * `rotate_partitions`, and cannot update or delete rows of the audit log and of the ledger. Creates
 * the role if it is missing. Does nothing where the role is the owner.
 */
export async function grantToApp(owner: Db, { name, password }: Role): Promise<void> {
  await owner.transaction(async (trx) => {
    const ask = async (question: Sql): Promise<string> =>
      (await run<{ text: string }>(trx, null, question))[0]?.text ?? '';
    if ((await ask(sql`select current_user as text`)) === name) return;
    const role = raw(await ask(sql`select format('%I', ${name}::text) as text`));
    if ((await ask(sql`select rolname as text from pg_roles where rolname = ${name}`)) === '') {
      const secret = raw(await ask(sql`select format('%L', ${password}::text) as text`));
      await run(trx, null, sql`create role ${role} login password ${secret}`);
    }
    const revoked = Object.entries(withheld).map(
      ([table, rights]) => sql`revoke ${raw(rights)} on ${raw(table)} from ${role};`,
    );
    const granted = Object.entries(changing).map(
      ([table, columns]) => sql`grant update (${raw(columns)}) on ${raw(table)} to ${role};`,
    );
    await run(
      trx,
      null,
      sql`
        grant usage on schema public to ${role};
        grant select, insert, update, delete on all tables in schema public to ${role};
        grant usage on all sequences in schema public to ${role};
        grant execute on function rotate_partitions(text) to ${role};
        ${joined([...revoked, ...granted], ' ')}`,
    );
  });
}
