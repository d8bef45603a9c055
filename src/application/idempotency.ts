import { bindAnswer, claimKey, findAnswer } from '../db/orders/idempotency';
import type { IdempotencyClaim } from '../db/orders/idempotency';
import type { Db } from '../db/postgres/connect';
import { Problem } from '../domain/problem';
import type { Deps } from './deps';

/** The answer to a request that creates: made now, or the one that its key is bound to. */
export interface Answer {
  readonly status: number;
  /** JSON, byte for byte what the first request was answered with. */
  readonly body: string;
  readonly replayed: boolean;
}

/** How often a claim is tried again when the key that was in its way has just expired. */
const TRIES_MAX = 3;
/** An answer can hold a secret or a customer's name, so it is kept encrypted. */
const SEALED_AS = 'idempotency_keys.body';

export const sealAnswer = (deps: Deps, body: string): string => deps.vault.seal(body, SEALED_AS);

/**
 * The answer that a key is bound to, null when the key is free. Throws Problem
 * `idempotency_key_reused` when it is bound to another request.
 */
export async function findReplay(deps: Deps, claim: IdempotencyClaim): Promise<Answer | null> {
  const stored = await findAnswer(deps.db, claim);
  if (stored === null) return null;
  if (!stored.sameRequest) throw new Problem('idempotency_key_reused');
  return { status: stored.status, body: deps.vault.open(stored.body, SEALED_AS), replayed: true };
}

/**
 * Creates something under an idempotency key. `create` binds the key in the transaction that
 * creates; it returns the body of the answer, or null when the key is taken and nothing was made.
 */
export async function answerOnce(
  deps: Deps,
  claim: IdempotencyClaim | null,
  status: number,
  create: () => Promise<string | null>,
): Promise<Answer> {
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const body = await create();
    if (body !== null) return { status, body, replayed: false };
    const replay = claim === null ? null : await findReplay(deps, claim);
    if (replay !== null) return replay;
  }
  throw new Problem('unavailable');
}

/** The same for work of several statements. The key is bound first, so that a twin waits for it. */
export async function answerOnceInTransaction(
  deps: Deps,
  claim: IdempotencyClaim | null,
  answer: { readonly status: number; readonly body: string },
  work: (trx: Db) => Promise<void>,
): Promise<Answer> {
  return answerOnce(deps, claim, answer.status, () =>
    deps.db.transaction(async (trx) => {
      if (claim !== null) {
        const bound = { status: answer.status, body: sealAnswer(deps, answer.body) };
        if (!(await claimKey(trx, claim, bound))) return null;
      }
      await work(trx);
      return answer.body;
    }),
  );
}

/** The same for work that only finds out what the answer is. */
export async function answerOnceByWork(
  deps: Deps,
  claim: IdempotencyClaim | null,
  status: number,
  work: (trx: Db) => Promise<string>,
): Promise<Answer> {
  return answerOnce(deps, claim, status, () =>
    deps.db.transaction(async (trx) => {
      if (claim !== null && !(await claimKey(trx, claim, { status, body: '' }))) return null;
      const body = await work(trx);
      if (claim !== null) await bindAnswer(trx, claim, sealAnswer(deps, body));
      return body;
    }),
  );
}
