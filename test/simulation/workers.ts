import type { BankTransfer, Hearing } from '../../src/domain/callback';
import { hear } from '../../src/domain/hear';
import { decide, directionOf } from '../../src/domain/order';
import type { Bank } from './bank';
import { isEnded } from './store';
import type { Effect, Store } from './store';

/** What a worker gets wrong, where a fault is planted. */
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
  /** By the database's clock, and by the worker's own. */
  readonly now: () => number;
  readonly ownNow: () => number;
}

/** Each step ends at a moment of this name, at which the worker can die or another go on. */
export type Moment =
  | 'waits for a lock'
  | 'has locked'
  | 'has an effect in hand'
  | 'will commit'
  | 'has committed'
  | 'has claimed'
  | 'has called'
  | 'has noted';
export type Work = Generator<Moment, void, void>;

/** A call that is younger may still be under way. */
const CALL_MAX_MS = 30_000;
const ASK_AFTER_MS = 300_000;
const DENIALS_MAX = 2;

/** One look at an order: what waits is heard, then its deadline counts; a payout is pursued. */
export function* look(worker: Worker, order: number): Work {
  yield* advance(worker, order);
  const row = worker.store.row(order);
  if (directionOf(row.kind) === 'out' && !isEnded(row)) yield* pursue(worker, order);
}

function* advance(worker: Worker, order: number): Work {
  const { store, faults } = worker;
  const owner = {};
  try {
    while (!store.lock(order, owner)) yield 'waits for a lock';
    yield 'has locked';
    const { effects, late } = yield* heardEffects(worker, order);
    yield 'will commit';
    store.commit(effects);
    store.release(owner);
    yield 'has committed';
    if (faults.eventAfterCommit === true) store.commit(late);
  } finally {
    // A worker that dies leaves a connection that ends, and its locks with it.
    store.release(owner);
  }
}

/** Everything that is due, in hand and not yet written. */
function* heardEffects(
  { store, faults, now, ownNow }: Worker,
  order: number,
): Generator<Moment, { readonly effects: readonly Effect[]; readonly late: readonly Effect[] }> {
  const { kind, amountSatang, deadlineMs, ...row } = store.row(order);
  const effects: Effect[] = [];
  const late: Effect[] = [];
  let { status, booked } = row;
  const take = (step: NonNullable<Hearing['step']>) => {
    status = step.to;
    effects.push({ what: 'step', order, step });
    const events = faults.eventAfterCommit === true ? late : effects;
    if (step.event !== null) events.push({ what: 'event', order, name: step.event });
  };
  for (const callback of store.waiting(order)) {
    const stored = store.inbox[callback];
    if (stored === undefined) continue;
    const hearing = hear({ kind, status, amountSatang, booked }, stored.callback);
    if (hearing.step !== null) take(hearing.step);
    yield 'has an effect in hand';
    for (const transfer of hearing.transfers) {
      effects.push({ what: 'transfer', order, transfer, callback });
      yield 'has an effect in hand';
    }
    booked = bookedAfter(booked, hearing);
    effects.push({ what: 'booked', order, booked }, { what: 'applied', callback });
    yield 'has an effect in hand';
  }
  const clock = faults.deadlineByOwnClock === true ? ownNow : now;
  if (deadlineMs !== null && clock() >= deadlineMs) {
    const decision = decide(kind, status, 'expire');
    if (decision.kind === 'move') take(decision.step);
  }
  return { effects, late };
}

function bookedAfter(booked: readonly BankTransfer[], hearing: Hearing): readonly BankTransfer[] {
  const { named } = hearing;
  if (named !== null) {
    const index = booked.findIndex(
      (each) => each.transactionId === null && each.amountSatang === named.amountSatang,
    );
    return booked.with(index, named);
  }
  return hearing.booked === null ? booked : [...booked, hearing.booked];
}

/** The right to send is claimed before the call; an unknown outcome is asked about. */
function* pursue(worker: Worker, order: number): Work {
  const { store, bank, faults, now } = worker;
  const row = store.row(order);
  const seen = row.sends;
  if (row.lookAtMs > now()) return;
  if (row.claimedMs === null) return yield* send(worker, order, seen, 0);
  if (now() - row.claimedMs < CALL_MAX_MS) return;
  if (faults.sendAfterSilence === true) return yield* send(worker, order, seen, 0);
  const found = bank.find(order);
  yield 'has called';
  if (found === 'not_found') {
    if (row.denials < DENIALS_MAX) yield* send(worker, order, seen, 1);
    return;
  }
  if (found === 'waiting') return yield* markSent(worker, order, seen);
  bank.answer(order, found);
  if (row.sends === seen) row.lookAtMs = now() + ASK_AFTER_MS;
  yield 'has noted';
}

function* send(worker: Worker, order: number, seen: number, denials: number): Work {
  const { store, bank, faults, now } = worker;
  const row = store.row(order);
  if (faults.callBeforeClaim === true) {
    bank.send(order);
    yield 'has called';
  }
  if (isEnded(row) || store.waiting(order).length > 0 || row.sends !== seen) return;
  row.sends += 1;
  row.denials += denials;
  row.claimedMs = now();
  yield 'has claimed';
  if (faults.callBeforeClaim !== true) {
    bank.send(order);
    yield 'has called';
  }
  yield* markSent(worker, order, seen + 1);
}

/** That it was sent, and when to ask about it unless somebody has set out to send since. */
function* markSent({ store, now }: Worker, order: number, sends: number): Work {
  const owner = {};
  try {
    while (!store.lock(order, owner)) yield 'waits for a lock';
    const row = store.row(order);
    const decision = decide(row.kind, row.status, 'send');
    yield 'will commit';
    if (row.sends === sends) row.lookAtMs = now() + ASK_AFTER_MS;
    if (decision.kind === 'move') {
      const { step } = decision;
      const told = step.event === null ? [] : [{ what: 'event', order, name: step.event } as const];
      store.commit([{ what: 'step', order, step }, ...told]);
    }
    yield 'has committed';
  } finally {
    store.release(owner);
  }
}
