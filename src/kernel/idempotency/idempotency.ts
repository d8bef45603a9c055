import { bindAnswer, claimKey, findKey, type Bound, type IdempotencyClaim } from './store';
import type { Db } from '../../platform/postgres/connect';
import { Problem } from '../rules/problem';
import type { Deps } from '../../deps';

/** `isReplay`: created by an earlier request with the same idempotency key. */
export interface Placed<Order> {
  readonly order: Order;
  readonly isReplay: boolean;
}

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

const sealAnswer = (deps: Deps, body: string): string => deps.vault.seal(body, SEALED_AS);

/**
 * Null when the key is free. Throws Problem `idempotency_key_reused` when the key is bound to
 * another request.
 */
export async function findReplay(deps: Deps, claim: IdempotencyClaim): Promise<Answer | null> {
  const bound = await findBound(deps, claim);
  if (bound === null) return null;
  if (!('answer' in bound)) throw new Error(`the key of a ${claim.operation} is bound to an order`);
  return replayOf(deps, bound);
}

/**
 * The order that an earlier request with the key created, when the key was in use; null when it has
 * just expired. Throws Problem `idempotency_key_reused`.
 */
export async function findOrderOfKey(
  deps: Pick<Deps, 'db'>,
  claim: IdempotencyClaim | null,
): Promise<string | null> {
  if (claim === null) throw new Error('an order without a key was not created');
  const bound = await findBound(deps, claim);
  return bound !== null && 'orderId' in bound ? bound.orderId : null;
}

async function findBound({ db }: Pick<Deps, 'db'>, claim: IdempotencyClaim): Promise<Bound | null> {
  const used = await findKey(db, claim);
  if (used?.sameRequest === false) throw new Problem('idempotency_key_reused');
  return used?.bound ?? null;
}

/** Null when the key is free, or bound to another request. */
export async function findOriginal(
  deps: Deps,
  claim: IdempotencyClaim,
): Promise<Answer | { readonly orderId: string } | null> {
  const used = await findKey(deps.db, claim);
  if (used?.sameRequest !== true) return null;
  return 'orderId' in used.bound ? used.bound : replayOf(deps, used.bound);
}

const replayOf = ({ vault }: Deps, { answer }: Extract<Bound, { answer: object }>): Answer => ({
  status: answer.status,
  body: vault.open(answer.body, SEALED_AS),
  replayed: true,
});

/**
 * Repeats `attempt` while it returns null: the key was in use, and is free again. Throws Problem
 * `unavailable` after three attempts.
 */
export async function repeatWhileFreed<Result>(
  attempt: () => Promise<Result | null>,
): Promise<Result> {
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const result = await attempt();
    if (result !== null) return result;
  }
  throw new Problem('unavailable');
}

/**
 * `create` binds the key in the transaction that creates the object. It returns the response body,
 * or null when the key was in use and nothing was created.
 */
async function answerOnce(
  deps: Deps,
  claim: IdempotencyClaim | null,
  status: number,
  create: () => Promise<string | null>,
): Promise<Answer> {
  return repeatWhileFreed(async () => {
    const body = await create();
    if (body !== null) return { status, body, replayed: false };
    return claim === null ? null : findReplay(deps, claim);
  });
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
        if (!(await claimKey(trx, claim, { answer: bound }))) return null;
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
      const bound = { answer: { status, body: '' } };
      if (claim !== null && !(await claimKey(trx, claim, bound))) return null;
      const body = await work(trx);
      if (claim !== null) await bindAnswer(trx, claim, sealAnswer(deps, body));
      return body;
    }),
  );
}
