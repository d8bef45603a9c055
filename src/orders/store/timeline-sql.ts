import { transfersOfSubject } from '../../ledger/store/order-transfers';
import { raw, sql, type Sql } from '../../platform/postgres/sql';
import { usedFor, usedForJoin } from '../deposit/store/slips';

/** Characters of a webhook response. */
const ANSWER_SHOWN = 200;
/** Characters of foreign text. */
const TEXT_SHOWN = 200;

/** Time, rank among entries of the same time, and content. */
const part = (
  type: string,
  { at, rank, id, content }: { at: string; rank: number; id: string; content: string },
): string => `
    select ${at} as at, ${rank} as rank, ${id} as id,
           json_build_object('type', '${type}', ${content}) as part`;

/** The order of entries with the same timestamp. */
const ranks = { cause: 1, transition: 2, posting: 3, exception: 4, event: 5, attempt: 6 } as const;

const callback = part('callback', {
  at: 'received_at',
  rank: ranks.cause,
  id: 'callbacks.id',
  content: `'callbackId', callbacks.id, 'route', route,
         'reported', coalesce(reported, 'unreadable'),
         'amountSatang', callbacks.amount_satang, 'transactionId', left(transaction_id, 100),
         'failure', left(callbacks.failure_message, ${TEXT_SHOWN}), 'outcome', outcome,
         'bookedSatang', booked_satang`,
});

const postings = transfersOfSubject(
  part('posting', {
    // A hold is created with its order, whose `created_at` is of the API's clock.
    at: `case transfers.kind when 'hold' then subject.created_at else transfers.created_at end`,
    rank: ranks.posting,
    id: "lpad(transfers.id::text, 19, '0')",
    content: `'kind', transfers.kind, 'amountSatang', transfers.amount_satang`,
  }),
);

const exception = (at: string, resolution: string): string =>
  part('exception', {
    at,
    rank: ranks.exception,
    id: 'exceptions.id',
    content: `'kind', exceptions.kind, 'resolution', ${resolution}`,
  });

const callbacks = `${callback}
    from subject join callbacks on callbacks.order_id = subject.id
      and outcome is distinct from 'noted'`;

const transitions = `${part('transition', {
  at: 'status_changes.at',
  rank: ranks.transition,
  id: "lpad(status_changes.id::text, 19, '0')",
  content: `'transition', transition, 'from', from_status, 'to', to_status, 'cause', cause`,
})}
    from subject join status_changes on status_changes.order_id = subject.id`;

const exceptions = `${exception('opened_at', 'null')}
    from subject join exceptions on exceptions.order_id = subject.id
    union all ${exception('resolved_at', 'resolution')}
    from subject join exceptions on exceptions.order_id = subject.id
    where resolved_at is not null`;

const slips = `${part('slip', {
  at: 'slips.received_at',
  rank: ranks.cause,
  id: 'slips.id',
  content: `'slipId', slips.id, 'status', slips.status, 'refMatches', slips.ref_matches,
         'sendingBank', left(slips.sending_bank, 20), 'transRef', left(slips.trans_ref, 100),
         'verification', slips.verification, 'isWrong', slips.is_wrong,
         'isDuplicate', ${usedFor('order_id')} is not null,
         'duplicateOf', case when ${usedFor('merchant_id')} = subject.merchant_id
           then ${usedFor('order_id')} end,
         'hasPicture', exists (select from slip_images where slip_id = slips.id)`,
})}
    from subject join slips on slips.order_id = subject.id ${usedForJoin}`;

const events = `${part('event', {
  at: 'events.created_at',
  rank: ranks.event,
  id: 'events.id',
  content: `'eventId', events.id, 'name', events.name`,
})}
    from subject join events on events.order_id = subject.id`;

const attempts = `${part('attempt', {
  at: 'delivery_attempts.at',
  rank: ranks.attempt,
  id: "deliveries.id || lpad(delivery_attempts.number::text, 10, '0')",
  content: `'deliveryId', deliveries.id, 'webhookId', webhooks.id,
         'url', left(url, ${TEXT_SHOWN}), 'name', events.name,
         'number', delivery_attempts.number, 'statusCode', status_code,
         'durationMs', duration_ms, 'error', left(error, ${TEXT_SHOWN}),
         'answer', left(answer, ${ANSWER_SHOWN})`,
})}
    from subject join events on events.order_id = subject.id
    join deliveries on deliveries.event_id = events.id
    join delivery_attempts on delivery_attempts.delivery_id = deliveries.id
    join webhooks on webhooks.id = deliveries.webhook_id`;

const refund = (at: string, rank: number, ended: string): string =>
  part('refund', {
    at,
    rank,
    id: 'refund.id',
    content: `'refundId', refund.id, 'amountSatang', refund.amount_satang, 'ended', ${ended}`,
  });

const refunds = `${refund('refund.created_at', ranks.cause, 'null')}
    from subject join refunds on refunds.payment_id = subject.id
    join orders as refund on refund.id = refunds.order_id
    union all ${refund('status_changes.at', ranks.transition, 'to_status')}
    from subject join refunds on refunds.payment_id = subject.id
    join orders as refund on refund.id = refunds.order_id
    join status_changes on status_changes.order_id = refund.id
      and to_status in ('succeeded', 'failed')`;

/** About the order and its deliveries. */
const act = part('act', {
  at: 'audit_log.at',
  rank: ranks.cause,
  id: "lpad(audit_log.number::text, 10, '0')",
  content: `'act', act, 'actorKind', actor_kind, 'actorName', users.name_sealed`,
});
const joinUser = "left join users on actor_kind = 'user' and users.id = actor_id";
const acts = `${act}
    from subject join audit_log
      on audit_log.scope = subject.merchant_id and audit_log.subject = subject.id
    ${joinUser}
    where act not like '%.created'
    union all ${act}
    from subject join events on events.order_id = subject.id
    join deliveries on deliveries.event_id = events.id
    join audit_log on audit_log.scope = subject.merchant_id and audit_log.subject = deliveries.id
    ${joinUser}`;

const parts = raw(
  [callbacks, transitions, postings, exceptions, slips, events, attempts, refunds, acts].join(
    '\n    union all',
  ),
);

/**
 * Each kind of entry is found by an index of its own. Times are rounded to milliseconds, like those
 * of events, and none is before the creation, which is of another clock.
 */
export const timelineOf = (
  { orderId, merchantId }: { readonly orderId: string; readonly merchantId: string },
  before: { readonly at: Date | string; readonly rank: number; readonly id: string },
  limit: number,
): Sql => sql`
  with subject as materialized (
    select id, merchant_id, created_at from orders
    where id = ${orderId} and merchant_id = ${merchantId}
  ), entries as (
    ${parts}
  ), timed as (
    select greatest(entries.at, subject.created_at)::timestamptz(3) as at, rank, entries.id, part
    from entries, subject
  )
  select at, rank, id, part from timed
  where (at, rank, id)
    < (${before.at}::timestamptz, ${before.rank}::integer, ${before.id}::text)
  order by at desc, rank desc, id desc limit ${limit}`;
