import * as sessions from '../db/sessions';
import type { Session } from '../db/sessions';
import { Problem } from '../domain/problem';
import { hashOfToken, tokenForm } from '../lib/secret-token';
import type { Deps } from './deps';

export type { Session };

/** The session that a secret belongs to. Throws Problem `signed_out` when there is none. */
export async function findSession(deps: Pick<Deps, 'db'>, token: string | null): Promise<Session> {
  const session =
    token !== null && tokenForm.test(token)
      ? await sessions.findSession(deps.db, hashOfToken(token))
      : null;
  if (session === null) throw new Problem('signed_out');
  return session;
}
