import { ServiceError, isGrpcServiceError } from '@temporalio/client';
import type { Db } from '../../platform/postgres/connect';
import {
  SWEEP,
  claimMessages,
  releaseMessages,
  deleteMessages,
  type OutboxMessage,
} from './store/messages';
import type { Logger } from '../../platform/observe/log';
import { LatencyLimiter } from './latency-limiter';

/** gRPC codes: CANCELLED, DEADLINE_EXCEEDED, RESOURCE_EXHAUSTED, UNAVAILABLE. */
const AWAY = new Set([1, 4, 8, 14]);
/** DEADLINE_EXCEEDED and RESOURCE_EXHAUSTED: the server is busy. */
const BUSY = new Set([4, 8]);

const CALLS_MAX = 24;
/** Maximum concurrent calls not for callbacks: a burst of creations must not slow the API down. */
const OTHERS_MAX = 6;
/** Rows in memory. Further rows stay in the table, where a poll finds them. */
const QUEUED_MAX = 2_000;
/** A row belongs to its writer until it is visible (`outbox_messages.visible_at`). */
const OWN_FOR_MS = 2_500;
const CLAIMED_MAX = 100;
/** Rows that a poll claims after a failure, until a call succeeds. */
const PROBES = 6;
const POLL_MS = 1_000;
const POLL_BACKLOG_MS = 20;
const PAUSE_MIN_MS = 250;
const PAUSE_MAX_MS = 5_000;
const DELETE_AFTER_MS = 100;

/** Start the order's workflow if it does not run (`wakeOrder`). */
const wakes: ReadonlySet<OutboxMessage['topic']> = new Set(['callback', 'slip']);

/** `callbacks` move money; `others` include overdue orders. Each lane pauses independently. */
type Lane = 'callbacks' | 'others';
const laneOf = ({ topic, detail }: OutboxMessage): Lane =>
  topic === 'callback' && detail.callbackId !== SWEEP ? 'callbacks' : 'others';

interface Pause {
  /** 0 after a call that succeeded. */
  ms: number;
  untilMs: number;
}

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
 * Dispatches committed outbox rows to Temporal. A process enqueues its own rows at once; a poll
 * every second claims rows whose writer died or failed. Callbacks have priority. While Temporal
 * does not answer, all calls pause and the rows stay in the table. While it is too busy for the
 * other lane, as with the overdue work after an outage, callbacks continue.
 */
export class OutboxRelay {
  private readonly queues: Readonly<Record<Lane, Queued[]>> = { callbacks: [], others: [] };
  private readonly pauses: Readonly<Record<Lane, Pause>> = {
    callbacks: { ms: 0, untilMs: 0 },
    others: { ms: 0, untilMs: 0 },
  };
  private readonly dispatched: number[] = [];
  private calls = 0;
  private otherCalls = 0;
  private readonly limiter = new LatencyLimiter();
  private stopping = false;
  private timers = new Set<NodeJS.Timeout>();
  private polling: Promise<void> = Promise.resolve();
  /** Serializes writes to the table. */
  private writing: Promise<void> = Promise.resolve();
  private deletionScheduled = false;

  constructor(
    private readonly db: Db,
    private readonly send: (dispatch: OutboxMessage) => Promise<void>,
    private readonly log: Logger,
  ) {}

  /** Accepts committed rows. Never waits and never fails. */
  enqueue(messages: readonly OutboxMessage[]): void {
    if (this.stopping) return;
    const accepted = messages.filter((dispatch) => !this.paused(laneOf(dispatch)));
    this.push(accepted, OWN_FOR_MS);
  }

  start(): void {
    this.later(() => this.poll(), POLL_MS);
  }

  /** Resolves when no call is in flight. Rows that were not dispatched stay in the table. */
  async stop(): Promise<void> {
    this.stopping = true;
    for (const timer of this.timers) clearTimeout(timer);
    await this.polling;
    while (this.calls > 0) await new Promise((resolve) => setTimeout(resolve, 10));
    this.release(['callbacks', 'others']);
    await this.writing;
    await this.deleteDispatched();
  }

  state(): OutboxRelayState {
    const { callbacks, others } = this.pauses;
    return { reachable: callbacks.ms === 0 && others.ms === 0, queued: this.queued() };
  }

  private queued(): number {
    return this.queues.callbacks.length + this.queues.others.length;
  }

  private paused(lane: Lane): boolean {
    return Date.now() < this.pauses[lane].untilMs;
  }

  private later(work: () => void, delayMs: number): void {
    if (this.stopping) return;
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      work();
    }, delayMs);
    this.timers.add(timer);
  }

  private push(messages: readonly OutboxMessage[], forMs: number): void {
    const untilMs = Date.now() + forMs;
    for (const dispatch of messages) {
      const queue = this.queues[laneOf(dispatch)];
      if (queue.length < QUEUED_MAX) queue.push({ dispatch, untilMs });
    }
    this.drain();
  }

  /** Up to the limits, callbacks first. */
  private drain(): void {
    while (this.calls < CALLS_MAX && !this.stopping) {
      const next = this.nextCallback() ?? this.nextOther();
      if (next === undefined) return;
      // After `untilMs` another process may have claimed the row.
      if (next.untilMs > Date.now()) void this.call(next.dispatch);
    }
  }

  private nextCallback(): Queued | undefined {
    return this.paused('callbacks') ? undefined : this.queues.callbacks.shift();
  }

  private nextOther(): Queued | undefined {
    const mayCall = this.otherCalls < OTHERS_MAX && !this.paused('others');
    return mayCall ? this.queues.others.shift() : undefined;
  }

  private async call(dispatch: OutboxMessage): Promise<void> {
    const isOther = laneOf(dispatch) === 'others';
    this.calls++;
    if (isOther) this.otherCalls++;
    const beganMs = performance.now();
    let delayMs = 0;
    try {
      await this.send(dispatch);
      if (isOther) delayMs = this.limiter.delayMs(performance.now() - beganMs);
      this.pauses.callbacks.ms = 0;
      if (isOther) this.pauses.others.ms = 0;
      this.dispatched.push(dispatch.id);
      if (wakes.has(dispatch.topic)) this.skipStart(dispatch.subject);
      this.scheduleDeletion();
    } catch (error) {
      this.failed(dispatch, error);
    } finally {
      this.calls--;
      if (isOther) this.releaseOther(delayMs);
      this.drain();
    }
  }

  /** Removes the queued start of an order whose workflow a signal has started. */
  private skipStart(subject: string): void {
    const { others } = this.queues;
    const at = others.findIndex(
      ({ dispatch }) => dispatch.topic === 'start' && dispatch.subject === subject,
    );
    if (at === -1) return;
    for (const { dispatch } of others.splice(at, 1)) this.dispatched.push(dispatch.id);
  }

  /** Frees the slot of a call after the delay of the latency limiter. */
  private releaseOther(delayMs: number): void {
    this.later(() => {
      this.otherCalls--;
      this.drain();
    }, delayMs);
  }

  private failed(dispatch: OutboxMessage, error: unknown): void {
    const { id, topic, subject } = dispatch;
    if (!isAway(error)) {
      // Temporal rejects the row itself. It stays, and is retried when it is visible again.
      this.log.error({ err: error, id, topic, subject }, 'Temporal rejected an outbox message');
      return;
    }
    const isBusy = laneOf(dispatch) === 'others' && hasCode(error, BUSY);
    const lanes: readonly Lane[] = isBusy ? ['others'] : ['callbacks', 'others'];
    for (const lane of lanes.filter((each) => !this.paused(each))) {
      const pause = this.pauses[lane];
      pause.ms = Math.min(Math.max(pause.ms * 2, PAUSE_MIN_MS), PAUSE_MAX_MS);
      pause.untilMs = Date.now() + pause.ms;
      this.log.warn(
        { err: error, lane, pauseMs: pause.ms },
        'Temporal is unreachable, outbox relay paused',
      );
    }
    this.release(lanes);
  }

  /** Releases the rows that were not sent, so that they precede those that failed. */
  private release(lanes: readonly Lane[]): void {
    const queued = lanes.flatMap((lane) => this.queues[lane].splice(0));
    const ids = queued.map(({ dispatch }) => dispatch.id);
    if (ids.length === 0) return;
    this.writing = this.writing
      .then(() => releaseMessages(this.db, ids))
      .catch((error: unknown) => {
        this.log.warn(
          { err: error },
          'releasing outbox messages failed; they become visible after their claim',
        );
      });
  }

  private poll(): void {
    this.polling = this.claim()
      .catch((error: unknown) => {
        this.log.warn({ err: error }, 'polling the outbox failed');
        return 0;
      })
      .then((claimed) => {
        // A full claim, or no room for one, means a backlog. A pause takes precedence.
        const delayMs = claimed === CLAIMED_MAX ? POLL_BACKLOG_MS : POLL_MS;
        this.later(
          () => this.poll(),
          Math.max(delayMs, this.pauses.callbacks.untilMs - Date.now()),
        );
      });
  }

  /** Claims visible rows when there is room; only a few after a failure. */
  private async claim(): Promise<number> {
    if (this.paused('callbacks')) return 0;
    const { callbacks, others } = this.queues;
    if (callbacks.length > CLAIMED_MAX) return CLAIMED_MAX;
    const limitOf = (lane: Lane) => (this.pauses[lane].ms === 0 ? CLAIMED_MAX : PROBES);
    const claimed = await claimMessages(this.db, {
      limit: limitOf('callbacks'),
      othersMax: this.takesOthers() ? limitOf('others') : 0,
    });
    if (this.stopping || this.paused('callbacks')) {
      if (claimed.length > 0) {
        await releaseMessages(
          this.db,
          claimed.map(({ id }) => id),
        );
      }
      return 0;
    }
    this.push(claimed, 9_000);
    return Math.max(claimed.length, Math.min(others.length, CLAIMED_MAX));
  }

  private takesOthers(): boolean {
    return this.queues.others.length <= CLAIMED_MAX && !this.paused('others');
  }

  /** In batches. A row that is dispatched twice does no harm. */
  private scheduleDeletion(): void {
    if (this.deletionScheduled || this.stopping) return;
    this.deletionScheduled = true;
    this.later(() => {
      this.deletionScheduled = false;
      this.writing = this.writing.then(() => this.deleteDispatched());
    }, DELETE_AFTER_MS);
  }

  private async deleteDispatched(): Promise<void> {
    const ids = this.dispatched.splice(0);
    if (ids.length === 0) return;
    try {
      await deleteMessages(this.db, ids);
    } catch (error) {
      this.log.warn(
        { err: error },
        'deleting dispatched outbox messages failed; they will be dispatched again',
      );
    }
  }
}

const isAway = (error: unknown): boolean => hasCode(error, AWAY);

function hasCode(error: unknown, codes: ReadonlySet<number>): boolean {
  const cause = error instanceof ServiceError ? error.cause : error;
  return isGrpcServiceError(cause) && codes.has(cause.code);
}
