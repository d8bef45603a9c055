import { subjectId, transfersOfSubject } from '../../ledger/store/order-transfers';
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
    at: `case transfers.kind when 'hold' then '-infinity' else transfers.created_at end`,
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
    from callbacks where order_id = ${subjectId} and outcome is distinct from 'noted'`;

const transitions = `${part('transition', {
  at: 'status_changes.at',
  rank: ranks.transition,
  id: "lpad(status_changes.id::text, 19, '0')",
  content: `'transition', transition, 'from', from_status, 'to', to_status, 'cause', cause`,
})}
    from status_changes where order_id = ${subjectId}`;

const exceptions = `${exception('opened_at', 'null')}
    from exceptions where order_id = ${subjectId}
    union all ${exception('resolved_at', 'resolution')}
    from exceptions where order_id = ${subjectId} and resolved_at is not null`;

const slips = `${part('slip', {
  at: 'slips.received_at',
  rank: ranks.cause,
  id: 'slips.id',
  content: `'slipId', slips.id, 'status', slips.status, 'refMatches', slips.ref_matches,
         'sendingBank', left(slips.sending_bank, 20), 'transRef', left(slips.trans_ref, 100),
         'verification', slips.verification, 'isWrong', slips.is_wrong,
         'isDuplicate', ${usedFor('order_id')} is not null,
         'duplicateOf', case when ${usedFor('merchant_id')} = slips.merchant_id
           then ${usedFor('order_id')} end,
         'hasPicture', exists (select from slip_images where slip_id = slips.id)`,
})}
    from slips ${usedForJoin} where slips.order_id = ${subjectId}`;

const events = `${part('event', {
  at: 'events.created_at',
  rank: ranks.event,
  id: 'events.id',
  content: `'eventId', events.id, 'name', events.name`,
})}
    from events where order_id = ${subjectId}`;

const attempts = `${part('attempt', {
  at: 'delivery_attempts.at',
  rank: ranks.attempt,
  id: "sent.id || lpad(number::text, 10, '0')",
  content: `'deliveryId', sent.id, 'webhookId', webhook_id,
         'url', (select left(url, ${TEXT_SHOWN}) from webhooks where webhooks.id = webhook_id),
         'name', sent.name, 'number', number, 'statusCode', status_code,
         'durationMs', duration_ms, 'error', left(error, ${TEXT_SHOWN}),
         'answer', left(answer, ${ANSWER_SHOWN})`,
})}
    from sent join delivery_attempts on delivery_id = sent.id`;

const refund = (at: string, rank: number, ended: string): string =>
  part('refund', {
    at,
    rank,
    id: 'refund.id',
    content: `'refundId', refund.id, 'amountSatang', refund.amount_satang, 'ended', ${ended}`,
  });

const refunds = `${refund('refund.created_at', ranks.cause, 'null')}
    from refund
    union all ${refund('status_changes.at', ranks.transition, 'to_status')}
    from refund join status_changes on status_changes.order_id = refund.id
      and to_status in ('succeeded', 'failed')`;

/** About the order and its deliveries. */
const acts = `${part('act', {
  at: 'audit_log.at',
  rank: ranks.cause,
  id: "lpad(audit_log.number::text, 10, '0')",
  content: `'act', act, 'actorKind', actor_kind,
         'actorName', (select name_sealed from users
                       where actor_kind = 'user' and users.id = actor_id)`,
})}
    from audit_log
    where scope = (select merchant_id from subject)
      and subject = any(array(select id from subject union all select id from sent))
      and (subject <> ${subjectId} or act not like '%.created')`;

const parts = raw(
  [callbacks, transitions, postings, exceptions, slips, events, attempts, refunds, acts].join(
    '\n    union all',
  ),
);

/**
 * Each kind of entry is found by an index of its own. What is materialized, Postgres plans by
 * itself: that halves the time of planning, which exceeds that of execution. Times are rounded to
 * milliseconds, like those of events, and none is before the creation, which is of another clock.
 */
export const timelineOf = (
  { orderId, merchantId }: { readonly orderId: string; readonly merchantId: string },
  before: { readonly at: Date | string; readonly rank: number; readonly id: string },
  limit: number,
): Sql => sql`
  with subject as materialized (
    select id, merchant_id, created_at from orders
    where id = ${orderId} and merchant_id = ${merchantId}
  ), sent as materialized (
    select deliveries.id, webhook_id, name
    from events join deliveries on event_id = events.id where events.order_id = ${raw(subjectId)}
  ), refund as materialized (
    select id, amount_satang, created_at
    from refunds join orders on id = order_id where payment_id = ${raw(subjectId)}
  ), entries as materialized (
    ${parts}
  ), timed as (
    select greatest(entries.at, subject.created_at)::timestamptz(3) as at, rank, entries.id, part
    from entries, subject
  )
  select at, rank, id, part from timed
  where (at, rank, id)
    < (${before.at}::timestamptz, ${before.rank}::integer, ${before.id}::text)
  order by at desc, rank desc, id desc limit ${limit}`;
