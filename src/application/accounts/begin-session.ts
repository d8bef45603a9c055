import type { Db } from '../../db/postgres/connect';
import { insertSession } from '../../db/accounts/sessions';
import { newId } from '../../lib/new-id';
import { newToken } from '../../lib/secret-token';
import type { Deps } from '../deps';
import { recordAuditEvent } from './record-audit-event';

/** Where somebody signs in from, as far as it is known. */
export interface ClientInfo {
  readonly address: string | null;
  /** What the browser says of itself. */
  readonly agent: string | null;
  /** What the browser's device cookie holds, or will hold; absent where there is no browser. */
  readonly device?: string;
}

const AGENT_LENGTH_MAX = 300;

/** As much of what a browser says of itself as is kept. */
export const keptAgent = (agent: string | null): string | null =>
  agent === null ? null : agent.slice(0, AGENT_LENGTH_MAX);

/** A new session, always under a new secret, which is returned here and never again. */
export async function beginSession(
  deps: Pick<Deps, 'vault'>,
  trx: Db,
  { userId, merchantId }: { readonly userId: string; readonly merchantId: string },
  { address, agent }: ClientInfo,
): Promise<string> {
  const { token, hash } = newToken();
  const id = newId('ses_');
  const cut = keptAgent(agent);
  await insertSession(trx, { hash, id, userId, merchantId, address, agent: cut });
  const audit = { actor: { kind: 'user', id: userId, address }, scope: merchantId } as const;
  await recordAuditEvent(deps, trx, audit, 'session.begun', { subject: id });
  return token;
}
