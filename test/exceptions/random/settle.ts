import { applyPending } from '../../../src/orders/store/apply-transition';
import { directionOf, isOpen, type OrderState } from '../../../src/orders/rules/kinds';
import type { Exception } from '../../../src/exceptions/store/exceptions';
import { resolutionsOf } from '../../../src/exceptions/rules/exception';
import type { Mismatch } from '../../../src/ledger/rules/reconciliation';
import { commandAudit } from '../../../src/commands/wiring';
import { recordFinding } from '../../../src/reports/record-finding';
import type { Step } from './history';
import { correctFor, decide, exceptionsOf, reconcileAll } from './operator';
import { erase, demandInvariants, reportMove } from './play';
import { statementOf } from './bank';
import { orderNamed, send, type Stage } from './stage';
import { judge } from './verdict';

/** Rounds of the operator's work at the end of a walk. */
const ROUNDS_MAX = 16;

/**
 * Ends a walk. The provider of an honest one reports once more what the bank has moved. The
 * operator decides about what is open and acts on what `reconcile` names, until nothing is left or
 * nothing changes. Then the verdict compares the ledger with the book of the bank.
 */
export async function settle(stage: Stage): Promise<void> {
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
  await judge(stage);
  await demandInvariants(stage);
  await erase(stage);
  await demandInvariants(stage);
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

/**
 * What has one way before what has several, told ones before vague ones, and other money in
 * suspense last: it is what remains.
 */
function rankOf(exception: Exception): number {
  const { kind, suspendedSatang, callback } = exception;
  if (kind === 'unknown_order') return 0;
  if (suspendedSatang > 0) return resolutionsOf(exception).length === 1 ? 0 : 3;
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
  /** The transactions that the provider has reported again at his request, and what he recorded. */
  readonly asked: Set<string>;
}

/** Acts on what `reconcile` names: has the provider report again, or corrects resolutions. */
async function followStatement(
  stage: Stage,
  { tried, asked }: Followed,
): Promise<'reported' | 'corrected' | 'nothing'> {
  const found = await reconcileAll(stage);
  const lacking = new Set(
    found
      .filter(({ kind }) => ['missing', 'unknown_order', 'wrong_amount'].includes(kind))
      .map(({ transactionId }) => transactionId)
      .filter((transactionId) => !asked.has(transactionId)),
  );
  // In the order of the statement: the last report counts.
  const again = stage.moves.filter((one) => one.report !== null && lacking.has(one.transactionId));
  for (const move of again) {
    asked.add(move.transactionId);
    await reportMove(stage, move);
  }
  if (again.length > 0) return 'reported';
  for (const finding of found) {
    if (await correctFor(stage, finding, tried)) return 'corrected';
  }
  for (const finding of found) {
    if (await record(stage, finding, asked)) return 'reported';
  }
  return 'nothing';
}

/**
 * As by `gateway reconcile --record`: the bank has nothing of what is booked, or has moved money of
 * which the gateway has no report. A return that he has asked for is recorded by a resolution.
 */
async function record(stage: Stage, finding: Mismatch, asked: Set<string>): Promise<boolean> {
  const { deps, log, moves } = stage;
  const name = `${finding.kind} ${finding.transactionId} ${finding.order}`;
  const isUnheard = finding.kind === 'missing' || finding.kind === 'unknown_order';
  const isMissing = isUnheard && !stage.receipts.has(finding.transactionId);
  if ((finding.kind !== 'unlisted' && !isMissing) || asked.has(name)) return false;
  asked.add(name);
  const recorded = await recordFinding(deps, commandAudit(), {
    finding,
    at: null,
    accountId: null,
    takes: isMissing ? takenBy(stage, finding) : null,
    reason: isMissing ? 'The statement has it.' : 'The statement lacks it.',
  });
  log.push(`the operator records ${name}: ${recorded.kind}`);
  if (recorded.kind !== 'recorded') return false;
  const { id: callbackId } = await deps.db('callbacks').orderBy('id', 'desc').first('id');
  moves.find((move) => move.transactionId === finding.transactionId)?.callbacks.push(callbackId);
  return true;
}

/** The only line of an order that an outgoing one can take back; null if there are several. */
function takenBy({ moves }: Stage, { order, direction, statedSatang }: Mismatch): string | null {
  if (direction !== 'out') return null;
  const [only, ...others] = statementOf(moves).filter(
    (line) =>
      line.order === order && line.direction === 'in' && line.amountSatang >= (statedSatang ?? 0),
  );
  return only === undefined || others.length > 0 ? null : only.transactionId;
}
