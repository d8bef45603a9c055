import type { CycleKind } from '../cycle-kinds';

/** A way into a gateway for one kind of order: the same for ours and for its floors. */
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

/** What the driver can be told to do, and what it then answers. */
export interface Jobs {
  readonly create: { readonly job: CreateJob; readonly result: CreateResult };
  readonly cycles: { readonly job: CyclesJob; readonly result: readonly string[] };
  readonly latency: { readonly job: LatencyJob; readonly result: LatencyResult };
  readonly trickle: { readonly job: TrickleJob; readonly result: TrickleResult };
}

/** Creates as fast as the target answers. */
export interface CreateJob {
  readonly target: Target;
  readonly concurrency: number;
  readonly durationMs: number;
  /** Whether each request has an idempotency key of its own. */
  readonly keyed: boolean;
}

export interface CreateResult {
  readonly requests: number;
  readonly wallMs: number;
  readonly medianMs: number;
  readonly p99Ms: number;
}

/** Whole lives of orders: created, called back some lives later, told of by a webhook. The ids. */
export interface CyclesJob {
  readonly target: Target;
  readonly count: number;
  readonly inFlight: number;
  /** Orders that these are about, one each. */
  readonly about: readonly string[];
}

/** Payments one at a time, taking turns among the targets. */
export interface LatencyJob {
  readonly targets: readonly Target[];
  /** What the orders are about, by target, one each; nothing where they need nothing. */
  readonly about?: readonly (readonly string[])[];
  readonly samples: number;
  readonly pauseMs: number;
}

/** From the callback's first byte to the webhook's last, by target. */
export interface LatencyResult {
  readonly callbackToWebhookMs: readonly (readonly number[])[];
}

/** Payments at a steady rate, however fast they are answered; of a hundred some go wrong. */
export interface TrickleJob {
  readonly target: Target;
  readonly perSecond: number;
  readonly durationMs: number;
}

/** What can go wrong with a payment; each comes to one in three hundred. */
export type Mishap =
  /** Its callback comes twice at once. */
  | 'told twice'
  /** Nobody pays it, so that it expires within the minute after. */
  | 'never paid'
  /** Its webhook is answered 500 at first. */
  | 'refused';

export interface TrickleResult {
  readonly payments: number;
  readonly mishaps: Readonly<Record<Mishap, number>>;
  /** From the callback's first byte to the webhook's last, of payments whose webhook was taken. */
  readonly callbackToWebhookMs: readonly number[];
}
