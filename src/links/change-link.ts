import { recordAuditEvent, type AuditContext } from '../kernel/audit/record-audit-event';
import type { Merchant } from '../kernel/merchants/store';
import { orProblem, Problem } from '../kernel/rules/problem';
import type { Deps } from '../deps';
import type { PaymentLink } from './rules/payment-link';
import {
  lockLink,
  stopLink as markStopped,
  writeLink,
  type LinkChange,
} from './store/payment-links';

type Changing = Pick<Deps, 'db' | 'vault'>;

/** Omitted fields stay unchanged. */
export type LinkEdits = { readonly [Name in keyof LinkChange]?: LinkChange[Name] | undefined };

/**
 * Throws Problem `payment_link_not_found`, also for another merchant's, `state_conflict` for a
 * stopped link, or `invalid_request` for a limit below the payments that have succeeded and for an
 * end before the start.
 */
export async function changeLink(
  deps: Changing,
  audit: AuditContext,
  { id: merchantId }: Pick<Merchant, 'id'>,
  linkId: string,
  edits: LinkEdits,
): Promise<PaymentLink> {
  return deps.db.transaction(async (trx) => {
    const before = orProblem(await lockLink(trx, merchantId, linkId), 'payment_link_not_found');
    if (before.stoppedAt !== null) {
      throw new Problem('state_conflict', { message: 'The payment link is stopped.' });
    }
    const given = Object.entries(edits).filter(([, value]) => value !== undefined);
    const link: PaymentLink = { ...before, ...Object.fromEntries(given) };
    demandTerms(link);
    await writeLink(trx, link);
    await recordAuditEvent(deps, trx, audit, 'payment_link.changed', {
      subject: linkId,
      detail: { fields: given.map(([name]) => name).join(', ') },
    });
    return link;
  });
}

function demandTerms({ paymentsMax, paid, startsAt, endsAt }: PaymentLink): void {
  if (paymentsMax !== null && paymentsMax < paid) {
    const message = `payments_max must be at least ${paid}: so many payments have succeeded.`;
    throw new Problem('invalid_request', { param: 'payments_max', message });
  }
  if (startsAt !== null && endsAt !== null && startsAt >= endsAt) {
    const message = 'ends_at must be after starts_at.';
    throw new Problem('invalid_request', { param: 'ends_at', message });
  }
}

/**
 * Final. Waits for a payment that is being settled; money that arrives later is not credited and
 * becomes an exception. Idempotent. Throws Problem `payment_link_not_found`.
 */
export async function stopLink(
  deps: Changing,
  audit: AuditContext,
  { id: merchantId }: Pick<Merchant, 'id'>,
  linkId: string,
): Promise<PaymentLink> {
  return deps.db.transaction(async (trx) => {
    const before = orProblem(await lockLink(trx, merchantId, linkId), 'payment_link_not_found');
    if (before.stoppedAt !== null) return before;
    await markStopped(trx, before);
    await recordAuditEvent(deps, trx, audit, 'payment_link.stopped', { subject: linkId });
    return orProblem(await lockLink(trx, merchantId, linkId), 'payment_link_not_found');
  });
}
