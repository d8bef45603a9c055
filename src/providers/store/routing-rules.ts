import type { RoutingRule } from '../rules/routing';
import { run, type Db } from '../../platform/postgres/connect';
import { sql } from '../../platform/postgres/sql';

type Rules = readonly RoutingRule[];

/** By merchant, for those that have rules. */
export async function listAllRules(db: Db): Promise<ReadonlyMap<string, Rules>> {
  const rows = await run<{ merchantId: string; rules: Rules }>(
    db,
    'list-routing-rules',
    sql`select merchant_id, rules from routing_rules`,
  );
  return new Map(rows.map(({ merchantId, rules }) => [merchantId, rules]));
}

const rulesOf = sql`select coalesce(
       (select rules from routing_rules where merchant_id = merchants.id), '[]') as rules
     from merchants`;

/** In their order; null for an unknown merchant. */
export async function findRules(db: Db, merchantId: string): Promise<Rules | null> {
  const [row] = await run<{ rules: Rules }>(
    db,
    'find-routing-rules',
    sql`${rulesOf} where id = ${merchantId}`,
  );
  return row?.rules ?? null;
}

/** Locked until the transaction ends; otherwise as `findRules`. */
export async function lockRules(trx: Db, merchantId: string): Promise<Rules | null> {
  // The lock comes before the read: a statement that waits reads the rules of before.
  await run(
    trx,
    'lock-routing-rules',
    sql`select 1 from merchants where id = ${merchantId} for no key update`,
  );
  return findRules(trx, merchantId);
}

export async function writeRules(trx: Db, merchantId: string, rules: Rules): Promise<void> {
  await run(
    trx,
    'write-routing-rules',
    sql`insert into routing_rules (merchant_id, rules)
     values (${merchantId}, ${JSON.stringify(rules)}::jsonb)
     on conflict (merchant_id)
       do update set rules = excluded.rules, version = routing_rules.version + 1`,
  );
}
