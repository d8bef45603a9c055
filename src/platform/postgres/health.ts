import { run, type Db } from './connect';
import { raw, sql } from './sql';

/** The count stops at 10,000. */
export interface Waiting {
  readonly count: number;
  readonly oldestAt: Date | null;
}

export type WorkName =
  | 'outbox'
  | 'callbacks'
  | 'deadlines'
  | 'payouts'
  | 'deliveries'
  | 'slips'
  | 'mails';

/** Work that only /metrics counts. */
export type OtherWorkName =
  | 'overdue_deliveries'
  | 'stuck_payouts'
  | 'manual_refunds'
  | 'new_merchants';

interface WorkPlace {
  readonly at: string;
  readonly from: string;
}

const COUNTED_MAX = 10_000;

/**
 * The pending rows of each kind of work, in a table or a partial index of their own, in the order
 * of the index where it has the time: no finished row is read. Deadlines and payouts count once
 * they are overdue.
 */
const places: Readonly<Record<WorkName, WorkPlace>> = {
  outbox: { at: 'created_at', from: 'outbox_messages' },
  callbacks: {
    at: 'received_at',
    from: 'pending_callbacks join callbacks on id = callback_id where applied_at is null',
  },
  deadlines: {
    at: 'expires_at',
    from: `order_states where status = 'pending' and expires_at < now() - interval '1 minute'
           order by expires_at`,
  },
  payouts: {
    at: 'coalesce(next_inquiry_at, created_at)',
    from: `provider_requests where not is_over and not is_manual
             and coalesce(next_inquiry_at, created_at) < now() - interval '5 minutes'
           order by coalesce(next_inquiry_at, created_at)`,
  },
  deliveries: {
    at: 'created_at',
    from: `pending_deliveries join deliveries on id = delivery_id where status = 'pending'`,
  },
  slips: { at: 'received_at', from: `slips where status = 'received' order by received_at` },
  mails: { at: 'created_at', from: 'mails where ended_at is null order by created_at' },
};

/** The outcome of the payout is unknown for longer. */
const STUCK_AFTER = '1 day';
const stuckPayouts = `not is_over and not is_manual
  and provider_requests.created_at < now() - interval '${STUCK_AFTER}'`;
/** The webhook's last success is older. */
const FAILING_FOR = '10 minutes';

const otherPlaces: Readonly<Record<OtherWorkName, WorkPlace>> = {
  overdue_deliveries: {
    at: 'due_at',
    from: `(select coalesce(next_attempt_at, deliveries.created_at) as due_at, cooldown_until
            from pending_deliveries join deliveries on deliveries.id = delivery_id
            join webhooks on webhooks.id = webhook_id
            where deliveries.status = 'pending' limit ${COUNTED_MAX}) as pending
           where greatest(due_at, cooldown_until) < now() - interval '1 minute'`,
  },
  stuck_payouts: { at: 'created_at', from: `provider_requests where ${stuckPayouts}` },
  manual_refunds: { at: 'created_at', from: 'provider_requests where is_manual and not is_over' },
  new_merchants: {
    at: 'created_at',
    from: `merchants where status = 'disabled' and decided_at is null`,
  },
};

const countAll = (of: Readonly<Record<string, WorkPlace>>): string =>
  Object.entries(of)
    .map(
      ([name, { at, from }]) => `
  select '${name}' as name, count(*) as count, min(at) as oldest_at
  from (select ${at} as at from ${from} limit ${COUNTED_MAX}) as waiting`,
    )
    .join(' union all ');

export async function measureWork(db: Db): Promise<ReadonlyMap<WorkName, Waiting>> {
  const rows = await run<Waiting & { readonly name: WorkName }>(
    db,
    'measure-work',
    raw(countAll(places)),
  );
  return new Map(rows.map(({ name, count, oldestAt }) => [name, { count, oldestAt }]));
}

/** Shown by /metrics, with ages by the clock of Postgres. */
export interface MeasuredWork {
  readonly name: WorkName | OtherWorkName;
  readonly count: number;
  /** 0 without rows. */
  readonly oldestSeconds: number;
}

export async function measureAllWork(db: Db): Promise<readonly MeasuredWork[]> {
  return run<MeasuredWork>(
    db,
    'measure-all-work',
    raw(`select name, count,
           coalesce(greatest(extract(epoch from now() - oldest_at), 0), 0)::float8
             as oldest_seconds
         from (${countAll({ ...places, ...otherPlaces })}) as work`),
  );
}

export interface DatabaseFacts {
  /** Covers the 10,000 orders in the state pending that expire first. */
  readonly pending: readonly {
    readonly kind: string;
    readonly count: number;
    readonly satang: number;
  }[];
  readonly failingWebhooks: number;
  readonly disabledWebhooks: number;
  /** Unix time. Housekeeping has counted orders up to it. */
  readonly countedUntil: number;
  readonly databaseBytes: number;
}

export async function measureFacts(db: Db): Promise<DatabaseFacts> {
  const [facts] = await run<DatabaseFacts>(
    db,
    'measure-facts',
    sql`select
       coalesce((select json_agg(json_build_object('kind', kind, 'count', count, 'satang', satang))
         from (select kind, count(*) as count, sum(amount_satang) as satang
               from (select order_id from order_states where status = 'pending'
                     order by expires_at limit ${raw(COUNTED_MAX)}) as counted
               join orders on orders.id = order_id group by kind) as kinds), '[]')
         as pending,
       (select count(*) from webhooks
        where status = 'active' and failing_since < now() - interval '${raw(FAILING_FOR)}')
         as failing_webhooks,
       (select count(*) from webhooks
        where status = 'disabled' and disabled_reason in ('gone', 'failing'))
         as disabled_webhooks,
       (select extract(epoch from rolled_up_until)::float8 from order_rollup) as counted_until,
       pg_database_size(current_database()) as database_bytes`,
  );
  if (facts === undefined) throw new Error('a select without a table gave no row');
  return facts;
}

/** Of this process. */
export function poolState(db: Db): { used: number; free: number; pending: number } {
  const { pool } = db.client as { pool: Pool };
  return {
    used: pool.numUsed(),
    free: pool.numFree(),
    pending: pool.numPendingAcquires(),
  };
}

/** The part of tarn, Knex's pool, that is read. */
interface Pool {
  numUsed(): number;
  numFree(): number;
  numPendingAcquires(): number;
}

/** Open for more than a day: a payout, a refund or a charge. */
export interface StuckOrder {
  readonly id: string;
  readonly kind: string;
  readonly amountSatang: number;
  readonly merchantName: string;
  readonly createdAt: Date;
}

/** Oldest first. */
export async function listStuckOrders(db: Db, limit: number): Promise<readonly StuckOrder[]> {
  return run<StuckOrder>(
    db,
    'list-stuck-orders',
    sql`select orders.id, orders.kind, orders.amount_satang,
            merchants.name as merchant_name, orders.created_at
     from provider_requests join orders on orders.id = provider_requests.order_id
     join merchants on merchants.id = orders.merchant_id
     where ${raw(stuckPayouts)}
     order by provider_requests.created_at limit ${limit}`,
  );
}

export interface FailingWebhook {
  readonly id: string;
  readonly url: string;
  readonly merchantId: string;
  readonly merchantName: string;
  /** Null once the webhook was disabled for its failures. */
  readonly failingSince: Date | null;
}

/** The one that has failed for longest first. */
export async function listFailingWebhooks(
  db: Db,
  limit: number,
): Promise<readonly FailingWebhook[]> {
  return run<FailingWebhook>(
    db,
    'list-failing-webhooks',
    sql`select webhooks.id, left(url, 200) as url, merchant_id,
            merchants.name as merchant_name,
            case when webhooks.status = 'active' then failing_since end as failing_since
     from webhooks join merchants on merchants.id = webhooks.merchant_id
     where webhooks.status = 'active' and failing_since < now() - interval '${raw(FAILING_FOR)}'
        or webhooks.status = 'disabled' and disabled_reason in ('gone', 'failing')
     order by webhooks.failing_since nulls last, webhooks.id limit ${limit}`,
  );
}
