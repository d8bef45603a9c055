import {
  bindAnswer,
  claimKey,
  deleteKey,
  findAnswer,
  type IdempotencyClaim,
  type StoredAnswer,
} from '../db/orders/idempotency';
import type { Db } from '../db/postgres/connect';
import { Problem } from '../domain/problem';
import type { Deps } from './deps';

/** `replayed`: the stored response of the idempotency key. */
export interface Answer {
  readonly status: number;
  /** JSON, byte-identical to the first response. */
  readonly body: string;
  readonly replayed: boolean;
}

/** Attempts to bind a key when the conflicting key has just expired. */
const TRIES_MAX = 3;
/** A response can contain a secret or a customer's name, so it is stored encrypted. */
const SEALED_AS = 'idempotency_keys.body';
/** Stored with a key whose response is rendered from the order, whose id is the stored body. */
export const RENDERED_LATER = 202;

export const sealAnswer = (deps: Deps, body: string): string => deps.vault.seal(body, SEALED_AS);

/**
 * Null when the key is free. Throws Problem `idempotency_key_reused` when the key is bound to
 * another request.
 */
export async function findReplay(deps: Deps, claim: IdempotencyClaim): Promise<Answer | null> {
  const stored = await findAnswer(deps.db, claim);
  if (stored === null) return null;
  if (!stored.sameRequest) throw new Problem('idempotency_key_reused');
  return replayOf(deps, stored);
}

/** As `findReplay`, but null when the key is bound to another request. */
export async function findOriginal(deps: Deps, claim: IdempotencyClaim): Promise<Answer | null> {
  const stored = await findAnswer(deps.db, claim);
  return stored?.sameRequest === true ? replayOf(deps, stored) : null;
}

const replayOf = ({ vault }: Deps, { status, body }: StoredAnswer): Answer => ({
  status,
  body: vault.open(body, SEALED_AS),
  replayed: true,
});

/** Only while `body` is the stored response. */
export async function releaseKey(deps: Deps, claim: IdempotencyClaim, body: string): Promise<void> {
  const stored = await findAnswer(deps.db, claim);
  if (stored === null || deps.vault.open(stored.body, SEALED_AS) !== body) return;
  await deleteKey(deps.db, claim, stored.body);
}

/**
 * `create` binds the key in the transaction that creates the object. It returns the response body,
 * or null when the key was in use and nothing was created.
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

/**
 * As `answerOnce`, for work of several statements. The key is bound first, so that a concurrent
 * request with the same key waits for this transaction.
 */
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

/**
 * As `answerOnce`, for work whose response is known only at its end. The key is bound first, with
 * an empty response.
 */
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
