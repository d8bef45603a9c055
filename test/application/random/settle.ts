import { applyPending } from '../../../src/db/orders/apply-transition';
import { directionOf, isOpen, type OrderState } from '../../../src/domain/orders';
import type { Exception } from '../../../src/db/ledger/exceptions';
import type { Step } from './history';
import { correctFor, decide, exceptionsOf, reconcileAll } from './operator';
import { erase, demandInvariants, reportMove } from './play';
import { orderNamed, send, type Stage } from './stage';
import { judge } from './verdict';

/** Rounds of the operator's work at the end of a walk. */
const ROUNDS_MAX = 16;

/**
 * Ends a walk. The provider of an honest one reports once more what the bank has moved. The
 * operator decides about what is open and acts on what `reconcile` names, until nothing is left or
 * nothing changes. Then the verdict compares the ledger with the book of the bank.
 */
export async function settle(stage: Stage): Promise<boolean> {
  const { deps, orders, log, history } = stage;
  for (const { id } of orders) await applyPending(deps.db, id);
  if (history.isHonest) {
    log.push('the provider reports everything again');
    for (const move of stage.moves) await reportMove(stage, move);
    await denyOpen(stage);
  }
  log.push('the operator works on what is open and on what reconcile names');
  const followed: Followed = { tried: new Map(), asked: new Set() };
  let attempts = 0;
  for (let round = 0; round < ROUNDS_MAX; round++) {
    // What he decides by the statement first he decides by what is offered then.
    while (await decideAll(stage, { round, looks: attempts % 2 === 0 }));
    const next = await followStatement(stage, followed);
    if (next === 'nothing' && round > 0) break;
    if (next === 'corrected') attempts++;
  }
  const isEqual = await judge(stage);
  await demandInvariants(stage);
  await erase(stage);
  await demandInvariants(stage);
  return isEqual;
}

/** The provider denies the payouts of which nothing has left. */
async function denyOpen(stage: Stage): Promise<void> {
  const { deps, orders, moves } = stage;
  for (const order of orders) {
    const { id, kind } = order;
    const { status } = await deps.db('orders').where({ id }).first('status');
    const isWaiting = directionOf(kind) === 'out' && isOpen(kind, status as OrderState);
    if (!isWaiting || moves.some(({ named }) => orderNamed(orders, named) === order)) continue;
    const none = { satang: null, transactionId: null, payer: null };
    await send(stage, { ...none, named: id, kind, reported: 'failed' }, {});
  }
}

/** Told ones before vague ones, and money in suspense last: it is what remains. */
function rankOf({ kind, suspendedSatang, callback }: Exception): number {
  if (kind === 'unknown_order') return 0;
  if (suspendedSatang > 0) return 3;
  return (callback?.amountSatang ?? callback?.transactionId ?? null) === null ? 2 : 1;
}

/** Decides about one open exception; false when there is none that he can decide about. */
async function decideAll(
  stage: Stage,
  { round, looks }: { readonly round: number; readonly looks: boolean },
): Promise<boolean> {
  const open = await exceptionsOf(stage, 'open');
  const sorted = open.toSorted((x, y) => rankOf(x) - rankOf(y));
  for (const isLast of round > 0 ? [false, true] : [false]) {
    for (const [a, { id }] of sorted.entries()) {
      // The loss is absorbed when the merchant cannot bear it.
      const choice = round > 1 ? 1 : a;
      const step: Step = { act: 'resolve', a, b: choice, c: choice, care: 1 };
      if (await decide(stage, id, step, { looks, isLast, errs: false })) return true;
    }
  }
  return false;
}

interface Followed {
  /** How often he has corrected the resolution of an exception because of a finding. */
  readonly tried: Map<string, number>;
  /** The transactions that the provider has reported again at his request. */
  readonly asked: Set<string>;
}

/** Acts on what `reconcile` names: has the provider report again, or corrects resolutions. */
async function followStatement(
  stage: Stage,
  { tried, asked }: Followed,
): Promise<'reported' | 'corrected' | 'nothing'> {
  for (const finding of await reconcileAll(stage)) {
    const { transactionId, kind } = finding;
    const move = stage.moves.find((one) => one.transactionId === transactionId);
    const isLacking = kind === 'missing' || kind === 'unknown_order' || kind === 'wrong_amount';
    if (isLacking && move !== undefined && move.report !== null && !asked.has(transactionId)) {
      asked.add(transactionId);
      await reportMove(stage, move);
      return 'reported';
    }
    if (await correctFor(stage, finding, tried)) return 'corrected';
  }
  return 'nothing';
}
