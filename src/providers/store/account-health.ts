import {
  addCalls,
  healthyWindow,
  type CallCounts,
  type HealthWindow,
} from '../rules/account-health';
import type { AccountHealth } from '../rules/routing';
import { run, type Db } from '../../platform/postgres/connect';
import { sql } from '../../platform/postgres/sql';

/** Concurrent processes wait for each other. */
export async function recordCalls(db: Db, accountId: string, added: CallCounts): Promise<void> {
  await db.transaction(async (trx) => {
    await run(
      trx,
      'begin-account-health',
      sql`insert into provider_account_health (account_id, health, buckets)
       values (${accountId}, ${healthyWindow.health}, '[]') on conflict do nothing`,
    );
    const [row] = await run<HealthWindow & { nowMs: number }>(
      trx,
      'lock-account-health',
      sql`select health, buckets,
              floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now_ms
       from provider_account_health where account_id = ${accountId} for update`,
    );
    if (row === undefined) throw new Error(`provider account ${accountId} has no health`);
    const { health, buckets } = addCalls(row, added, row.nowMs);
    await run(
      trx,
      'write-account-health',
      sql`update provider_account_health set
         since = case when health = ${health} then since else now() end,
         health = ${health}, buckets = ${JSON.stringify(buckets)}::jsonb
       where account_id = ${accountId}`,
    );
  });
}

export interface ShownHealth {
  readonly health: AccountHealth;
  readonly since: Date;
}

/** By account id; accounts that are `up` are missing. */
export async function listUnhealthy(db: Db): Promise<ReadonlyMap<string, ShownHealth>> {
  const rows = await run<ShownHealth & { accountId: string }>(
    db,
    'list-account-health',
    sql`select account_id, health, since from provider_account_health
     where health <> 'up' order by account_id`,
  );
  return new Map(rows.map(({ accountId, ...shown }) => [accountId, shown]));
}

/** Per account, for all processes together. */
const PROBE_SECONDS = 30;

/** Returns the accounts whose probes are due. */
export async function claimProbes(db: Db): Promise<readonly string[]> {
  const rows = await run<{ accountId: string }>(
    db,
    'claim-account-probes',
    sql`update provider_account_health set probed_at = now()
     where health = 'down'
       and coalesce(probed_at, since) <= now() - ${PROBE_SECONDS} * interval '1 second'
     returning account_id`,
  );
  return rows.map(({ accountId }) => accountId);
}

/** After a successful probe the account starts again without calls. */
export async function endOutage(db: Db, accountId: string): Promise<void> {
  await run(
    db,
    'end-account-outage',
    sql`update provider_account_health set health = 'up', buckets = '[]', since = now()
     where account_id = ${accountId} and health = 'down'`,
  );
}
