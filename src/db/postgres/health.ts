import type { Db } from './connect';
import { run } from './connect';
import { raw, sql } from './sql';

/** Pending work and the time of the oldest item. The count stops at 10,000. */
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

const COUNTED_MAX = 10_000;

/**
 * The pending rows of each kind of work, in a partial index of just those. Deadlines and payouts
 * count once they are overdue.
 */
const places: Readonly<Record<WorkName, { readonly at: string; readonly from: string }>> = {
  outbox: { at: 'created_at', from: 'dispatches' },
  callbacks: { at: 'received_at', from: 'callbacks where applied_at is null' },
  deadlines: {
    at: 'expires_at',
    from: `orders where status = 'pending' and expires_at < now() - interval '1 minute'`,
  },
  payouts: {
    at: 'coalesce(next_look_at, created_at)',
    from: `provider_requests where not is_over
             and coalesce(next_look_at, created_at) < now() - interval '5 minutes'`,
  },
  deliveries: { at: 'created_at', from: `deliveries where status = 'pending'` },
  slips: { at: 'received_at', from: `slips where status = 'received'` },
  mails: { at: 'created_at', from: 'mails where ended_at is null' },
};

const parts = Object.entries(places).map(
  ([name, { at, from }]) => `
  select '${name}' as name, count(*) as count, min(at) as "oldestAt"
  from (select ${at} as at from ${from} limit ${COUNTED_MAX}) as waiting`,
);

export async function measureWork(db: Db): Promise<ReadonlyMap<WorkName, Waiting>> {
  const rows = await run<Waiting & { readonly name: WorkName }>(
    db,
    'measure-work',
    raw(parts.join(' union all ')),
  );
  return new Map(rows.map(({ name, count, oldestAt }) => [name, { count, oldestAt }]));
}

/** A payout, a refund or a charge that has been open for more than a day. */
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
    sql`select orders.id, orders.kind, orders.amount_satang as "amountSatang",
            merchants.name as "merchantName", orders.created_at as "createdAt"
     from provider_requests join orders on orders.id = provider_requests.order_id
     join merchants on merchants.id = orders.merchant_id
     where not is_over and provider_requests.created_at < now() - interval '1 day'
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

/** The longest failing first. */
export async function listFailingWebhooks(
  db: Db,
  limit: number,
): Promise<readonly FailingWebhook[]> {
  return run<FailingWebhook>(
    db,
    'list-failing-webhooks',
    sql`select webhooks.id, left(url, 200) as url, merchant_id as "merchantId",
            merchants.name as "merchantName",
            case when webhooks.status = 'active' then failing_since end as "failingSince"
     from webhooks join merchants on merchants.id = webhooks.merchant_id
     where webhooks.status = 'active' and failing_since < now() - interval '10 minutes'
        or webhooks.status = 'disabled' and disabled_reason in ('gone', 'failing')
     order by failing_since nulls last, webhooks.id limit ${limit}`,
  );
}
