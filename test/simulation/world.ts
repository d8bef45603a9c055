import { Bank } from './bank';
import type { Random } from './random';
import { Refused, Store, isEnded, type Row } from './store';
import { runOrder, type Faults, type Moment, type Work, type Worker } from './workers';

const MINUTE_MS = 60_000;
const WORKERS = 3;
const AMOUNT_SATANG = 10_000;
/** Maximum error of a worker's clock, in either direction. */
const SKEW_MAX_MS = 10 * MINUTE_MS;
/** Time that passes when nothing is due. */
const LONG_MS = 100 * MINUTE_MS;
const ROUNDS_MAX = 400;

interface Task {
  readonly work: Work;
  readonly order: number;
  at: Moment;
}

const newRow = (kind: 'deposit' | 'withdrawal', deadlineMs: number | null): Row => ({
  kind,
  amountSatang: AMOUNT_SATANG,
  deadlineMs,
  status: 'pending',
  movements: [],
  steps: [],
  events: [],
  claims: 0,
  denials: 0,
  claimedMs: null,
  lookAtMs: 0,
  lockedBy: null,
});

/** Two deposits and a payout, the bank, workers, and the engine that schedules them. */
export class World {
  readonly store: Store;
  readonly bank: Bank;
  /** Acknowledged callbacks, which must not be lost. */
  readonly answered: number[] = [];
  /** Orders that expired before their deadline. */
  readonly early: string[] = [];
  /** The moments of worker deaths. */
  readonly deaths: Moment[] = [];
  private clockMs = 0;
  private readonly workers: readonly Worker[];
  private readonly skews: readonly number[];
  private readonly running: (Task | null)[] = Array.from({ length: WORKERS }, () => null);
  /** Scheduled runs; each stays until it has completed. */
  private readonly scheduled: number[] = [2];
  /** The engine's timers. */
  private readonly plans = [
    { order: 0, atMs: 15 * MINUTE_MS },
    { order: 1, atMs: 30 * MINUTE_MS },
  ];

  constructor(
    private readonly random: Random,
    private readonly faults: Faults,
  ) {
    const store = new Store({ locks: !faults.noLocks, indexes: !faults.noIndexes });
    store.rows.push(
      newRow('deposit', 15 * MINUTE_MS),
      newRow('deposit', 30 * MINUTE_MS),
      newRow('withdrawal', null),
    );
    store.held = AMOUNT_SATANG;
    const bank = new Bank(random, store);
    this.skews = this.running.map(() => random.below(2 * SKEW_MAX_MS) - SKEW_MAX_MS);
    this.workers = this.skews.map((skewMs) => ({
      store,
      bank,
      faults,
      now: () => this.clockMs,
      ownNow: () => this.clockMs + skewMs,
    }));
    this.store = store;
    this.bank = bank;
  }

  /** One random event. */
  step(): void {
    const choice = this.random.below(20);
    if (choice < 12) this.stepWorker(this.random.below(WORKERS));
    else if (choice < 14) this.die(this.random.below(WORKERS));
    else if (choice < 17) this.sendCallback();
    else this.happen();
  }

  /** Completes all work, without further deaths. */
  end(): void {
    for (let round = 0; round < ROUNDS_MAX; round++) {
      while (this.bank.messages.length > 0) this.sendCallback();
      if (this.isCalm()) return;
      for (let index = 0; index < WORKERS; index++) this.stepWorker(index);
      this.bank.decide();
      if (this.isIdle()) this.advanceClock(LONG_MS);
    }
  }

  /** One step of a worker, which starts a run if it has none. */
  private stepWorker(index: number): void {
    const task = this.running[index] ?? this.begin(index);
    if (task === null) return;
    const before = this.store.rows.map(({ steps }) => steps.length);
    try {
      const { done, value } = task.work.next();
      if (done === true) this.finish(index, task.order);
      else task.at = value;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      // The engine repeats the run after an error.
      this.running[index] = null;
      this.scheduled.push(task.order);
    }
    this.noteEarly(before);
  }

  private begin(index: number): Task | null {
    const worker = this.workers[index];
    const order = worker === undefined ? undefined : this.scheduled.shift();
    if (worker === undefined || order === undefined) return null;
    const task: Task = { work: runOrder(worker, order), order, at: 'has locked' };
    this.running[index] = task;
    return task;
  }

  private finish(index: number, order: number): void {
    this.running[index] = null;
    const row = this.store.row(order);
    const atMs = Math.max(row.deadlineMs ?? row.lookAtMs, this.clockMs + 1_000);
    if (!isEnded(row)) this.plans.push({ order, atMs });
  }

  private die(index: number): void {
    const task = this.running[index] ?? null;
    if (task === null) return;
    this.deaths.push(task.at);
    task.work.return();
    this.running[index] = null;
    this.scheduled.push(task.order);
  }

  /** A wrong clock fires timers early or late. */
  private advanceClock(ms: number): void {
    this.clockMs += ms;
    for (const [index, { order, atMs }] of [...this.plans.entries()].toReversed()) {
      if (atMs > this.clockMs + (this.skews[order] ?? 0)) continue;
      this.plans.splice(index, 1);
      this.scheduled.push(order);
    }
  }

  private noteEarly(before: readonly number[]): void {
    for (const [order, { steps, deadlineMs }] of this.store.rows.entries()) {
      const isExpired = steps
        .slice(before[order])
        .some(({ transition }) => transition === 'expire');
      const leftMs = (deadlineMs ?? 0) - this.clockMs;
      if (isExpired && leftMs > 0) this.early.push(`order ${order} expired ${leftMs} ms early`);
    }
  }

  /** The bank sends one callback, which may be lost or repeated. */
  private sendCallback(): void {
    const { messages } = this.bank;
    if (messages.length === 0) return;
    const index = this.random.below(messages.length);
    const message = messages[index];
    if (message === undefined) return;
    const isLost = this.random.happens(0.1);
    // An unacknowledged callback is sent again.
    if (isLost && this.faults.answerBeforeStoring !== true) return;
    if (!isLost) {
      this.answered.push(this.store.inbox.length);
      this.store.inbox.push({ ...message, isApplied: false });
      this.scheduled.push(message.order);
    }
    if (this.random.happens(0.7)) messages.splice(index, 1);
  }

  private happen(): void {
    const order = this.random.below(this.store.rows.length);
    const choice = this.random.below(10);
    if (choice < 3 && this.bank.awaits(order)) this.bank.receive(order);
    else if (choice === 3 && this.bank.awaits(order)) this.bank.decline(order);
    else if (choice < 6) this.bank.decide();
    else this.advanceClock(this.random.one([1_000, 40_000, 5 * MINUTE_MS, 20 * MINUTE_MS]));
  }

  private isIdle(): boolean {
    return this.scheduled.length === 0 && this.running.every((task) => task === null);
  }

  private isCalm(): boolean {
    const { rows, inbox } = this.store;
    return this.isIdle() && rows.every(isEnded) && inbox.every(({ isApplied }) => isApplied);
  }
}
