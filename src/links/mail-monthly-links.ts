import { findMerchant } from '../kernel/merchants/store';
import { enqueueNotice } from '../people/send-mail';
import { newId, newLinkToken } from '../platform/new-id';
import type { Db } from '../platform/postgres/connect';
import type { Deps } from '../deps';
import { mayHaveLinks } from './may-have-links';
import {
  latestMailAt,
  monthlyTitle,
  monthOf,
  nextMailAt,
  type MonthlyMail,
} from './rules/monthly-mail';
import { linkStateAt, type PaymentLink } from './rules/payment-link';
import { findLink, insertLink } from './store/payment-links';
import {
  endMonthlyMail,
  insertMonthlyLink,
  lockDueMonthlyMails,
  planMonthlyMail,
} from './store/monthly-mails';

type Doing = Pick<Deps, 'config' | 'db' | 'vault'>;

/**
 * One transaction writes links, mails and the next times, so that a month has one of each. Returns
 * the number of mails that were due. A merchant that may have no links now mails nothing, and the
 * month is not made up for.
 */
export const mailMonthlyLinks = (deps: Doing, limit: number): Promise<number> =>
  deps.db.transaction(async (trx) => {
    const due = await lockDueMonthlyMails(trx, deps.vault, limit);
    for (const mail of due) await mailLink({ ...deps, db: trx }, trx, mail);
    return due.length;
  });

async function mailLink(deps: Doing, trx: Db, mail: MonthlyMail): Promise<void> {
  const { id, merchantId, email, language, day } = mail;
  const link = await findLink(trx, merchantId, mail.linkId);
  const now = new Date();
  const state = link === null ? 'stopped' : linkStateAt(link, now);
  if (link === null || email === null || state === 'stopped' || state === 'ended') {
    await endMonthlyMail(trx, mail, 'link');
    return;
  }
  const dueAt = latestMailAt(day, mail.nextAt, now);
  await planMonthlyMail(trx, id, nextMailAt(day, dueAt));
  const merchant = await findMerchant(trx, merchantId);
  if (merchant?.status !== 'active' || !(await mayHaveLinks(deps, merchantId))) return;
  const month = monthOf(dueAt);
  const ofMonth = linkOfMonth(link, monthlyTitle(link.title, month, language), now);
  await insertLink(trx, ofMonth);
  await insertMonthlyLink(trx, id, { month, linkId: ofMonth.id });
  await enqueueNotice(
    deps,
    trx,
    { email, language },
    { kind: 'monthly_link', monthlyMailId: id, merchantId, linkId: ofMonth.id },
  );
}

/** The terms of the repeated link, for one payment. */
const linkOfMonth = (link: PaymentLink, title: string, createdAt: Date) => ({
  ...link,
  id: newId('pl_', createdAt.getTime()),
  token: newLinkToken(),
  title,
  paymentsMax: 1,
  startsAt: null,
  createdAt,
});
