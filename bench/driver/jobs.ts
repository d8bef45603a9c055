import type { CycleKind } from '../cycle-kinds';
import type { Quantiles } from '../rounds';

/** The endpoints of one kind of order, for the gateway and its floors. */
export interface Target {
  readonly kind: CycleKind;
  readonly origin: string;
  readonly create: Route;
  readonly callback: Route;
}

export interface Route {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The driver's jobs and their results. */
export interface Jobs {
  readonly create: { readonly job: CreateJob; readonly result: CreateResult };
  readonly cycles: { readonly job: CyclesJob; readonly result: readonly string[] };
  readonly latency: { readonly job: LatencyJob; readonly result: LatencyResult };
  readonly flood: { readonly job: FloodJob; readonly result: FloodResult };
  readonly storm: { readonly job: StormJob; readonly result: StormResult };
  readonly trickle: { readonly job: TrickleJob; readonly result: TrickleResult };
}

/** Creates orders as fast as the target answers. */
export interface CreateJob {
  readonly target: Target;
  readonly concurrency: number;
  readonly durationMs: number;
  /** Whether each request has a new idempotency key. */
  readonly keyed: boolean;
}

export interface CreateResult {
  readonly requests: number;
  readonly wallMs: number;
  readonly medianMs: number;
  readonly p99Ms: number;
}

/** Complete cycles of orders: creation, callback, webhook. Returns the ids. */
export interface CyclesJob {
  readonly target: Target;
  readonly count: number;
  readonly inFlight: number;
  /** The referenced orders, one each. */
  readonly about: readonly string[];
}

/** One payment at a time, alternating between the targets. */
export interface LatencyJob {
  readonly targets: readonly Target[];
  /** The referenced orders by target, if required. */
  readonly about?: readonly (readonly string[])[];
  readonly samples: number;
  readonly pauseMs: number;
}

/** From the callback's first byte to the webhook's last byte, by target. */
export interface LatencyResult {
  readonly callbackToWebhookMs: readonly (readonly number[])[];
}

/** Creates orders at a constant rate, independent of the responses. */
export interface FloodJob {
  readonly target: Target;
  readonly perSecond: number;
  readonly durationMs: number;
}

export interface FloodResult {
  /** Sent requests: fewer than the rate while all connections of the driver are in use. */
  readonly offered: number;
  /** Until the last request was sent. */
  readonly sendingMs: number;
  /** Answered by a success. */
  readonly accepted: number;
  /** Answered 429 or 503 with `Retry-After`. */
  readonly refused: number;
  /** From sending to the end of the response, of accepted requests. */
  readonly acceptedMs: Quantiles;
  /** Of those sent after the first seven seconds. */
  readonly settledMs: Quantiles;
  readonly refusedMs: Quantiles;
}

/** Creates orders from clients that repeat at once what was refused. */
export interface StormJob {
  readonly target: Target;
  /** Each has a connection of its own. */
  readonly clients: number;
  /** Null: each client sends one request. */
  readonly durationMs: number | null;
}

export interface StormResult {
  readonly clients: number;
  readonly wallMs: number;
  readonly accepted: number;
  /** Answered 429 or 503 with `Retry-After`. */
  readonly refused: number;
  /** Connections that were reset, and other responses. */
  readonly failed: number;
  readonly acceptedMs: Quantiles;
  /** Of those sent after the first second: the gateway accepts a burst, which waits. */
  readonly settledMs: Quantiles;
  /** Of the event loop of the clients, by which every response is late. */
  readonly lagP99Ms: number;
}

/** Payments at a constant rate, independent of the responses. Some of a hundred fail. */
export interface TrickleJob {
  readonly target: Target;
  readonly perSecond: number;
  readonly durationMs: number;
}

/** The failures of payments, each 1 of 300. */
export type Mishap =
  /** Two concurrent callbacks. */
  | 'repeated callback'
  /** No payment: it expires within the next minute. */
  | 'unpaid'
  /** The first webhook attempt gets a 500. */
  | 'refused';

export interface TrickleResult {
  readonly payments: number;
  readonly mishaps: Readonly<Record<Mishap, number>>;
  /** From the callback's first byte to the webhook's last byte, of accepted webhooks. */
  readonly callbackToWebhookMs: readonly number[];
}
