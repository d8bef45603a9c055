import { run, type Db } from './connect';
import { raw, sql } from './sql';

/** Each value names its key in its prefix. */
export interface SealedColumn {
  readonly table: string;
  /** The primary key, a text in all of these tables. */
  readonly id: string;
  readonly column: string;
  readonly type: 'text' | 'bytea';
  /** The vault's associated data. */
  readonly context: string;
}

const text = (table: string, id: string, column: string, context: string): SealedColumn => ({
  table,
  id,
  column,
  type: 'text',
  context,
});

/** Except the answers under idempotency keys, which expire after a day. */
export const sealedColumns: readonly SealedColumn[] = [
  text('qr_codes', 'id', 'client_sealed', 'qr_codes.client'),
  text('deposits', 'order_id', 'customer_sealed', 'deposits.customer'),
  text('checkouts', 'order_id', 'return_url_sealed', 'checkouts.return_url'),
  text('provider_requests', 'order_id', 'subject_sealed', 'provider_requests.subject'),
  text('provider_requests', 'order_id', 'next_action_sealed', 'provider_requests.next_action'),
  text('callbacks', 'id', 'body_sealed', 'callbacks.body'),
  text('webhooks', 'id', 'secret_sealed', 'webhooks.secret'),
  text('webhooks', 'id', 'previous_secret_sealed', 'webhooks.secret'),
  text('api_keys', 'id', 'payees_sealed', 'api_keys.payees'),
  text('api_keys', 'id', 'signing_secret_sealed', 'api_keys.signing_secret'),
  text('mails', 'id', 'email_sealed', 'mails.email'),
  text('mails', 'id', 'detail_sealed', 'mails.detail'),
  text('users', 'id', 'email_sealed', 'users.email'),
  text('users', 'id', 'name_sealed', 'users.name'),
  text('operators', 'id', 'email_sealed', 'operators.email'),
  text('operators', 'id', 'name_sealed', 'operators.name'),
  text('invitations', 'id', 'email_sealed', 'invitations.email'),
  text('operator_links', 'id', 'email_sealed', 'operator_links.email'),
  text('address_keys', 'id', 'key_sealed', 'address_keys.key'),
  text('audit_keys', 'id', 'key_sealed', 'audit_keys.key'),
  text('provider_accounts', 'id', 'settings_sealed', 'provider_accounts.settings'),
  text('provider_accounts', 'id', 'callback_token_sealed', 'provider_accounts.callback_token'),
  text('monthly_mails', 'id', 'email_sealed', 'monthly_mails.email'),
  text('approvals', 'id', 'proposal_sealed', 'approvals.proposal'),
  text('approval_rules', 'merchant_id', 'payees_sealed', 'approval_rules.payees'),
  text('provider_exchanges', 'id', 'exchange_sealed', 'provider_exchanges.exchange'),
  text('factors', 'id', 'secret_sealed', 'factors.secret'),
  text('businesses', 'merchant_id', 'details_sealed', 'businesses.details'),
  text('business_accounts', 'id', 'account_sealed', 'business_accounts.account'),
  {
    table: 'slip_images',
    id: 'slip_id',
    column: 'image_sealed',
    type: 'bytea',
    context: 'slip_images.image',
  },
];

export interface SealedRow {
  readonly id: string;
  readonly sealed: string | Buffer;
}

/** Sealed under another key than that of `mark`; after an id, in the order of ids. */
export async function findSealedOtherwise(
  db: Db,
  { table, id, column, type }: SealedColumn,
  { mark, afterId, limit }: { mark: string; afterId: string; limit: number },
): Promise<SealedRow[]> {
  const start =
    type === 'text'
      ? sql`left(${raw(column)}, ${mark.length})`
      : sql`encode(substring(${raw(column)} from 1 for ${mark.length}), 'escape')`;
  return run<SealedRow>(
    db,
    `sealed-otherwise-${table}-${column}`,
    sql`select ${raw(id)} as id, ${raw(column)} as sealed from ${raw(table)}
     where ${start} <> ${mark} and ${raw(id)} > ${afterId} order by ${raw(id)} limit ${limit}`,
  );
}

/** Skips values that have changed meanwhile. Returns the number of replaced ones. */
export async function exchangeSealed(
  db: Db,
  { table, id, column, type }: SealedColumn,
  rows: readonly (SealedRow & { readonly fresh: string | Buffer })[],
): Promise<number> {
  const ids = rows.map((row) => row.id);
  const exchanged = await run(
    db,
    `exchange-${table}-${column}`,
    sql`update ${raw(table)} set ${raw(column)} = given.fresh
     from unnest(${ids}::text[], ${rows.map((row) => row.sealed) as string[]}::${raw(type)}[],
     ${rows.map((row) => row.fresh) as string[]}::${raw(type)}[]) as given (id, sealed, fresh)
     where ${raw(table)}.${raw(id)} = given.id and ${raw(table)}.${raw(column)} = given.sealed
     returning 1`,
  );
  return exchanged.length;
}

/** Counts unexpired idempotency responses whose sealed text does not begin with `mark`. */
export async function countAnswersSealedOtherwise(db: Db, mark: string): Promise<number> {
  const [row] = await run<{ count: number }>(
    db,
    'count-answers-sealed-otherwise',
    sql`select count(*) from idempotency_keys where expires_at > now()
     and left(body, ${mark.length}) <> ${mark}`,
  );
  return row?.count ?? 0;
}
