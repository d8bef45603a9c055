import { run, type Db } from '../../platform/postgres/connect';
import type { Position } from '../../platform/postgres/position';
import { sql } from '../../platform/postgres/sql';
import type { LinkTerms, PaymentLink } from '../rules/payment-link';

const columns = sql`id, merchant_id, token, title, description, amount_satang, min_satang,
  max_satang, metadata, payments_max, paid, starts_at, ends_at, stopped_at, created_at,
  return_url, (select mail_id from monthly_links where monthly_links.link_id = payment_links.id)
    as monthly_mail_id`;

type LinkRow = Omit<PaymentLink, 'amount'> & {
  readonly amountSatang: number | null;
  readonly minSatang: number | null;
  readonly maxSatang: number | null;
};

function fromRow({ amountSatang, minSatang, maxSatang, ...row }: LinkRow): PaymentLink {
  const bounds = { minSatang: minSatang ?? 0, maxSatang: maxSatang ?? 0 };
  return { ...row, amount: amountSatang ?? bounds };
}

export async function insertLink(
  trx: Db,
  link: Omit<PaymentLink, 'paid' | 'monthlyMailId'>,
): Promise<void> {
  const { amount, metadata } = link;
  const [fixed, open] = typeof amount === 'number' ? [amount, null] : [null, amount];
  await run(
    trx,
    'insert-payment-link',
    sql`insert into payment_links (id, merchant_id, token, title, description, amount_satang,
       min_satang, max_satang, metadata, payments_max, starts_at, ends_at, created_at,
       return_url)
     values (${link.id}, ${link.merchantId}, ${link.token}, ${link.title}, ${link.description},
       ${fixed}::bigint, ${open?.minSatang ?? null}::bigint,
       ${open?.maxSatang ?? null}::bigint,
       ${metadata === null ? null : JSON.stringify(metadata)}::json,
       ${link.paymentsMax}::integer, ${link.startsAt}::timestamptz, ${link.endsAt}::timestamptz,
       ${link.createdAt}::timestamptz, ${link.returnUrl})`,
  );
}

/** Null for an unknown link and for another merchant's. */
export async function findLink(
  db: Db,
  merchantId: string,
  linkId: string,
): Promise<PaymentLink | null> {
  const [row] = await run<LinkRow>(
    db,
    'find-payment-link',
    sql`select ${columns} from payment_links
     where id = ${linkId} and merchant_id = ${merchantId}`,
  );
  return row === undefined ? null : fromRow(row);
}

/** The token grants access to the page. */
export async function findLinkByToken(db: Db, token: string): Promise<PaymentLink | null> {
  const [row] = await run<LinkRow>(
    db,
    'find-payment-link-by-token',
    sql`select ${columns} from payment_links where token = ${token}`,
  );
  return row === undefined ? null : fromRow(row);
}

/**
 * Locked until the end of the transaction: no payment of the link settles, and none is started. A
 * statement of its own, because a statement that waits for a lock reads other tables as of before.
 */
export async function lockLink(
  trx: Db,
  merchantId: string,
  linkId: string,
): Promise<PaymentLink | null> {
  const [row] = await run<LinkRow>(
    trx,
    'lock-payment-link',
    sql`select ${columns} from payment_links
     where id = ${linkId} and merchant_id = ${merchantId} for no key update`,
  );
  return row === undefined ? null : fromRow(row);
}

export interface LinkSlice {
  readonly limit: number;
  readonly offset: number;
  readonly after: Position | null;
  /** Without those that were mailed monthly. */
  readonly areOwn?: boolean;
  readonly from?: Date;
  /** Inclusive. */
  readonly until?: Date;
}

export interface LinkPage {
  readonly items: readonly PaymentLink[];
  readonly hasMore: boolean;
  readonly total: number;
}

/** Newest first, ties by id. */
export async function listLinks(
  db: Db,
  merchantId: string,
  { limit, offset, after, areOwn = false, from, until }: LinkSlice,
): Promise<LinkPage> {
  const isInPeriod = sql`merchant_id = ${merchantId}
    and created_at >= ${from ?? '-infinity'}::timestamptz
    and created_at <= ${until ?? 'infinity'}::timestamptz
    and (not ${areOwn}::boolean
      or not exists (select from monthly_links where monthly_links.link_id = payment_links.id))`;
  const [rows, [counted]] = await Promise.all([
    run<LinkRow>(
      db,
      'list-payment-links',
      sql`select ${columns} from payment_links
       where ${isInPeriod} and (created_at, id)
         < (${after?.createdAt ?? 'infinity'}::timestamptz, ${after?.id ?? ''}::text)
       order by created_at desc, id desc offset ${offset} limit ${limit + 1}`,
    ),
    run<{ total: number }>(
      db,
      'count-payment-links',
      sql`select count(*) as total from payment_links where ${isInPeriod}`,
    ),
  ]);
  const items = rows.slice(0, limit).map(fromRow);
  return { items, hasMore: rows.length > limit, total: counted?.total ?? 0 };
}

export interface LinkChange
  extends LinkTerms, Pick<PaymentLink, 'title' | 'description' | 'returnUrl' | 'metadata'> {}

type LinkKey = Pick<PaymentLink, 'id' | 'merchantId'>;

/** The link is locked. */
export async function writeLink(trx: Db, change: LinkChange & LinkKey): Promise<void> {
  const { title, description, returnUrl, metadata, paymentsMax, startsAt, endsAt } = change;
  await run(
    trx,
    'write-payment-link',
    sql`update payment_links set title = ${title}, description = ${description},
       return_url = ${returnUrl},
       metadata = ${metadata === null ? null : JSON.stringify(metadata)}::json,
       payments_max = ${paymentsMax}::integer, starts_at = ${startsAt}::timestamptz,
       ends_at = ${endsAt}::timestamptz
     where id = ${change.id} and merchant_id = ${change.merchantId}`,
  );
}

/** The time is later than the start of each transaction that has settled a payment of the link. */
export async function stopLink(trx: Db, { id, merchantId }: LinkKey): Promise<void> {
  await run(
    trx,
    'stop-payment-link',
    sql`update payment_links set stopped_at = clock_timestamp()
     where id = ${id} and merchant_id = ${merchantId} and stopped_at is null`,
  );
}

/** Payments that can still be paid. */
export interface OpenPayments {
  readonly ofLink: number;
  /** Of all links of the merchant. */
  readonly ofMerchant: number;
  /** Null: not limited. */
  readonly openOrdersMax: number | null;
}

/** No payment of a link is open longer than `openMinutes`. */
export async function countOpenPayments(
  trx: Db,
  { id, merchantId }: Pick<PaymentLink, 'id' | 'merchantId'>,
  openMinutes: number,
): Promise<OpenPayments> {
  const [row] = await run<OpenPayments>(
    trx,
    'count-open-link-payments',
    sql`select count(*) filter (where payment_link_id = ${id}) as of_link,
            count(*) as of_merchant,
            (select open_orders_max from merchants where id = ${merchantId})
     from orders
     where payment_link_id in (select id from payment_links where merchant_id = ${merchantId})
       and created_at > now() - make_interval(mins => ${openMinutes}::integer)
       and status = 'pending' and expires_at > now()`,
  );
  return row ?? { ofLink: 0, ofMerchant: 0, openOrdersMax: null };
}
