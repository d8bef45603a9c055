import { recordAuditEvent, type AuditContext } from '../kernel/audit/record-audit-event';
import type { Merchant } from '../kernel/merchants/store';
import { orProblem, Problem } from '../kernel/rules/problem';
import { demandReturnUrl } from '../orders/checkout-details';
import { stateDigest } from '../platform/crypto/state-digest';
import type { Deps } from '../deps';
import type { PaymentLink } from './rules/payment-link';
import {
  lockLink,
  stopLink as markStopped,
  writeLink,
  type LinkChange,
} from './store/payment-links';

type Changing = Pick<Deps, 'config' | 'db' | 'vault'>;

/** Omitted fields stay unchanged. */
export type LinkEdits = { readonly [Name in keyof LinkChange]?: LinkChange[Name] | undefined };

/**
 * `digest`: `termsDigest` of the link that a form showed. Throws Problem `payment_link_not_found`,
 * also for another merchant's, `state_conflict` for a stopped link and for one that has changed
 * since the form, `invalid_url`, or `invalid_request` for a limit below the payments that have
 * succeeded and for an end before the start.
 */
export async function changeLink(
  deps: Changing,
  audit: AuditContext,
  { id: merchantId }: Pick<Merchant, 'id'>,
  linkId: string,
  edits: LinkEdits,
  digest: string | null = null,
): Promise<PaymentLink> {
  return deps.db.transaction(async (trx) => {
    const before = orProblem(await lockLink(trx, merchantId, linkId), 'payment_link_not_found');
    if (before.stoppedAt !== null) {
      throw new Problem('state_conflict', { message: 'The payment link is stopped.' });
    }
    if (digest !== null && termsDigest(before) !== digest) throw new Problem('state_conflict');
    const changed = Object.entries(edits).filter(
      ([name, value]) => value !== undefined && !isSame(value, before[name as keyof LinkEdits]),
    );
    if (changed.length === 0) return before;
    const link: PaymentLink = { ...before, ...Object.fromEntries(changed) };
    demandTerms(link);
    demandReturnUrl(deps, link.returnUrl, 'invalid_url');
    await writeLink(trx, link);
    await recordAuditEvent(deps, trx, audit, 'payment_link.changed', {
      subject: linkId,
      detail: { fields: changed.map(([name]) => name).join(', ') },
    });
    return link;
  });
}

export interface EditedLink extends LinkChange {
  readonly merchantId: string;
  readonly linkId: string;
  readonly digest: string;
}

/** By a person, on a form with all terms. Throws as `changeLink` does. */
export const editLink = (
  deps: Changing,
  audit: AuditContext,
  { merchantId: id, linkId, digest, ...terms }: EditedLink,
): Promise<PaymentLink> => changeLink(deps, audit, { id }, linkId, terms, digest);

/** Of what a form edits. */
export const termsDigest = (link: LinkChange): string => {
  const { title, description, returnUrl, metadata, paymentsMax, startsAt, endsAt } = link;
  return stateDigest([title, description, returnUrl, metadata, paymentsMax, startsAt, endsAt]);
};

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

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
