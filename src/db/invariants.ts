import type { Db } from './connect';

/**
 * What must be true of the database at every moment, each as a query that finds what breaks it.
 * Tests, the audit and long runs use this one list.
 */
const invariants: Readonly<Record<string, string>> = {
  'the postings of each merchant sum to zero': `
    select merchant_id, sum(amount_satang) from postings
    group by merchant_id having sum(amount_satang) <> 0`,

  'a balance is the sum of its postings': `
    select merchant_id, available_satang, held_satang, posted.available, posted.held
    from balances left join lateral (
      select coalesce(sum(amount_satang) filter (where account = 'available'), 0) as available,
             coalesce(sum(amount_satang) filter (where account = 'held'), 0) as held
      from postings where postings.merchant_id = balances.merchant_id
    ) as posted on true
    where available_satang <> posted.available or held_satang <> posted.held
       or available_satang < 0 or held_satang < 0`,

  'money that was awaited was settled exactly when it succeeded, with its amount': `
    select orders.id, orders.status, orders.amount_satang, settled.amount_satang as settled
    from orders left join transfers as settled
      on settled.order_id = orders.id and settled.kind = 'settle'
    where (orders.kind in ('payment', 'deposit') and orders.status = 'succeeded')
            <> (settled.id is not null)
       or settled.amount_satang <> orders.amount_satang`,

  'what leaves holds its amount, and the hold ends with it, posted or voided': `
    select orders.id, orders.status, hold.amount_satang as held, ending.kind as ending
    from orders
    left join transfers as hold on hold.order_id = orders.id and hold.kind = 'hold'
    left join transfers as ending
      on ending.order_id = orders.id and ending.kind in ('post', 'void')
    where orders.kind in ('withdrawal', 'refund')
      and (hold.amount_satang is distinct from orders.amount_satang
        or ending.kind is distinct from
           case orders.status when 'succeeded' then 'post' when 'failed' then 'void' end
        or ending.amount_satang <> orders.amount_satang)`,

  'what an order received is what callbacks booked, settled or suspended': `
    with booked as (
      select order_id, sum(booked_satang) as satang from callbacks
      where booked_satang is not null group by order_id
    ), moved as (
      select order_id, sum(amount_satang) as satang from transfers
      where kind in ('settle', 'suspend') group by order_id
    )
    select orders.id, received_satang, booked.satang as booked, moved.satang as moved
    from orders
    left join booked on booked.order_id = orders.id
    left join moved on moved.order_id = orders.id
    where received_satang <> coalesce(booked.satang, 0)
       or received_satang <> coalesce(moved.satang, 0)`,

  'money in suspense is what open exceptions tell of': `
    select transfers.id, transfers.callback_id, transfers.amount_satang
    from transfers left join exceptions on exceptions.callback_id = transfers.callback_id
    left join transfers as resolved on resolved.exception_id = exceptions.id
      and resolved.debit = 'suspense'
    where transfers.kind = 'suspend'
      and (exceptions.id is null
        or (exceptions.resolved_at is null) <> (resolved.id is null)
        or resolved.amount_satang <> transfers.amount_satang)`,

  'an exception was resolved by one posting, or by one that makes none': `
    select exceptions.id, exceptions.resolution, made.kind
    from exceptions left join transfers as made on made.exception_id = exceptions.id
    where made.kind is distinct from
      case when resolution in ('dismiss', 'release', 'complete') then null
           else resolution end`,

  'the state of an order is where its last change led': `
    select orders.id, orders.status, last.to_status
    from orders left join lateral (
      select to_status from status_changes where order_id = orders.id order by id desc limit 1
    ) as last on true
    where orders.status <> coalesce(last.to_status, 'pending')`,

  'each change began where the one before it ended': `
    select order_id, from_status, before from (
      select order_id, from_status,
             lag(to_status, 1, 'pending') over (partition by order_id order by id) as before
      from status_changes
    ) as chain where from_status <> before`,

  'the events of an order are numbered without gaps, up to its sequence': `
    select orders.id, orders.sequence, count(events.id), max(events.sequence)
    from orders left join events on events.order_id = orders.id
    group by orders.id
    having count(events.id) <> coalesce(max(events.sequence) - min(events.sequence) + 1, 0)
        or coalesce(max(events.sequence), orders.sequence) <> orders.sequence
        or (count(events.id) <> orders.sequence
            and orders.created_at > now() - interval '90 days')`,

  'every change of state has its event, and creation has one': `
    select orders.id, orders.sequence, count(status_changes.id) as changes
    from orders left join status_changes on status_changes.order_id = orders.id
      and not (orders.kind = 'refund' and status_changes.move = 'send')
    group by orders.id
    having orders.sequence
      <> count(status_changes.id) + case orders.kind when 'refund' then 0 else 1 end`,

  'a payment knows what its refunds have taken of it': `
    select orders.id, refunding_satang, refunded_satang, taken.refunding, taken.refunded
    from orders left join lateral (
      select coalesce(sum(amount_satang) filter (where status <> 'failed'), 0) as refunding,
             coalesce(sum(amount_satang) filter (where status = 'succeeded'), 0) as refunded
      from refunds join orders as refund on refund.id = refunds.order_id
      where refunds.payment_id = orders.id
    ) as taken on true
    where refunding_satang <> taken.refunding or refunded_satang <> taken.refunded`,

  'folded counts are what counting the orders gives': `
    with folded as (
      select merchant_id, kind, status, hour, sum(count) as count from (
        select merchant_id, kind, status, hour, count from order_counts
        union all
        select merchant_id, kind, status, hour, change from order_count_changes
        where hour < (select folded_until from order_fold)
      ) as noted group by merchant_id, kind, status, hour
    ), counted as (
      select merchant_id, kind,
             shown_status(kind, status, amount_satang, refunded_satang) as status,
             date_trunc('hour', created_at, 'UTC') as hour, count(*) as count
      from orders where created_at < (select folded_until from order_fold)
      group by 1, 2, 3, 4
    )
    select merchant_id, kind, status, hour, folded.count as folded, counted.count as counted
    from folded full join counted using (merchant_id, kind, status, hour)
    where coalesce(folded.count, 0) <> coalesce(counted.count, 0)`,

  'a callback that contradicts or does not fit has opened an exception': `
    select callbacks.id, callbacks.outcome
    from callbacks left join exceptions on exceptions.callback_id = callbacks.id
    where callbacks.outcome in ('conflict', 'short', 'duplicate', 'mismatch')
      and exceptions.id is null`,

  'a succeeded delivery has a successful attempt, and attempts are numbered without gaps': `
    select deliveries.id, deliveries.attempts, count(made.number)
    from deliveries left join delivery_attempts as made on made.delivery_id = deliveries.id
    group by deliveries.id
    having count(made.number) <> deliveries.attempts
        or coalesce(max(made.number), 0) <> deliveries.attempts
        or (deliveries.status = 'succeeded'
            and count(*) filter (where made.status_code between 200 and 299) = 0)`,
};

export const invariantNames: readonly string[] = Object.keys(invariants);

export interface Violation {
  readonly invariant: string;
  /** Up to ten rows that break it. */
  readonly rows: readonly unknown[];
}

/**
 * Everything that is wrong, seen in one snapshot; empty when all is well. It reads every row that
 * there is: of a database with some history, ask over a connection that waits for its statements.
 */
export async function findViolations(db: Db): Promise<readonly Violation[]> {
  return db.transaction(
    async (trx) => {
      const found: Violation[] = [];
      for (const [invariant, query] of Object.entries(invariants)) {
        const { rows } = (await trx.raw(tenOf(query))) as { rows: unknown[] };
        if (rows.length > 0) found.push({ invariant, rows });
      }
      return found;
    },
    { isolationLevel: 'repeatable read', readOnly: true },
  );
}

/**
 * Planned for all of its rows: a limit would have Postgres look for the first ones by plans that
 * take for ever where there are none.
 */
const tenOf = (query: string): string =>
  `with broken as materialized (${query}) select * from broken limit 10`;
