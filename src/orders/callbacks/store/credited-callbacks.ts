import type { MaskedPayer } from '../../deposit/rules/payer-match';
import { run, type Runner } from '../../../platform/postgres/connect';
import { sql } from '../../../platform/postgres/sql';
import type { CallbackBody } from './callbacks';

/**
 * The rows of callbacks whose money was credited to `orders`, oldest credit first. Each part has an
 * index: one on the order and both kinds would be written with every payment.
 */
const credited = sql`(
      select id, movement_id, callback_id from transfers
      where order_id = orders.id and kind = 'receive'
      union all
      select accepted.id, accepted.movement_id, accepted.callback_id
      from exceptions join transfers as accepted on accepted.exception_id = exceptions.id
      where exceptions.order_id = orders.id and accepted.exception_id is not null
        and accepted.order_id = orders.id and accepted.kind = 'accept'
    ) as transfers
    left join movements on movements.id = transfers.movement_id
    join callbacks on callbacks.id = coalesce(transfers.callback_id, movements.callback_id)
    order by transfers.id limit 1`;

/** What the bank reported about money that was credited. */
export interface CreditedCallback extends CallbackBody {
  readonly transactionId: string | null;
  readonly payer: MaskedPayer | null;
}

/** SQL of a CreditedCallback; null when no money was credited to `orders`. */
export const creditedCallback = sql`(
    select json_build_object('bodySealed', body_sealed,
      'accountId', callbacks.provider_account_id, 'isAnswer', route = 'answer',
      'transactionId', coalesce(movements.transaction_id, callbacks.transaction_id),
      'payer', callbacks.payer)
    from ${credited}) as credited_callback`;

/** The payer of the movement, or else of the money that was credited to the order. */
export async function findMaskedPayer(
  runner: Runner,
  orderId: string,
  movementId: string | null,
): Promise<MaskedPayer | null> {
  const [row] = await run<{ payer: MaskedPayer | null }>(
    runner,
    'find-masked-payer',
    sql`select coalesce(
       (select callbacks.payer from movements join callbacks on callbacks.id = callback_id
        where movements.id = ${movementId}),
       (select callbacks.payer from ${credited})) as payer
     from (select ${orderId}::text as id) as orders`,
  );
  return row?.payer ?? null;
}
