import { findShop } from '../business/find-business';
import { recordAuditEvent, type AuditContext } from '../kernel/audit/record-audit-event';
import { answerOnceInTransaction, type Answer } from '../kernel/idempotency/idempotency';
import type { IdempotencyClaim } from '../kernel/idempotency/store';
import { lockMerchant, type Merchant } from '../kernel/merchants/store';
import { orProblem, Problem } from '../kernel/rules/problem';
import { findDigests } from '../people/store/people-form';
import { newId, newSecretId } from '../platform/new-id';
import type { Db } from '../platform/postgres/connect';
import type { Deps } from '../deps';
import { findLink } from './find-link';
import { mayHaveLinks } from './may-have-links';
import { nextMailAt, type MonthlyMail } from './rules/monthly-mail';
import { lockLink } from './store/payment-links';
import * as mails from './store/monthly-mails';

export type { MonthlyMail } from './rules/monthly-mail';
export type { ListedMonthlyMail } from './store/monthly-mails';

type Doing = Pick<Deps, 'config' | 'db' | 'vault'>;
export type NewMonthlyMail = Pick<MonthlyMail, 'merchantId' | 'linkId' | 'language' | 'day'> & {
  readonly email: string;
};

/**
 * The first mail is that of the next such day, at 08:00 in Bangkok. Throws Problem
 * `payment_link_not_found`, `business_unverified`, or `state_conflict` for a stopped link, a link
 * that itself was mailed monthly, an address that it has, one whose owner has unsubscribed from the
 * merchant, and beyond 1,000 active ones.
 */
export async function createMonthlyMail(
  deps: Deps,
  audit: AuditContext,
  request: NewMonthlyMail,
  claim: IdempotencyClaim | null,
  render: (created: MonthlyMail) => string,
): Promise<Answer> {
  const mail = newMail(request);
  const answer = { status: 200, body: render(mail) };
  return answerOnceInTransaction(deps, claim, answer, (trx) => write(deps, trx, audit, mail));
}

/** By a person. Throws as `createMonthlyMail` does. */
export async function openMonthlyMail(
  deps: Doing,
  audit: AuditContext,
  request: NewMonthlyMail,
): Promise<void> {
  await deps.db.transaction((trx) => write(deps, trx, audit, newMail(request)));
}

function newMail(request: NewMonthlyMail) {
  const createdAt = new Date();
  return {
    ...request,
    id: newId('mm_', createdAt.getTime()),
    token: newSecretId(''),
    nextAt: nextMailAt(request.day, createdAt),
    endedAt: null,
    endedBy: null,
    createdAt,
  };
}

async function write(
  deps: Doing,
  trx: Db,
  audit: AuditContext,
  mail: ReturnType<typeof newMail>,
): Promise<void> {
  const link = orProblem(
    await lockLink(trx, mail.merchantId, mail.linkId),
    'payment_link_not_found',
  );
  if (!(await mayHaveLinks({ ...deps, db: trx }, mail.merchantId))) {
    throw new Problem('business_unverified');
  }
  await lockMerchant(trx, mail.merchantId);
  const keeping = { vault: deps.vault, digestOf: await findDigests(trx, deps.vault) };
  const isRepeatable = link.stoppedAt === null && link.monthlyMailId === null;
  if (!isRepeatable || !(await mails.insertMonthlyMail(trx, keeping, mail))) {
    const message = 'The link takes no further monthly mail to this address.';
    throw new Problem('state_conflict', { message });
  }
  const detail = { link: mail.linkId, day: mail.day };
  await recordAuditEvent(deps, trx, audit, 'monthly_mail.created', { subject: mail.id, detail });
}

/**
 * Active ones first, by default at most 1,000. Throws Problem `payment_link_not_found`, also for
 * another merchant's.
 */
export async function listMonthlyMails(
  deps: Pick<Deps, 'db' | 'vault'>,
  merchant: Pick<Merchant, 'id'>,
  linkId: string,
  slice: mails.MonthlyMailSlice = { limit: mails.ACTIVE_MAX, after: null },
): Promise<readonly mails.ListedMonthlyMail[]> {
  await findLink(deps, merchant, linkId);
  const key = { merchantId: merchant.id, linkId };
  return mails.listMonthlyMails(deps.db, deps.vault, key, slice);
}

export interface EndedMonthlyMail {
  readonly merchantId: string;
  readonly monthlyMailId: string;
}

/** Final and idempotent. Links that were mailed stay. Throws Problem `monthly_mail_not_found`. */
export async function stopMonthlyMail(
  deps: Doing,
  audit: AuditContext,
  { merchantId, monthlyMailId: id }: EndedMonthlyMail,
): Promise<MonthlyMail> {
  return deps.db.transaction(async (trx) => {
    const key = { id, merchantId };
    if (await mails.endMonthlyMail(trx, key, 'merchant')) {
      await recordAuditEvent(deps, trx, audit, 'monthly_mail.stopped', { subject: id });
    }
    const found = await mails.findMonthlyMail(trx, deps.vault, key);
    return orProblem(found, 'monthly_mail_not_found');
  });
}

export interface Subscription {
  readonly merchantName: string;
  /** The payer has not ended it; the merchant may have. */
  readonly isOn: boolean;
}

/** The token is the credential. Throws Problem `page_not_found`. */
export async function findSubscription(
  deps: Doing,
  token: string,
): Promise<Subscription & Pick<MonthlyMail, 'id' | 'merchantId'>> {
  const found = await mails.findMonthlyMailByToken(deps.db, deps.vault, token);
  const mail = orProblem(found, 'page_not_found');
  const { profile } = await findShop(deps, mail.merchantId);
  const { id, merchantId, endedBy } = mail;
  return { id, merchantId, merchantName: profile.name, isOn: endedBy !== 'payer' };
}

/**
 * By the payer and final, for all links of the merchant, who cannot mail the address again. It also
 * counts when the merchant has ended the mail before. Throws as the other.
 */
export async function endSubscription(deps: Doing, token: string): Promise<Subscription> {
  const found = await findSubscription(deps, token);
  await deps.db.transaction(async (trx) => {
    await lockMerchant(trx, found.merchantId);
    await mails.endMonthlyMailsOfPayer(trx, found);
  });
  return { ...found, isOn: false };
}
