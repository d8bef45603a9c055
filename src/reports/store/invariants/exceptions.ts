import { charged } from './listed';

/** SQL of the transfer's kind of a resolution's part: what is refunded was credited before. */
const postedAs = `case part->>'as' when 'refund' then 'accept' else part->>'as' end`;

/** Exceptions and their resolutions. */
export const exceptions: Readonly<Record<string, string>> = {
  'money in suspense equals the amounts of open exceptions': `
    with resolved as (
      select exception_id,
             sum(case debit when 'suspense' then amount_satang else -amount_satang end) as satang
      from transfers where exception_id is not null and 'suspense' in (debit, credit)
      group by exception_id
    )
    select suspended.id, suspended.callback_id, suspended.amount_satang, resolved.satang
    from transfers as suspended
    left join exceptions on exceptions.callback_id = suspended.callback_id
      and exceptions.amount_satang is not null
    left join resolved on resolved.exception_id = exceptions.id
    where suspended.kind = 'suspend'
      and (exceptions.id is null or coalesce(resolved.satang, 0)
        <> case when exceptions.resolved_at is null then 0 else suspended.amount_satang end)`,

  'a resolution posts its parts, and a correction reverses them': `
    with parts as (
      select resolutions.id, resolutions.corrects is not null as is_correction,
             ${postedAs} as way, sum((part->>'amountSatang')::numeric) as satang
      from resolutions, json_array_elements(parts) as part group by 1, 2, 3
    )
    select parts.id, parts.way, parts.satang, posted.satang as posted
    from parts left join lateral (
      select sum(amount_satang) as satang from transfers
      where transfers.resolution_id = parts.id
        and transfers.kind = case when is_correction then 'undo_' else '' end || parts.way
    ) as posted on true
    where way not in ('dismiss', 'pay_elsewhere', 'release', 'complete', 'assign')
      and posted.satang is distinct from parts.satang`,

  'a resolved exception has one uncorrected resolution, an open one has none': `
    with standing as (
      select exception_id, count(*) as count,
             min((select string_agg(part->>'as', '+') from json_array_elements(parts) as part))
               as parts
      from resolutions
      where corrects is null
        and not exists (select from resolutions as later where later.corrects = resolutions.id)
      group by exception_id
    )
    select exceptions.id, exceptions.resolution, standing.parts, standing.count
    from exceptions left join standing on standing.exception_id = exceptions.id
    where coalesce(standing.count, 0) <> case when resolved_at is null then 0 else 1 end
       or resolution is distinct from standing.parts`,

  'a correction has the parts of the resolution that it reverses': `
    select correction.id, correction.corrects
    from resolutions as correction join resolutions as former on former.id = correction.corrects
    where correction.exception_id <> former.exception_id or former.corrects is not null
       or correction.parts::jsonb <> former.parts::jsonb`,

  'a transfer of an exception is posted by a resolution of it': `
    select transfers.id, transfers.kind, transfers.exception_id, transfers.resolution_id,
           resolutions.exception_id as resolved
    from transfers left join resolutions on resolutions.id = transfers.resolution_id
    where (transfers.exception_id is not null or resolution_id is not null)
      and (resolutions.exception_id is distinct from transfers.exception_id
        or (kind like 'undo\\_%' and resolutions.corrects is null)
        -- The correction of an ended hold credits or charges its amount.
        or (kind not like 'undo\\_%' and kind not in ('credit', 'charge', ${charged})
          and resolutions.corrects is not null))`,

  'money that a resolution returns to its payer has a refund': `
    select resolutions.id, resolutions.order_id
    from resolutions, json_array_elements(parts) as part
    where part->>'as' = 'refund' and not exists (
      select from refunds join orders on orders.id = refunds.order_id
      where orders.id = part->>'refundId' and refunds.payment_id = resolutions.order_id
        and orders.amount_satang = (part->>'amountSatang')::bigint)`,

  'a resolution posts no more than its parts': `
    with parts as (
      select resolutions.id, ${postedAs} as way, sum((part->>'amountSatang')::numeric) as satang
      from resolutions, json_array_elements(parts) as part where corrects is null group by 1, 2
    )
    select transfers.id, transfers.kind, transfers.resolution_id, transfers.amount_satang
    from transfers join resolutions on resolutions.id = transfers.resolution_id
    left join parts on parts.id = transfers.resolution_id and parts.way = case kind
      when 'void' then 'release' when 'post' then 'complete'
      else kind end
    -- The part of a completed payout that has not left is credited back.
    left join parts as released on released.id = transfers.resolution_id
      and released.way = 'release' and kind = 'credit'
    where resolutions.corrects is null and parts.id is null and kind not in (${charged})
      and released.satang is distinct from transfers.amount_satang
      -- An assigned movement is booked for its merchant or its order.
      and not (kind in ('credit', 'charge') and exists (
        select from parts as assigned
        where assigned.id = transfers.resolution_id and assigned.way = 'assign'
          and assigned.satang = transfers.amount_satang))`,

  'a contradicting or mismatching callback has opened an exception': `
    select callbacks.id, callbacks.outcome
    from callbacks left join exceptions on exceptions.callback_id = callbacks.id
    where callbacks.outcome in ('conflict', 'short', 'duplicate', 'mismatch', 'overflow',
                                'beyond_link')
      and exceptions.id is null
      -- Evidence without money needs no exception of its own while an equal one is open.
      and (booked_satang is not null or not exists (
        select from exceptions as joined
        left join callbacks as shown on shown.id = joined.callback_id
        where joined.order_id = callbacks.order_id
          -- An open exception shows the last report instead of an earlier one.
          and (shown.received_at >= callbacks.received_at or joined.kind = any(case outcome
            when 'conflict' then '{conflict}'
            when 'mismatch' then '{amount_mismatch}'
            when 'overflow' then '{too_many_movements}'
            else '{duplicate_payment,duplicate_payout,duplicate_transaction}' end::text[]))))`,
};
