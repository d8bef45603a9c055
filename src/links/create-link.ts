import { recordAuditEvent, type AuditContext } from '../kernel/audit/record-audit-event';
import { answerOnceInTransaction, type Answer } from '../kernel/idempotency/idempotency';
import type { IdempotencyClaim } from '../kernel/idempotency/store';
import { Problem } from '../kernel/rules/problem';
import { demandReturnUrl } from '../orders/checkout-details';
import { newId, newLinkToken } from '../platform/new-id';
import type { Db } from '../platform/postgres/connect';
import type { Deps } from '../deps';
import { mayHaveLinks } from './may-have-links';
import type { PaymentLink } from './rules/payment-link';
import { insertLink } from './store/payment-links';

export type NewLink = Omit<
  PaymentLink,
  'id' | 'token' | 'paid' | 'stoppedAt' | 'monthlyMailId' | 'createdAt'
>;
type Creating = Pick<Deps, 'config' | 'db' | 'vault'>;

/** Throws Problem `business_unverified` or `invalid_url` in live mode. */
export async function createLink(
  deps: Deps,
  audit: AuditContext,
  request: NewLink,
  claim: IdempotencyClaim | null,
  render: (created: PaymentLink) => string,
): Promise<Answer> {
  const link = newLink(request);
  const answer = { status: 200, body: render(link) };
  return answerOnceInTransaction(deps, claim, answer, (trx) => write(deps, trx, audit, link));
}

/** By a person. Throws as `createLink` does. */
export async function openLink(
  deps: Creating,
  audit: AuditContext,
  request: NewLink,
): Promise<PaymentLink> {
  const link = newLink(request);
  await deps.db.transaction((trx) => write(deps, trx, audit, link));
  return link;
}

function newLink(request: NewLink): PaymentLink {
  const createdAt = new Date();
  const id = newId('pl_', createdAt.getTime());
  const fresh = { token: newLinkToken(), paid: 0, stoppedAt: null, monthlyMailId: null };
  return { ...request, id, ...fresh, createdAt };
}

async function write(
  deps: Creating,
  trx: Db,
  audit: AuditContext,
  link: PaymentLink,
): Promise<void> {
  if (!(await mayHaveLinks({ ...deps, db: trx }, link.merchantId))) {
    throw new Problem('business_unverified');
  }
  demandReturnUrl(deps, link.returnUrl, 'invalid_url');
  await insertLink(trx, link);
  await recordAuditEvent(deps, trx, audit, 'payment_link.created', {
    subject: link.id,
    detail: { title: link.title },
  });
}
