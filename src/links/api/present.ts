import type { z } from 'zod';
import { linkUrl } from '../../contract/link-url';
import { satangToBaht } from '../../kernel/rules/money';
import { linkStateAt, type PaymentLink } from '../find-link';
import type { paymentLink } from './schema';

export function presentLink(link: PaymentLink, publicUrl: string): z.input<typeof paymentLink> {
  const { amount } = link;
  const open = typeof amount === 'number' ? null : amount;
  return {
    payment_link_id: link.id,
    url: linkUrl(publicUrl, link.token),
    status: linkStateAt(link, new Date()),
    title: link.title,
    description: link.description,
    amount: typeof amount === 'number' ? satangToBaht(amount) : null,
    amount_min: open && satangToBaht(open.minSatang),
    amount_max: open && satangToBaht(open.maxSatang),
    currency: 'THB',
    payments_max: link.paymentsMax,
    payments_succeeded: link.paid,
    starts_at: link.startsAt?.toISOString() ?? null,
    ends_at: link.endsAt?.toISOString() ?? null,
    stopped_at: link.stoppedAt?.toISOString() ?? null,
    return_url: link.returnUrl,
    metadata: link.metadata,
    monthly_mail_id: link.monthlyMailId,
    created_at: link.createdAt.toISOString(),
  };
}
