import { openJoined, type DigestOf } from '../../people/store/people-form';
import type { Vault } from '../../platform/crypto/vault';
import { run, type Db } from '../../platform/postgres/connect';
import { sql } from '../../platform/postgres/sql';
import type { MonthlyMail } from '../rules/monthly-mail';

const SEALED_AS = 'monthly_mails.email';
/** Active ones of a merchant. */
export const ACTIVE_MAX = 1_000;

const columns = sql`monthly_mails.id, monthly_mails.merchant_id, monthly_mails.link_id,
  email_sealed, language, day, monthly_mails.token, next_at, ended_at, ended_by,
  monthly_mails.created_at`;

type Row = Omit<MonthlyMail, 'email'> & { readonly emailSealed: string | null };

const fromRow = <R extends Row>(vault: Vault, { emailSealed, ...row }: R) => ({
  ...row,
  email: openJoined(vault, SEALED_AS, emailSealed),
});

/**
 * False where the link has one to the address, where the payer has ended one of the merchant, and
 * where the merchant has the highest number of them. The merchant is locked.
 */
export async function insertMonthlyMail(
  trx: Db,
  { vault, digestOf }: { readonly vault: Vault; readonly digestOf: DigestOf },
  { email, ...mail }: MonthlyMail & { readonly email: string },
): Promise<boolean> {
  const digest = digestOf(email);
  const inserted = await run(
    trx,
    'insert-monthly-mail',
    sql`insert into monthly_mails (id, merchant_id, link_id, email_sealed, email_digest, language,
       day, token, next_at, created_at)
     select ${mail.id}, ${mail.merchantId}, ${mail.linkId}, ${vault.seal(email, SEALED_AS)},
       ${digest}, ${mail.language}, ${mail.day}::smallint, ${mail.token},
       ${mail.nextAt}::timestamptz, ${mail.createdAt}::timestamptz
     where not exists (
       select from monthly_mails where merchant_id = ${mail.merchantId}
         and email_digest = ${digest} and ended_by = 'payer')
       and (select count(*) from monthly_mails
            where merchant_id = ${mail.merchantId} and ended_at is null) < ${ACTIVE_MAX}
     on conflict (link_id, email_digest) where ended_at is null do nothing
     returning 1`,
  );
  return inserted.length > 0;
}

export interface ListedMonthlyMail extends MonthlyMail {
  /** Of the last mail; null before the first. */
  readonly lastLinkId: string | null;
  readonly lastMonth: string | null;
  /** Whether its payment has succeeded. */
  readonly isPaid: boolean | null;
}

export interface MonthlyMailSlice {
  readonly limit: number;
  /** The id of the last one of the page before; null for the first page. */
  readonly after: string | null;
}

/** Active ones first, then newest first. */
export async function listMonthlyMails(
  db: Db,
  vault: Vault,
  { merchantId, linkId }: Pick<MonthlyMail, 'merchantId' | 'linkId'>,
  { limit, after }: MonthlyMailSlice,
): Promise<readonly ListedMonthlyMail[]> {
  const rows = await run<Row & Omit<ListedMonthlyMail, keyof MonthlyMail>>(
    db,
    'list-monthly-mails',
    sql`select ${columns}, last.link_id as last_link_id, month as last_month, is_paid
     from monthly_mails
     left join lateral (
       select monthly_links.link_id, month, paid > 0 as is_paid
       from monthly_links join payment_links on payment_links.id = monthly_links.link_id
       where mail_id = monthly_mails.id order by month desc limit 1) as last on true
     where monthly_mails.link_id = ${linkId} and monthly_mails.merchant_id = ${merchantId}
       and (${after}::text is null
         or (ended_at is null, monthly_mails.created_at, monthly_mails.id) <
           (select one.ended_at is null, one.created_at, one.id from monthly_mails as one
            where one.id = ${after} and one.link_id = ${linkId}))
     order by ended_at is null desc, monthly_mails.created_at desc, monthly_mails.id desc
     limit ${limit}`,
  );
  return rows.map((row) => fromRow(vault, row));
}

type MailKey = Pick<MonthlyMail, 'id' | 'merchantId'>;

/** Null for an unknown one and for another merchant's. */
export async function findMonthlyMail(
  db: Db,
  vault: Vault,
  { id, merchantId }: MailKey,
): Promise<MonthlyMail | null> {
  const [row] = await run<Row>(
    db,
    'find-monthly-mail',
    sql`select ${columns} from monthly_mails where id = ${id} and merchant_id = ${merchantId}`,
  );
  return row === undefined ? null : fromRow(vault, row);
}

/** The token grants access to the page that ends the mails. */
export async function findMonthlyMailByToken(
  db: Db,
  vault: Vault,
  token: string,
): Promise<MonthlyMail | null> {
  const [row] = await run<Row>(
    db,
    'find-monthly-mail-by-token',
    sql`select ${columns} from monthly_mails where token = ${token}`,
  );
  return row === undefined ? null : fromRow(vault, row);
}

/** False when they had ended. Removes the address. */
export async function endMonthlyMail(
  trx: Db,
  { id, merchantId }: MailKey,
  by: 'merchant' | 'link',
): Promise<boolean> {
  const ended = await run(
    trx,
    'end-monthly-mail',
    sql`update monthly_mails set ended_at = now(), ended_by = ${by}, email_sealed = null
     where id = ${id} and merchant_id = ${merchantId} and ended_at is null returning 1`,
  );
  return ended.length > 0;
}

/** All active mails of the merchant to the address of one of them, and that one. */
export async function endMonthlyMailsOfPayer(trx: Db, { id, merchantId }: MailKey): Promise<void> {
  await run(
    trx,
    'end-monthly-mails-of-payer',
    sql`update monthly_mails
     set ended_at = coalesce(ended_at, now()), ended_by = 'payer', email_sealed = null
     where merchant_id = ${merchantId}
       and email_digest = (select email_digest from monthly_mails where id = ${id})
       and (ended_at is null or id = ${id})`,
  );
}

/** Locked; another process takes others. */
export async function lockDueMonthlyMails(
  trx: Db,
  vault: Vault,
  limit: number,
): Promise<readonly MonthlyMail[]> {
  const rows = await run<Row>(
    trx,
    'lock-due-monthly-mails',
    sql`select ${columns} from monthly_mails where ended_at is null and next_at <= now()
     order by next_at limit ${limit} for update skip locked`,
  );
  return rows.map((row) => fromRow(vault, row));
}

export async function planMonthlyMail(trx: Db, id: string, nextAt: Date): Promise<void> {
  await run(
    trx,
    'plan-monthly-mail',
    sql`update monthly_mails set next_at = ${nextAt}::timestamptz where id = ${id}`,
  );
}

/** The link of a month. Throws when the month has one. */
export async function insertMonthlyLink(
  trx: Db,
  mailId: string,
  { month, linkId }: { readonly month: string; readonly linkId: string },
): Promise<void> {
  await run(
    trx,
    'insert-monthly-link',
    sql`insert into monthly_links (mail_id, month, link_id)
     values (${mailId}, ${month}, ${linkId})`,
  );
}
