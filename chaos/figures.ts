import { submissionResults, type SubmissionResult } from './accounts/line';
import type { IdleResult } from './idle/wait-until-idle';
import type { RunContext } from './load/run-context';
import type { Plan } from './plan/plan-run';
import { faultKinds, type FaultKind } from './plan/plan-faults';
import type { OutageRecovery, RecoveryRow } from './recovery';
import type { Facts, FindingKind } from './verdict/facts';
import type { Judged } from './verdict/judge';
import { versionOf, type Version } from './verdict/check-fees';

/** The result of a run. */
export interface Figures {
  readonly seed: number;
  readonly temporal: string;
  readonly operations: number;
  readonly orders: number;
  readonly requests: number;
  readonly unanswered: number;
  readonly callbacksOfOurs: number;
  readonly disturbances: number;
  /** Checkouts that payers had open, payment links, and payments beyond them that were returned. */
  readonly pages: Readonly<Record<'checkouts' | 'links' | 'returned', number>>;
  /** Charged orders by the version of their price that the verdict expected. */
  readonly priced: Readonly<Record<Version | 'either', number>>;
  readonly events: number;
  readonly deliveries: number;
  /** Repeated deliveries of an event id. */
  readonly repeated: number;
  readonly faults: Readonly<Record<FaultKind, number>>;
  /** Calls that gave an order to an account behind a line, by what became of them. */
  readonly submissions: Readonly<Record<SubmissionResult, number>>;
  /** Orders that an account got after another one. */
  readonly movedOrders: number;
  readonly found: Readonly<Record<FindingKind, number>>;
  readonly recoveries: readonly RecoveryRow[];
  readonly longestRecoveryMs: number | null;
  readonly outage: OutageRecovery | null;
  /** From the acceptance of a callback to its event at a healthy webhook. */
  readonly callbackToWebhookMs: {
    readonly median: number;
    readonly p99: number;
    readonly most: number;
  } | null;
  readonly loadMs: number;
  readonly settledMs: number | null;
  readonly redelivered: number;
  /** Orders unknown to the bank that an operator released. */
  readonly released: number;
  readonly tookMs: number;
  readonly findings: readonly Judged[];
}

export interface Outcome {
  readonly plan: Plan;
  readonly temporal: string;
  readonly context: RunContext;
  readonly facts: Facts;
  readonly findings: readonly Judged[];
  readonly idle: IdleResult;
  readonly loadMs: number;
  readonly tookMs: number;
  readonly callbackToWebhookMs: readonly number[];
}

const findingKinds: readonly FindingKind[] = [
  'lost',
  'duplicated',
  'unbalanced',
  'stuck',
  'misanswered',
];

function countPriced({ orders, repriced }: Facts): Figures['priced'] {
  const counts = { first: 0, later: 0, either: 0 };
  for (const order of orders) {
    if (order.chargedMs !== null) counts[versionOf(order, repriced)]++;
  }
  return counts;
}

export function figuresOf(outcome: Outcome): Figures {
  const { plan, temporal, context, facts, findings, idle, loadMs, tookMs } = outcome;
  const { log, recovery } = context;
  const receipts = facts.subscribers.flatMap(({ receipts: received, name }) =>
    received.map(({ eventId }) => `${name} ${eventId}`),
  );
  const delivered = new Set(receipts).size;
  const count = <Name extends string>(names: readonly Name[], of: (name: Name) => number) =>
    Object.fromEntries(names.map((name) => [name, of(name)])) as Record<Name, number>;
  return {
    seed: plan.seed,
    temporal,
    operations: plan.operations,
    orders: facts.orders.length,
    requests: log.counts.requests,
    unanswered: log.counts.unanswered,
    callbacksOfOurs: log.acceptedCallbacks.length,
    disturbances: log.counts.disturbances,
    pages: {
      checkouts: facts.pages.length,
      links: facts.links.length,
      returned: facts.returned.length,
    },
    events: facts.events.length,
    deliveries: delivered,
    repeated: receipts.length - delivered,
    priced: countPriced(facts),
    faults: count(faultKinds, (kind) => recovery.count(kind)),
    submissions: count(submissionResults, (result) => {
      return facts.submissions.filter((each) => each.result === result).length;
    }),
    movedOrders: facts.orders.filter(({ routing }) => routing.length > 1).length,
    found: count(findingKinds, (kind) => findings.filter((each) => each.kind === kind).length),
    recoveries: recovery.rows(),
    longestRecoveryMs: recovery.longestMs(),
    outage: recovery.outage,
    callbackToWebhookMs: spread(outcome.callbackToWebhookMs),
    loadMs,
    settledMs: idle.settledMs,
    redelivered: idle.redelivered,
    released: facts.released.size,
    tookMs,
    findings,
  };
}

function spread(values: readonly number[]): Figures['callbackToWebhookMs'] {
  const sorted = values.toSorted((one, other) => one - other);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return sorted.length === 0 ? null : { median: at(0.5), p99: at(0.99), most: at(1) };
}
