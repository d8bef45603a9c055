import { newId, newLinkToken, newSecretId } from '../../src/platform/new-id';
import type { Merchant } from '../../src/kernel/merchants/store';
import type { PaymentLink } from '../../src/links/find-link';
import type { MonthlyMail } from '../../src/links/monthly-mails';
import { insertMonthlyMail } from '../../src/links/store/monthly-mails';
import { insertLink } from '../../src/links/store/payment-links';
import { findDigests } from '../../src/people/store/people-form';
import type { Deps } from '../../src/deps';

/** A link of 990 baht, without the check of the business. */
export async function testLink(
  { db }: Pick<Deps, 'db'>,
  { id: merchantId }: Pick<Merchant, 'id'>,
  given: Partial<PaymentLink> = {},
): Promise<PaymentLink> {
  const link = {
    id: newId('pl_'),
    merchantId,
    token: newLinkToken(),
    title: 'เวิร์กช็อปกาแฟดริป',
    description: null,
    amount: 99_000,
    returnUrl: null,
    metadata: null,
    paymentsMax: null,
    paid: 0,
    startsAt: null,
    endsAt: null,
    stoppedAt: null,
    monthlyMailId: null,
    createdAt: new Date(),
    ...given,
  };
  await insertLink(db, link);
  return link;
}

/** Puts a payment on a link; returns the id of the link. */
export async function putOnLink(
  deps: Pick<Deps, 'db'>,
  paymentId: string,
  linkId: string | null = null,
): Promise<string> {
  const order = deps.db('orders').where('id', paymentId);
  const [merchantId = ''] = await order.clone().pluck<string[]>('merchant_id');
  const id = linkId ?? (await testLink(deps, { id: merchantId })).id;
  await order.update({ payment_link_id: id });
  return id;
}

/** Due now, without the checks of the business and of the address. */
export async function testMonthlyMail(
  deps: Pick<Deps, 'db' | 'vault'>,
  link: PaymentLink,
  given: Partial<MonthlyMail> & { readonly email?: string } = {},
): Promise<MonthlyMail> {
  const id = newId('mm_');
  const mail = {
    id,
    merchantId: link.merchantId,
    linkId: link.id,
    email: `${id}@example.com`,
    language: 'th' as const,
    day: 15,
    token: newSecretId(''),
    nextAt: new Date(Date.now() - 60_000),
    endedAt: null,
    endedBy: null,
    createdAt: new Date(),
    ...given,
  };
  const keeping = { vault: deps.vault, digestOf: await findDigests(deps.db, deps.vault) };
  await insertMonthlyMail(deps.db, keeping, mail);
  return mail;
}
