import { run, type Db } from '../../platform/postgres/connect';
import { raw, sql } from '../../platform/postgres/sql';

/** A request to a provider with its response, or a callback from it. */
export interface ExchangeRow {
  /** Sorts by time. */
  readonly id: string;
  readonly orderId: string;
  readonly accountId: string;
  readonly at: Date;
  readonly direction: 'out' | 'in';
  readonly method: string;
  /** Null when no complete response was received. */
  readonly status: number | null;
  /** An error code; null with a response. */
  readonly reason: string | null;
  readonly durationMs: number;
  /** Path and bodies. */
  readonly exchangeSealed: string;
}

/** One statement. With `isAgain`, existing rows are skipped. */
export async function insertExchanges(
  db: Db,
  rows: readonly ExchangeRow[],
  isAgain: boolean,
): Promise<void> {
  await run(
    db,
    isAgain ? 'insert-exchanges-again' : 'insert-exchanges',
    sql`insert into provider_exchanges (id, order_id, account_id, at, direction, method, status,
                                    reason, duration_ms, exchange_sealed)
     select id, "orderId", "accountId", at, direction, method, status, reason, "durationMs",
            "exchangeSealed"
     from json_to_recordset(${JSON.stringify(rows)}::json) as given (
       id text, "orderId" text, "accountId" text, at timestamptz, direction text, method text,
       status smallint, reason text, "durationMs" integer, "exchangeSealed" text)
     ${raw(isAgain ? 'on conflict do nothing' : '')}`,
  );
}

/**
 * Oldest first, at most `limit` of the newest. Reads the partitions since the order's creation; an
 * hour is allowed for differing clocks.
 */
export async function listExchanges(
  db: Db,
  orderId: string,
  limit: number,
): Promise<readonly ExchangeRow[]> {
  const rows = await run<ExchangeRow>(
    db,
    'list-exchanges',
    sql`select id, order_id, account_id, at, direction, method, status,
            reason, duration_ms, exchange_sealed
     from provider_exchanges where order_id = ${orderId}
       and id >= coalesce((select first_id('pex_', created_at - interval '1 hour')
                           from orders where orders.id = ${orderId}), '')
     order by id desc limit ${limit}`,
  );
  return rows.toReversed();
}
