import { between, oneOf, randomFrom, shuffled, weighted } from '../random';
import type { Random } from '../random';

export const victims = [
  'api-1',
  'api-2',
  'worker-1',
  'worker-2',
  'temporal',
  'postgres',
  'bank',
] as const;
export type Victim = (typeof victims)[number];

/** Of the merchant: it is the one that nothing is promised of. */
export const unsteadyReceivers = ['moody', 'frail'] as const;
export type UnsteadyReceiver = (typeof unsteadyReceivers)[number];

export type Fault =
  /** SIGKILL. */
  | { readonly kind: 'kill'; readonly victim: Victim }
  /** SIGSTOP, and SIGCONT later. */
  | { readonly kind: 'pause'; readonly victim: Victim; readonly forMs: number }
  /** SIGTERM, as a deployment does it. */
  | { readonly kind: 'restart'; readonly victim: Victim }
  /** Postgres stops at once without writing anything down, and recovers. */
  | { readonly kind: 'crash'; readonly victim: 'postgres' }
  /** Postgres ends every connection. */
  | { readonly kind: 'disconnect'; readonly victim: 'postgres' }
  | {
      readonly kind: 'receiver';
      readonly victim: UnsteadyReceiver;
      readonly mood: 'failing' | 'hanging' | 'resetting' | 'down';
      readonly forMs: number;
    };
export const faultKinds = ['kill', 'pause', 'restart', 'crash', 'disconnect', 'receiver'] as const;
export type FaultKind = (typeof faultKinds)[number];

/** A fault when so much of the load has been done: by work, not by the clock, so it can repeat. */
export interface PlannedFault {
  readonly fault: Fault;
  /** From 0 to 1. */
  readonly atShare: number;
  /** A little later than that, so that it does not always hit the same moment of an order. */
  readonly delayMs: number;
}

/** For each kill so many of the others. */
const shares = { pause: 0.2, restart: 0.16, crash: 0.06, disconnect: 0.06, receiver: 0.12 };
const PAUSE_MS_MAX = 12_000;
/** From here on the load only ends: a fault would find nothing to harm. */
const LAST_SHARE = 0.95;

/** The faults of a run in their order; the same for the same seed. Every victim is killed. */
export function planFaults(seed: number, kills: number): readonly PlannedFault[] {
  const random = randomFrom(seed ^ 0x5bd1e995);
  const of = (share: number, make: () => Fault) =>
    Array.from({ length: Math.ceil(kills * share) }, make);
  const faults = shuffled<Fault>(random, [
    ...evenly(random, kills).map((victim): Fault => ({ kind: 'kill', victim })),
    ...of(shares.pause, () => planPause(random)),
    ...of(shares.restart, () => ({ kind: 'restart', victim: oneOf(random, victims) })),
    ...of(shares.crash, () => ({ kind: 'crash', victim: 'postgres' })),
    ...of(shares.disconnect, () => ({ kind: 'disconnect', victim: 'postgres' })),
    ...of(shares.receiver, () => planReceiverFault(random)),
  ]);
  return faults.map((fault, index) => ({
    fault,
    atShare: ((index + 1) / (faults.length + 1)) * LAST_SHARE,
    delayMs: between(random, 0, 800),
  }));
}

/** Every victim as often as any other, as far as the count allows. */
function evenly(random: Random, count: number): Victim[] {
  const rounds = Math.ceil(count / victims.length);
  return Array.from({ length: rounds }, () => shuffled(random, victims))
    .flat()
    .slice(0, count);
}

const planPause = (random: Random): Fault => ({
  kind: 'pause',
  victim: oneOf(random, victims),
  forMs: between(random, 1_000, PAUSE_MS_MAX),
});

function planReceiverFault(random: Random): Fault {
  const moods = { failing: 3, hanging: 2, resetting: 2, down: 3 };
  return {
    kind: 'receiver',
    victim: oneOf(random, unsteadyReceivers),
    mood: weighted(random, moods),
    forMs: between(random, 2_000, 10_000),
  };
}
