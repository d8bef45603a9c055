import { findNames } from '../people/store/people';
import type { Actor, AuditEvent } from '../kernel/audit/audit-event';
import { nameOf } from './rules/exception';
import { postingsOfResolution } from '../ledger/rules/postings';
import { findException, type Exception } from './store/exceptions';
import { findCallbackBody } from '../orders/callbacks/store/callbacks';
import { matchPayer } from '../orders/store/payers';
import type { Assignee } from './assign-unknown';
import { correctResolution, type CorrectionRequest } from './correct-exception';
import type { Deps } from '../deps';
import { readPayer } from '../orders/payment/read-payer';
import { recordAuditEvent, type AuditContext } from '../kernel/audit/record-audit-event';
import { resolveException, type ResolutionRequest } from './resolve-exception';

type Deciding = Pick<Deps, 'config' | 'db' | 'origin' | 'providers' | 'vault'> & {
  readonly outbox?: Deps['outbox'];
};

/** `by` is the name stored with the decision. The audit log has the actor's id. */
export type ExceptionDecision = Omit<ResolutionRequest, 'by' | 'payerMatches'> & {
  readonly by?: string | undefined;
};

/** `resolveException`, with its audit event in the same transaction. Throws CannotResolve. */
export async function decideException(
  deps: Deciding,
  audit: AuditContext,
  decision: ExceptionDecision,
): Promise<void> {
  const { exceptionId, parts, reason, rest = null, assignee = null } = decision;
  const exception = await findException(deps.db, exceptionId);
  const postings = postingsOfResolution(exception?.order ?? null, parts);
  const satang = postings.reduce((sum, { amountSatang }) => sum + amountSatang, 0);
  const detail = {
    resolution: nameOf(parts),
    satang,
    reason,
    ...(rest === null ? {} : { rest }),
    ...(assignee === null ? {} : { assignee: assigneeId(assignee) }),
  };
  const messages = await resolveException(
    deps,
    (trx) =>
      recordAuditEvent(deps, trx, audit, 'exception.resolved', {
        subject: exceptionId,
        detail,
        ...merchantPart(exception?.merchantId ?? null, { resolution: nameOf(parts), satang }),
      }),
    {
      ...decision,
      payerMatches: await matchAssigned(deps, exception, assignee),
      by: await nameOfActor(deps, audit.actor, decision.by),
    },
  );
  // Without a relay in this process, another process's relay delivers the messages.
  deps.outbox?.enqueue(messages);
}

/** Null without an order to compare with. */
async function matchAssigned(
  deps: Deciding,
  exception: Exception | null,
  assignee: Assignee | null,
): Promise<boolean | null> {
  const callbackId = exception?.callback?.id ?? null;
  if (assignee?.kind !== 'order' || callbackId === null) return null;
  const payer = await readPayer(deps, await findCallbackBody(deps.db, callbackId));
  return matchPayer(deps, assignee.orderId, payer);
}

/** The merchant's own audit log contains the decision without its reason. */
const merchantPart = (id: string | null, detail: AuditEvent['detail']) =>
  id === null ? {} : { merchant: { id, detail } };

/** `correctResolution`, with its audit event in the same transaction. Throws CannotResolve. */
export async function correctDecision(
  deps: Deciding,
  audit: AuditContext,
  correction: Omit<CorrectionRequest, 'by'> & { readonly by?: string | undefined },
): Promise<void> {
  const { exceptionId, reason } = correction;
  const exception = await findException(deps.db, exceptionId);
  const messages = await correctResolution(
    deps,
    (trx) =>
      recordAuditEvent(deps, trx, audit, 'exception.corrected', {
        subject: exceptionId,
        detail: { reason },
        ...merchantPart(exception?.merchantId ?? null, {}),
      }),
    { ...correction, by: await nameOfActor(deps, audit.actor, correction.by) },
  );
  deps.outbox?.enqueue(messages);
}

export const assigneeId = (assignee: NonNullable<ResolutionRequest['assignee']>): string =>
  assignee.kind === 'order' ? assignee.orderId : assignee.merchantId;

async function nameOfActor(
  { db, vault }: Pick<Deps, 'db' | 'vault'>,
  { id }: Actor,
  given: string | undefined,
): Promise<string> {
  if (given !== undefined) return given;
  return (await findNames(db, vault, 'operator', [id])).get(id) ?? id;
}
