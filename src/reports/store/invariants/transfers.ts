import {
  kindsOfTransfers,
  transferKinds,
  type Origin,
  type TransferKind,
} from '../../../ledger/rules/ledger';
import { charged } from './listed';

const requires = (origin: Origin, kind: TransferKind): boolean =>
  transferKinds[kind].needs.includes(origin);

const originRows = kindsOfTransfers
  .map((kind) => {
    const required = (['order', 'callback', 'exception'] as const).map((origin) =>
      requires(origin, kind),
    );
    return `('${kind}', ${required.join(', ')})`;
  })
  .join(', ');

/** Each transfer, and its cause. */
export const transfers: Readonly<Record<string, string>> = {
  'a transfer references the rows that its kind requires': `
    select transfers.id, merchant_id, kind, amount_satang, order_id, callback_id, exception_id
    from transfers
    join (values ${originRows}) as origins(kind, by_order, by_callback, by_exception) using (kind)
    where (by_order and order_id is null and (kind not in (${charged}) or exception_id is null))
       or (by_callback and callback_id is null)
       or (by_exception and exception_id is null)
       -- A resolution can end a hold too.
       or (not by_exception and exception_id is not null and kind not in ('post', 'void')
         and (kind not in (${charged}) or order_id is not null))`,

  'a transfer belongs to the merchant of its order': `
    select transfers.id, transfers.kind, transfers.amount_satang, transfers.order_id,
           transfers.merchant_id, orders.merchant_id as order_merchant_id
    from transfers left join orders on orders.id = transfers.order_id
    where transfers.order_id is not null
      and transfers.merchant_id is distinct from orders.merchant_id`,

  'the callback and the exception of a transfer belong to its order': `
    select transfers.id, transfers.kind, transfers.order_id,
           callbacks.id as callback_id, callbacks.order_id as callback_order_id,
           exceptions.id as exception_id, exceptions.order_id as exception_order_id
    from transfers
    left join callbacks on callbacks.id = transfers.callback_id
    left join exceptions on exceptions.id = transfers.exception_id
    -- Money of an unknown order may have had another assignee, until a correction.
    left join resolutions as corrected on exceptions.kind = 'unknown_order'
      and corrected.corrects = transfers.resolution_id
    left join resolutions as correction on exceptions.kind = 'unknown_order'
      and correction.id = transfers.resolution_id and correction.corrects is not null
    where callbacks.order_id <> transfers.order_id
       or (corrected.id is null and correction.id is null
         and (exceptions.order_id <> transfers.order_id
           or exceptions.merchant_id <> transfers.merchant_id))`,

  'a transfer to or from the bank has a movement': `
    select id, kind, order_id, callback_id, resolution_id, amount_satang from transfers
    where 'provider_clearing' in (debit, credit) and movement_id is null
      and kind not in ('opening', 'provider_cost', 'provider_cost_return')`,

  'an opening balance is the first transfer of a merchant of a sandbox': `
    select transfers.id, transfers.merchant_id, transfers.amount_satang, transfers.created_at
    from transfers left join merchants on merchants.id = transfers.merchant_id
    where transfers.kind = 'opening'
      and (exists (select from deployment where mode = 'live') or merchants.id is null
        or abs(extract(epoch from transfers.created_at - merchants.created_at)) > 60
        or transfers.id <> (select min(id) from transfers as own
                            where own.merchant_id = merchants.id))`,

  'a transfer has the time of its cause': `
    select transfers.id, transfers.kind, transfers.created_at, callbacks.received_at,
           callbacks.applied_at, resolutions.at as resolved_at
    from transfers left join callbacks on callbacks.id = transfers.callback_id
    left join resolutions on resolutions.id = transfers.resolution_id
    where transfers.created_at not between
            callbacks.received_at - interval '1 minute'
            and callbacks.applied_at + interval '1 minute'
       or transfers.created_at not between
            resolutions.at - interval '1 minute' and resolutions.at + interval '1 minute'`,

  'transfers are numbered in the order of their times': `
    select id, kind, created_at, latest from (
      select id, kind, created_at,
             max(created_at) over (order by id rows between unbounded preceding and 1 preceding)
               as latest
      from transfers
    ) as numbered where created_at < latest - interval '1 day'`,

  'a transfer has the account of its movement, and takes effect no earlier than it moved': `
    select transfers.id, transfers.kind, transfers.provider_account, movements.account,
           transfers.effective_at, movements.moved_at
    from transfers left join movements on movements.id = transfers.movement_id
    where (transfers.provider_account is null)
            <> (transfers.kind in ('opening', 'vat_true_up', 'vat_true_down', 'mature'))
       or transfers.provider_account <> movements.account
       or movements.moved_at <= transfers.created_at
         and transfers.effective_at < movements.moved_at - interval '1 second'`,
};
