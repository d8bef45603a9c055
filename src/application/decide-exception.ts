import { findException } from '../db/exceptions';
import { findOperatorNames } from '../db/operators';
import type { Actor } from '../domain/act';
import { postingsOf } from '../domain/exception';
import type { Resolution } from '../domain/exception';
import type { Deps } from './deps';
import { recordOperatorAct } from './record-operator-act';
import { resolveException } from './resolve-exception';

export interface ExceptionDecision {
  readonly exceptionId: string;
  readonly resolution: Resolution;
  readonly reason: string;
  /** As it stands beside the decision; the audit log has the id. */
  readonly by?: string;
}

/**
 * Resolves an exception as `resolveException` does, and writes down who did it in the same
 * transaction. Throws CannotResolve.
 */
export async function decideException(
  deps: Pick<Deps, 'db' | 'vault'> & { readonly dispatcher?: Deps['dispatcher'] },
  actor: Actor,
  { exceptionId, resolution, reason, by }: ExceptionDecision,
): Promise<void> {
  const exception = await findException(deps.db, exceptionId);
  const postings = exception === null ? [] : postingsOf(exception, resolution);
  const satang = postings.reduce((sum, { amountSatang }) => sum + amountSatang, 0);
  const names = await findOperatorNames(deps.db, [actor.id]);
  const dispatches = await resolveException(
    {
      db: deps.db,
      alsoCommit: (trx) =>
        recordOperatorAct(deps, trx, actor, 'exception.resolved', {
          subject: exceptionId,
          detail: { resolution, satang, reason },
          ...merchantPart(exception?.merchantId ?? null, { resolution, satang }),
        }),
    },
    { exceptionId, resolution, reason, by: by ?? names.get(actor.id) ?? actor.id },
  );
  // Where nobody is told at once, an API or a worker finds it in the outbox.
  deps.dispatcher?.offer(dispatches);
}

/** The merchant reads in its own log what was decided, not why. */
const merchantPart = (id: string | null, detail: { resolution: string; satang: number }) =>
  id === null ? {} : { merchant: { id, detail } };
