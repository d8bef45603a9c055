import { ServiceError, isGrpcServiceError } from '@temporalio/client';
import type { Db } from '../db/postgres/connect';
import { claimMessages, releaseMessages, deleteMessages } from '../db/outbox/messages';
import type { OutboxMessage } from '../db/outbox/messages';
import type { Logger } from '../lib/log';
import { LatencyLimiter } from './latency-limiter';

/** gRPC codes that say nothing about the row: cancelled, too slow, overloaded, not there. */
const AWAY = new Set([1, 4, 8, 14]);

const CALLS_MAX = 24;
/** Of these for what is not urgent: a burst of creates must not take the machine from requests. */
const OTHERS_MAX = 6;
/** Rows kept in memory; what does not fit stays in the table and is found there. */
const QUEUED_MAX = 2_000;
/** A row's writer may tell it for so long; then it is free (see `dispatches.free_at`). */
const OWN_FOR_MS = 2_500;
const CLAIMED_MAX = 100;
/** After a failure so many rows are tried at a time, until one is taken. */
const PROBES = 6;
const LOOK_EVERY_MS = 1_000;
const LOOK_AGAIN_MS = 20;
const PAUSE_MIN_MS = 250;
const PAUSE_MAX_MS = 5_000;
const REMOVE_AFTER_MS = 100;

interface Queued {
  readonly dispatch: OutboxMessage;
  readonly untilMs: number;
}

export interface OutboxRelayState {
  /** Whether Temporal answered the last call. */
  readonly reachable: boolean;
  readonly queued: number;
}

/**
 * Tells Temporal of committed outbox rows. Rows offered by the process that wrote them go at once;
 * a look at the table, every second, finds those whose writer died or gave up. Callbacks go before
 * everything else. When Temporal does not answer, everything pauses together and rows stay put.
 */
export class OutboxRelay {
  private readonly callbacks: Queued[] = [];
  private readonly others: Queued[] = [];
  private readonly dispatched: number[] = [];
  private calls = 0;
  private otherCalls = 0;
  private readonly pace = new LatencyLimiter();
  private pauseMs = 0;
  private pausedUntilMs = 0;
  private stopping = false;
  private timers = new Set<NodeJS.Timeout>();
  private polling: Promise<void> = Promise.resolve();
  /** What is being written to the table, one after the other. */
  private writing: Promise<void> = Promise.resolve();
  private removeScheduled = false;

  constructor(
    private readonly db: Db,
    private readonly tell: (dispatch: OutboxMessage) => Promise<void>,
    private readonly log: Logger,
  ) {}

  /** Takes rows that were just committed by this process. Never waits and never fails. */
  enqueue(dispatches: readonly OutboxMessage[]): void {
    if (this.stopping || this.paused()) return;
    this.push(dispatches, OWN_FOR_MS);
  }

  /** Begins to look for rows that nobody else tells. */
  start(): void {
    this.later(() => this.poll(), LOOK_EVERY_MS);
  }

  /** Ends when nothing is under way any more. Rows that were not told stay in the table. */
  async stop(): Promise<void> {
    this.stopping = true;
    for (const timer of this.timers) clearTimeout(timer);
    await this.polling;
    while (this.calls > 0) await new Promise((resolve) => setTimeout(resolve, 10));
    this.release();
    await this.writing;
    await this.deleteDispatched();
  }

  state(): OutboxRelayState {
    return { reachable: this.pauseMs === 0, queued: this.callbacks.length + this.others.length };
  }

  private paused(): boolean {
    return Date.now() < this.pausedUntilMs;
  }

  private later(work: () => void, delayMs: number): void {
    if (this.stopping) return;
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      work();
    }, delayMs);
    this.timers.add(timer);
  }

  private push(dispatches: readonly OutboxMessage[], forMs: number): void {
    const untilMs = Date.now() + forMs;
    for (const dispatch of dispatches) {
      const queue = dispatch.topic === 'callback' ? this.callbacks : this.others;
      if (queue.length < QUEUED_MAX) queue.push({ dispatch, untilMs });
    }
    this.drain();
  }

  /** Keeps as many calls under way as may be, the most urgent first. */
  private drain(): void {
    while (this.calls < CALLS_MAX && !this.stopping && !this.paused()) {
      const next = this.callbacks.shift() ?? this.nextOther();
      if (next === undefined) return;
      // Its time is over: by now another process may be telling it.
      if (next.untilMs > Date.now()) void this.call(next.dispatch);
    }
  }

  private nextOther(): Queued | undefined {
    return this.otherCalls < OTHERS_MAX ? this.others.shift() : undefined;
  }

  private async call(dispatch: OutboxMessage): Promise<void> {
    const isOther = dispatch.topic !== 'callback';
    this.calls++;
    if (isOther) this.otherCalls++;
    const beganMs = performance.now();
    let restMs = 0;
    try {
      await this.tell(dispatch);
      if (isOther) restMs = this.pace.delayMs(performance.now() - beganMs);
      this.pauseMs = 0;
      this.dispatched.push(dispatch.id);
      this.scheduleRemoval();
    } catch (error) {
      this.failed(dispatch, error);
    } finally {
      this.calls--;
      if (isOther) this.releaseOther(restMs);
      this.drain();
    }
  }

  /** Its place is free when it has rested; nothing waits for that when this is stopping. */
  private releaseOther(restMs: number): void {
    this.later(() => {
      this.otherCalls--;
      this.drain();
    }, restMs);
  }

  private failed(dispatch: OutboxMessage, error: unknown): void {
    const { id, topic, subject } = dispatch;
    if (!isAway(error)) {
      // The row itself is refused. It stays, is tried again when it is free, and is seen here.
      this.log.error({ err: error, id, topic, subject }, 'Temporal refused a dispatch');
      return;
    }
    if (!this.paused()) {
      this.pauseMs = Math.min(Math.max(this.pauseMs * 2, PAUSE_MIN_MS), PAUSE_MAX_MS);
      this.pausedUntilMs = Date.now() + this.pauseMs;
      this.log.warn({ err: error, pauseMs: this.pauseMs }, 'Temporal does not answer');
    }
    this.release();
  }

  /** Lets go of what has not been tried, so that it comes before what was tried in vain. */
  private release(): void {
    const ids = [...this.callbacks, ...this.others].map(({ dispatch }) => dispatch.id);
    this.callbacks.length = this.others.length = 0;
    if (ids.length === 0) return;
    this.writing = this.writing
      .then(() => releaseMessages(this.db, ids))
      .catch((error: unknown) => {
        this.log.warn({ err: error }, 'could not give dispatches back; they are free in a while');
      });
  }

  private poll(): void {
    this.polling = this.claim()
      .catch((error: unknown) => {
        this.log.warn({ err: error }, 'could not look for dispatches');
        return 0;
      })
      .then((claimed) => {
        // A full claim, or no room for one, says that more is waiting; a pause rules over both.
        const delayMs = claimed === CLAIMED_MAX ? LOOK_AGAIN_MS : LOOK_EVERY_MS;
        this.later(() => this.poll(), Math.max(delayMs, this.pausedUntilMs - Date.now()));
      });
  }

  /** Takes free rows when there is room for them: few, to see whether Temporal is back. */
  private async claim(): Promise<number> {
    if (this.paused()) return 0;
    if (this.callbacks.length + this.others.length > CLAIMED_MAX) return CLAIMED_MAX;
    const limit = this.pauseMs === 0 ? CLAIMED_MAX : PROBES;
    const free = await claimMessages(this.db, limit);
    if (this.stopping || this.paused()) {
      if (free.length > 0) {
        await releaseMessages(
          this.db,
          free.map(({ id }) => id),
        );
      }
      return 0;
    }
    this.push(free, 9_000);
    return free.length;
  }

  /** Told rows are removed together: one statement for many. A row told twice does no harm. */
  private scheduleRemoval(): void {
    if (this.removeScheduled || this.stopping) return;
    this.removeScheduled = true;
    this.later(() => {
      this.removeScheduled = false;
      this.writing = this.writing.then(() => this.deleteDispatched());
    }, REMOVE_AFTER_MS);
  }

  private async deleteDispatched(): Promise<void> {
    const ids = this.dispatched.splice(0);
    if (ids.length === 0) return;
    try {
      await deleteMessages(this.db, ids);
    } catch (error) {
      this.log.warn({ err: error }, 'could not remove told dispatches; they will be told again');
    }
  }
}

function isAway(error: unknown): boolean {
  const cause = error instanceof ServiceError ? error.cause : error;
  return isGrpcServiceError(cause) && AWAY.has(cause.code);
}
