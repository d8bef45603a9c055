import type { RefusedApproval } from './store/refuse-approval';
import type { Db } from '../platform/postgres/connect';
import { countMoves } from '../platform/observe/metrics';
import type { Deps } from '../deps';

/** A command has no relay and no metrics: another process dispatches the messages. */
export type Refusing = Pick<Deps, 'db' | 'vault'> & Partial<Pick<Deps, 'metrics' | 'outbox'>>;

/** `refuse` is one transaction and returns null when no approval is left; then false. */
export async function refuseNext(
  { db, metrics, outbox }: Refusing,
  refuse: (trx: Db) => Promise<RefusedApproval | null>,
): Promise<boolean> {
  const refused = await db.transaction(refuse);
  if (refused === null) return false;
  const { failed, messages } = refused;
  if (failed !== null && metrics) countMoves(metrics, failed, failed.transitions);
  outbox?.enqueue(messages);
  return true;
}
