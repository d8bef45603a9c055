import { run, type Db } from '../../../platform/postgres/connect';
import { sql } from '../../../platform/postgres/sql';

/** Answered 400. */
export interface ListedRefusal {
  readonly id: string;
  readonly receivedAt: Date;
  readonly accountId: string;
  /** Empty for the account of the configuration. */
  readonly accountLabel: string;
  /** As in the callback. */
  readonly namedOrder: string;
  /** Null for an unknown order. */
  readonly orderId: string | null;
  readonly code: string;
  readonly message: string;
}

/** Newest first, before a callback. */
export async function listRefusedCallbacks(
  db: Db,
  { before, limit }: { readonly before: string | null; readonly limit: number },
): Promise<{ readonly items: readonly ListedRefusal[]; readonly hasMore: boolean }> {
  const rows = await run<ListedRefusal>(
    db,
    null,
    sql`select callbacks.id, received_at, provider_account_id as account_id,
            coalesce(label, '') as account_label, named_order,
            order_id, coalesce(failure_code, '') as code,
            coalesce(failure_message, '') as message
     from callbacks left join provider_accounts on provider_accounts.id = provider_account_id
     where is_refused ${before === null ? sql`` : sql`and callbacks.id < ${before}`}
     order by callbacks.id desc limit ${limit + 1}`,
  );
  return { items: rows.slice(0, limit), hasMore: rows.length > limit };
}
