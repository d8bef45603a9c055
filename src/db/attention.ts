import type { Db } from './connect';
import { run } from './connect';

/** What a merchant should look at. */
export interface Attention {
  /** Webhooks that have failed for a while, or were disabled because of it. */
  readonly webhooks: readonly { readonly id: string; readonly url: string }[];
  /** What the provider said that an operator has to settle. */
  readonly openExceptions: number;
}

const FAILING_FOR = '10 minutes';

export async function findAttention(db: Db, merchantId: string): Promise<Attention> {
  const [row] = await run<Attention>(
    db,
    'find-attention',
    `select
       coalesce((select json_agg(json_build_object('id', id, 'url', url) order by created_at)
         from webhooks where merchant_id = ? and
           (status = 'disabled' and disabled_reason in ('gone', 'failing')
            or status = 'active' and failing_since < now() - interval '${FAILING_FOR}')), '[]')
         as webhooks,
       (select count(*) from exceptions where merchant_id = ? and resolved_at is null)
         as "openExceptions"`,
    [merchantId, merchantId],
  );
  if (row === undefined) throw new Error('a select without a table gave no row');
  return row;
}
