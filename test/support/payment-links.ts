import { newId, newLinkToken } from '../../src/platform/new-id';
import type { Merchant } from '../../src/kernel/merchants/store';
import type { PaymentLink } from '../../src/links/find-link';
import { insertLink } from '../../src/links/store/payment-links';
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
