import type { OrderKind } from '../rules/kinds';
import { run, type Db } from '../../platform/postgres/connect';
import { raw, sql } from '../../platform/postgres/sql';

export interface Attention {
  /** Webhooks that have failed for `FAILING_FOR`, or were disabled because of it. */
  readonly webhooks: readonly { readonly id: string; readonly url: string }[];
  /** Orders with an open exception, by kind; their sum is at most 1,000. */
  readonly underReview: readonly {
    /** Null for exceptions without an order. */
    readonly kind: OrderKind | null;
    readonly count: number;
  }[];
}

/** The number of open exceptions that are read. */
const UNDER_REVIEW_MAX = 1_000;
const FAILING_FOR = '10 minutes';

export async function findAttention(db: Db, merchantId: string): Promise<Attention> {
  const [row] = await run<Attention>(
    db,
    'find-attention',
    sql`select
       coalesce((select json_agg(json_build_object('id', id, 'url', url) order by created_at)
         from webhooks where merchant_id = ${merchantId} and
           (status = 'disabled' and disabled_reason in ('gone', 'failing')
            or status = 'active'
            and failing_since < now() - interval '${raw(FAILING_FOR)}')), '[]')
         as webhooks,
       coalesce((select json_agg(json_build_object('kind', kind, 'count', count) order by kind)
         from (select kind, count(distinct coalesce(order_id, id)) as count from (
             select exceptions.id, order_id, orders.kind
             from exceptions left join orders on orders.id = exceptions.order_id
             where exceptions.merchant_id = ${merchantId} and resolved_at is null
             limit ${raw(UNDER_REVIEW_MAX)}) as open
           group by kind) as counted), '[]') as under_review`,
  );
  if (row === undefined) throw new Error('a select without a table gave no row');
  return row;
}
