import { between, oneOf, randomFrom, shuffled, weighted, type Random } from '../random';
import type { AccountName } from './operation';
import { planDays, type PassedDays } from './plan-days';
import { planOutage, type Outage } from './plan-outage';

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

/** Webhooks with faults. Merchants' webhooks have no guarantees. */
export const unsteadyReceivers = ['moody', 'frail'] as const;
export type UnsteadyReceiver = (typeof unsteadyReceivers)[number];

/** Of a provider account: it refuses connections, or takes no new orders. */
export const accountStates = ['down', 'paused', 'off'] as const;
export type AccountState = (typeof accountStates)[number];

/** `second` stays open, so that an order always has an account. */
const closableAccounts = ['stripe', 'first'] as const satisfies readonly AccountName[];

export type Fault =
  /** SIGKILL. */
  | { readonly kind: 'kill'; readonly victim: Victim }
  /** SIGSTOP, and SIGCONT later. */
  | { readonly kind: 'pause'; readonly victim: Victim; readonly forMs: number }
  /** SIGTERM, as in a deployment. */
  | { readonly kind: 'restart'; readonly victim: Victim }
  /** Immediate shutdown of Postgres, followed by crash recovery. */
  | { readonly kind: 'crash'; readonly victim: 'postgres' }
  /** Postgres terminates every connection. */
  | { readonly kind: 'disconnect'; readonly victim: 'postgres' }
  | {
      readonly kind: 'receiver';
      readonly victim: UnsteadyReceiver;
      readonly mood: 'failing' | 'hanging' | 'resetting' | 'down';
      readonly forMs: number;
    }
  | {
      readonly kind: 'account';
      readonly victim: AccountName;
      readonly state: AccountState;
      readonly forMs: number;
    }
  | PassedDays
  | Outage;
export const faultKinds = [
  'kill',
  'pause',
  'restart',
  'crash',
  'disconnect',
  'receiver',
  'account',
  'days',
  'outage',
] as const;
export type FaultKind = (typeof faultKinds)[number];

/** A fault at a share of the load. Progress, unlike time, is reproducible. */
export interface PlannedFault {
  readonly fault: Fault;
  /** From 0 to 1. */
  readonly atShare: number;
  /** Additional delay, to hit different moments of an order. */
  readonly delayMs: number;
}

/** Faults of each kind per kill. */
const shares = { pause: 0.2, restart: 0.16, crash: 0.06, disconnect: 0.06, receiver: 0.12 };
const ACCOUNT_SHARE = 0.8;
const PAUSE_MS_MAX = 12_000;
/** After this share, few operations are left to affect. */
const LAST_SHARE = 0.95;

/**
 * The faults of a run in order, deterministic for a seed. Every victim is killed. With `isWhole`,
 * accounts have faults and days pass. An outage begins with the load, because payments live for a
 * minute.
 */
export function planFaults(seed: number, kills: number, isWhole: boolean): readonly PlannedFault[] {
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
  // A generator of their own: the other faults of a seed stay the same.
  const other = randomFrom(seed ^ 0x1b873593);
  const ofAccounts = isWhole ? of(ACCOUNT_SHARE, () => planAccountFault(other)) : [];
  const passing = randomFrom(seed ^ 0x2545f491);
  const days = isWhole ? planDays(passing, kills) : [];
  const begun = { fault: planOutage(seed, kills), atShare: 0, delayMs: 0 };
  return [
    ...(kills > 0 ? [begun] : []),
    ...[...spread(random, faults), ...spread(other, ofAccounts), ...spread(passing, days)].toSorted(
      (one, next) => one.atShare - next.atShare,
    ),
  ];
}

/** Spreads faults evenly over the load. */
const spread = (random: Random, faults: readonly Fault[]): readonly PlannedFault[] =>
  faults.map((fault, index) => ({
    fault,
    atShare: ((index + 1) / (faults.length + 1)) * LAST_SHARE,
    delayMs: between(random, 0, 800),
  }));

/** Distributes kills evenly over the victims. */
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

const planAccountFault = (random: Random): Fault => ({
  kind: 'account',
  victim: oneOf(random, closableAccounts),
  state: oneOf(random, accountStates),
  forMs: between(random, 2_000, 8_000),
});
