import { movementsAfter, type CallbackDecision } from '../../src/orders/rules/callback';
import { interpretCallback } from '../../src/orders/rules/interpret-callback';
import { decide, directionOf } from '../../src/orders/rules/kinds';
import type { Bank } from './bank';
import { isEnded, type Effect, type Row, type Store } from './store';

/** Planted faults of a worker. */
export interface Faults {
  readonly noLocks?: boolean;
  readonly noIndexes?: boolean;
  readonly deadlineByOwnClock?: boolean;
  readonly eventAfterCommit?: boolean;
  readonly callBeforeClaim?: boolean;
  readonly answerBeforeStoring?: boolean;
  readonly sendAfterSilence?: boolean;
}

export interface Worker {
  readonly store: Store;
  readonly bank: Bank;
  readonly faults: Faults;
  /** The database's clock, and the worker's. */
  readonly now: () => number;
  readonly ownNow: () => number;
}

/** A named moment after each step, at which the worker can die or another can run. */
export type Moment =
  | 'has looked'
  | 'waits for a lock'
  | 'has locked'
  | 'has an effect in hand'
  | 'will commit'
  | 'has committed'
  | 'has claimed'
  | 'has called'
  | 'has noted';
export type Work = Generator<Moment, void, void>;

/** A younger call may still be in flight. */
const CALL_MAX_MS = 30_000;
const ASK_AFTER_MS = 300_000;
const DENIALS_MAX = 2;

/**
 * Processes an order once: applies pending callbacks, then the deadline. A payout is read first,
 * its callbacks are applied, then it is submitted or inquired about by what was read.
 */
export function* runOrder(worker: Worker, order: number): Work {
  const { store } = worker;
  const seen = { ...store.row(order) };
  if (directionOf(seen.kind) === 'in') return yield* advance(worker, order);
  const hasNews = store.waiting(order).length > 0;
  yield 'has looked';
  if (hasNews) yield* advance(worker, order);
  if (!isEnded(store.row(order))) yield* submitOrInquire(worker, order, seen);
}

/** `claims`: the claims before this submission, if there was one. */
function* advance(worker: Worker, order: number, claims: number | null = null): Work {
  const { store, faults, now } = worker;
  const owner = {};
  try {
    while (!store.lock(order, owner)) yield 'waits for a lock';
    yield 'has locked';
    const { effects, late } = yield* dueEffects(worker, order, claims !== null);
    yield 'will commit';
    store.commit(effects);
    const row = store.row(order);
    if (row.claims === claims) row.lookAtMs = now() + ASK_AFTER_MS;
    store.release(owner);
    yield 'has committed';
    if (faults.eventAfterCommit === true) store.commit(late);
  } finally {
    // The connection of a dead worker ends and releases its locks.
    store.release(owner);
  }
}

/** The effects of everything due, not yet written. */
function* dueEffects(
  { store, faults, now, ownNow }: Worker,
  order: number,
  isSent: boolean,
): Generator<Moment, { readonly effects: readonly Effect[]; readonly late: readonly Effect[] }> {
  const { kind, amountSatang, deadlineMs, ...row } = store.row(order);
  const effects: Effect[] = [];
  const late: Effect[] = [];
  let { status, movements } = row;
  const take = (step: NonNullable<CallbackDecision['step']>) => {
    status = step.to;
    effects.push({ what: 'step', order, step });
    const events = faults.eventAfterCommit === true ? late : effects;
    if (step.event !== null) events.push({ what: 'event', order, name: step.event });
  };
  const sending = isSent ? decide(kind, status, 'send') : null;
  if (sending?.kind === 'transition') take(sending.step);
  for (const callback of store.waiting(order)) {
    const stored = store.inbox[callback];
    if (stored === undefined) continue;
    const hearing = interpretCallback(
      {
        accountId: 'acc_1',
        kind,
        method: null,
        status,
        amountSatang,
        creditedSatang: 0,
        reversedSatang: 0,
        refundingSatang: 0,
        movements,
      },
      stored.callback,
    );
    if (hearing.step !== null) take(hearing.step);
    yield 'has an effect in hand';
    for (const transfer of hearing.transfers) {
      effects.push({ what: 'transfer', order, transfer, callback });
      yield 'has an effect in hand';
    }
    const evidence = { ...stored.callback, id: `${callback}`, movementId: `${callback}` };
    movements = movementsAfter(movements, hearing, evidence);
    effects.push({ what: 'booked', order, movements }, { what: 'applied', callback });
    yield 'has an effect in hand';
  }
  const clock = faults.deadlineByOwnClock === true ? ownNow : now;
  if (deadlineMs !== null && clock() >= deadlineMs) {
    const decision = decide(kind, status, 'expire');
    if (decision.kind === 'transition') take(decision.step);
  }
  return { effects, late };
}

/** The submission is claimed before the call; an unknown outcome causes an inquiry. */
function* submitOrInquire(worker: Worker, order: number, seen: Row): Work {
  const { store, bank, faults, now } = worker;
  if (seen.lookAtMs > now()) return;
  if (seen.claimedMs === null) return yield* send(worker, order, seen, 0);
  if (now() - seen.claimedMs < CALL_MAX_MS) return;
  if (faults.sendAfterSilence === true) return yield* send(worker, order, seen, 0);
  const found = bank.find(order);
  yield 'has called';
  if (found === 'not_found') {
    if (seen.denials < DENIALS_MAX) yield* send(worker, order, seen, 1);
    return;
  }
  if (found === 'waiting') return yield* advance(worker, order, seen.claims);
  bank.answer(order, found);
  const row = store.row(order);
  if (row.claims === seen.claims) row.lookAtMs = now() + ASK_AFTER_MS;
  yield 'has noted';
}

function* send(worker: Worker, order: number, seen: Row, denials: number): Work {
  const { store, bank, faults, now } = worker;
  const row = store.row(order);
  if (faults.callBeforeClaim === true) {
    bank.send(order);
    yield 'has called';
  }
  if (isEnded(row) || store.waiting(order).length > 0 || row.claims !== seen.claims) return;
  row.claims += 1;
  row.denials += denials;
  row.claimedMs = now();
  yield 'has claimed';
  if (faults.callBeforeClaim !== true) {
    bank.send(order);
    yield 'has called';
  }
  yield* advance(worker, order, seen.claims + 1);
}
