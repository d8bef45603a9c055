import type { OrderKind } from '../../orders/rules/kinds';
import type { OrderDisplayStatus } from '../../orders/rules/display-status';
import { run, type Db } from '../../platform/postgres/connect';
import { sql } from '../../platform/postgres/sql';

export interface FirstSteps {
  readonly hasKey: boolean;
  readonly hasOrders: boolean;
  readonly firstPaid: PaidOrder | null;
}

export interface PaidOrder {
  readonly id: string;
  readonly kind: OrderKind;
  readonly amountSatang: number;
  readonly createdAt: Date;
}

/** `paid` lists the display statuses of a paid order. */
export async function findFirstSteps(
  db: Db,
  merchantId: string,
  paid: readonly OrderDisplayStatus[],
): Promise<FirstSteps> {
  const [row] = await run<Omit<FirstSteps, 'firstPaid'> & NullableOf<PaidOrder>>(
    db,
    'find-first-steps',
    sql`select
       exists (select from api_keys where merchant_id = ${merchantId}
       and revoked_at is null) as has_key,
       exists (select from order_states where merchant_id = ${merchantId}) as has_orders,
       first.id, first.kind, first.amount_satang,
       first.created_at
     from (select) as one left join lateral (
       select oldest.* from unnest(${paid.map(({ kind }) => kind)}::text[],
         ${paid.map(({ status }) => status)}::text[]) as paid(kind, status)
       cross join lateral (
         select id, orders.kind, amount_satang, orders.created_at
         from order_states join orders on orders.id = order_id
         where order_states.merchant_id = ${merchantId} and order_states.kind = paid.kind
           and order_states.status = paid.status
         order by order_states.created_at, order_id limit 1) as oldest
       order by created_at, id limit 1) as first on true`,
  );
  if (row === undefined) throw new Error('a select without a table gave no row');
  const { hasKey, hasOrders, id, kind, amountSatang, createdAt } = row;
  const isPaid = id !== null && kind !== null && amountSatang !== null && createdAt !== null;
  return { hasKey, hasOrders, firstPaid: isPaid ? { id, kind, amountSatang, createdAt } : null };
}

type NullableOf<Row> = { readonly [Name in keyof Row]: Row[Name] | null };
