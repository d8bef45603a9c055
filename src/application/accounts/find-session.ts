import * as sessions from '../../db/accounts/sessions';
import type { Session } from '../../db/accounts/sessions';
import { Problem } from '../../domain/problem';
import { hashOfSentToken } from '../../lib/secret-token';
import type { Deps } from '../deps';

export type { Session };

/** The session that a secret belongs to. Throws Problem `signed_out` when there is none. */
export async function findSession(deps: Pick<Deps, 'db'>, token: string | null): Promise<Session> {
  const hash = token === null ? null : hashOfSentToken(token);
  const session = hash === null ? null : await sessions.findSession(deps.db, hash);
  if (session === null) throw new Problem('signed_out');
  return session;
}
