import { correctResolution } from '../../src/exceptions/correct-exception';
import { resolveException, type ResolutionRequest } from '../../src/exceptions/resolve-exception';
import type { Db } from '../../src/platform/postgres/connect';
import type { OutboxMessage } from '../../src/kernel/outbox/store/messages';
import { findException } from '../../src/exceptions/store/exceptions';
import { isResolution, wholeOf, type Part } from '../../src/exceptions/rules/exception';
import { testDeps } from './gateway';

const byOps = { by: 'ops', reason: 'tested with care' };

/** A resolution: one kind for the whole amount, or parts in baht such as `accept=60,return=40`. */
export async function resolveAs(
  db: Db,
  exceptionId: string,
  how: string,
  request: Partial<Omit<ResolutionRequest, 'exceptionId' | 'parts'>> = {},
  /** With the keys of the callbacks: a refund goes to the account that they name. */
  deps = testDeps(db),
): Promise<readonly OutboxMessage[]> {
  const exception = await findException(db, exceptionId);
  const parts = how.split(',').flatMap((part): readonly Part[] => {
    const [as = '', baht] = part.split('=');
    if (!isResolution(as)) throw new Error(`${as} is no resolution`);
    if (baht !== undefined) return [{ as, amountSatang: Math.round(Number(baht) * 100) }];
    return exception === null ? [] : wholeOf(exception, as);
  });
  return resolveException(deps, async () => {}, {
    exceptionId,
    parts,
    ...byOps,
    ...request,
  });
}

/** Corrects the resolution of an exception. */
export const correctAs = (db: Db, exceptionId: string): Promise<readonly OutboxMessage[]> =>
  correctResolution({ db }, async () => {}, { exceptionId, ...byOps });
