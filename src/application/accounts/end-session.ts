import * as sessions from '../../db/accounts/sessions';
import type { OpenSession } from '../../db/accounts/sessions';
import { Problem } from '../../domain/problem';
import type { Deps } from '../deps';
import type { Session } from './find-session';
import { recordAuditEvent } from './record-audit-event';
import type { AuditContext } from './record-audit-event';
import { forgetOtherPlaces } from './sign-in-places';

export type { OpenSession };

/** The places where a person is signed in. */
export const listSessions = (
  deps: Pick<Deps, 'db'>,
  { user }: Session,
): Promise<readonly OpenSession[]> => sessions.listSessions(deps.db, user.id);

/** Ends one of a person's own sessions. Throws Problem `session_not_found`. */
export async function endSession(
  deps: Deps,
  audit: AuditContext,
  { user }: Session,
  sessionId: string,
): Promise<void> {
  await deps.db.transaction(async (trx) => {
    const ended = await sessions.endSession(trx, user.id, sessionId);
    if (!ended) throw new Problem('session_not_found');
    await recordAuditEvent(deps, trx, audit, 'session.ended', { subject: sessionId });
  });
}

/** Ends every session of a audit, this one too. */
export async function endAllSessions(
  deps: Deps,
  audit: AuditContext,
  { user }: Session,
): Promise<void> {
  await deps.db.transaction(async (trx) => {
    const count = await sessions.endSessions(trx, user.id);
    await forgetOtherPlaces(trx, user.id, null);
    await recordAuditEvent(deps, trx, audit, 'session.all_ended', {
      subject: user.id,
      detail: { count },
    });
  });
}

/** Has a session go on for another merchant of its audit. Throws Problem `merchant_not_found`. */
export async function switchMerchant(
  deps: Pick<Deps, 'db'>,
  session: Session,
  merchantId: string,
): Promise<void> {
  const switched = await sessions.switchMerchant(deps.db, session.id, merchantId);
  if (!switched) throw new Problem('merchant_not_found');
}
