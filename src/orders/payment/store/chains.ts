import type { PaymentState } from '../../rules/kinds/payment';
import { run, type Db, type Pipeline } from '../../../platform/postgres/connect';
import { sql } from '../../../platform/postgres/sql';

/** Payments under one link. A constraint of `checkouts` has it too. */
export const CHAIN_MAX = 5;

/** A payment under the same link as others, each of which replaces the one before it. */
export interface ChainedPayment {
  readonly orderId: string;
  /** From 1. */
  readonly place: number;
  readonly status: PaymentState;
  readonly receivedSatang: number;
  /** Null while it has no page: the provider has not issued its code. */
  readonly pageToken: string | null;
}

const membersOf = (chainId: string) => sql`recursive chain as (
  select ${chainId}::text as order_id, 1 as place
  union all
  select checkouts.order_id, checkouts.place::integer
  from chain join checkouts on checkouts.previous_id = chain.order_id
)`;

/** In order. */
export async function findChain(db: Db, chainId: string): Promise<readonly ChainedPayment[]> {
  return run<ChainedPayment>(
    db,
    'find-chain',
    sql`with ${membersOf(chainId)}
     select chain.order_id, chain.place, status, received_satang,
            case when payload is null then page_token else qr_codes.id end as page_token
     from chain join orders on orders.id = chain.order_id
     left join qr_codes on qr_codes.order_id = chain.order_id
     left join checkouts on checkouts.order_id = chain.order_id
     order by place`,
  );
}

/** Null: not limited. */
export async function findOpenOrdersMax(db: Db, merchantId: string): Promise<number | null> {
  const [row] = await run<{ openOrdersMax: number | null }>(
    db,
    'find-open-orders-max',
    sql`select open_orders_max from merchants where id = ${merchantId}`,
  );
  return row?.openOrdersMax ?? null;
}

/**
 * Whether another payment of the chain is paid. Locks the first one, so that of two payments that
 * are paid at once the second sees the other; call it with the payment locked. The second statement
 * is needed, because a statement that waits for a lock reads other rows as of before.
 */
export async function isPaidElsewhere(
  trx: Pipeline,
  { id, chainId }: { readonly id: string; readonly chainId: string },
): Promise<boolean> {
  void run(trx, 'lock-chain', sql`select 1 from orders where id = ${chainId} for no key update`);
  const paid = await run(
    trx,
    'find-paid-in-chain',
    sql`with ${membersOf(chainId)}
     select 1 from chain join orders on orders.id = chain.order_id
     where chain.order_id <> ${id} and status = 'succeeded' limit 1`,
  );
  return paid.length > 0;
}

/**
 * Locks the payment and its chain. False when it must not be replaced: it is not over, another one
 * replaces it, money for the chain has arrived or is reported, or its merchant has expired it.
 */
export async function lockRenewable(
  trx: Db,
  previousId: string,
  chainId: string,
): Promise<boolean> {
  for (const id of new Set([previousId, chainId])) {
    await run(trx, 'lock-chain', sql`select 1 from orders where id = ${id} for no key update`);
  }
  const found = await run(
    trx,
    'find-renewable',
    sql`with ${membersOf(chainId)}
     update orders set chain_id = ${chainId}
     where id = ${previousId}
       and (status = 'expired' or (status = 'failed' and not exists (
         select from qr_codes where qr_codes.order_id = ${previousId} and payload is not null)))
       and not exists (select from checkouts where checkouts.previous_id = ${previousId})
       and not exists (
         select from chain join orders as member on member.id = chain.order_id
         where member.status in ('pending', 'succeeded') or member.received_satang > 0)
       and not exists (
         select from chain join callbacks on callbacks.order_id = chain.order_id
         where callbacks.applied_at is null)
       and not exists (
         select from chain join status_changes on status_changes.order_id = chain.order_id
         where status_changes.transition = 'expire' and status_changes.cause = 'merchant')
     returning 1`,
  );
  return found.length > 0;
}
