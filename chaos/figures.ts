import type { Calm } from './calm/settle';
import type { Field } from './load/field';
import type { Plan } from './plan/plan-run';
import { faultKinds } from './plan/plan-faults';
import type { FaultKind } from './plan/plan-faults';
import type { RecoveryRow } from './recovery';
import type { Facts, FindingKind } from './verdict/facts';
import type { Judged } from './verdict/judge';

/** What a run says, for people and for scripts. */
export interface Figures {
  readonly seed: number;
  readonly temporal: string;
  readonly operations: number;
  readonly orders: number;
  readonly requests: number;
  readonly unanswered: number;
  readonly callbacksOfOurs: number;
  readonly disturbances: number;
  readonly events: number;
  readonly deliveries: number;
  /** Deliveries that came more than once, always under the same id. */
  readonly repeated: number;
  readonly faults: Readonly<Record<FaultKind, number>>;
  readonly found: Readonly<Record<FindingKind, number>>;
  readonly recoveries: readonly RecoveryRow[];
  readonly longestRecoveryMs: number | null;
  /** From the acceptance of a callback to the event at a webhook that is well. */
  readonly callbackToWebhookMs: {
    readonly median: number;
    readonly p99: number;
    readonly most: number;
  } | null;
  readonly loadMs: number;
  readonly settledMs: number | null;
  readonly hurried: number;
  /** Orders of which the bank never heard, and that an operator has released. */
  readonly released: number;
  readonly tookMs: number;
  readonly findings: readonly Judged[];
}

export interface Outcome {
  readonly plan: Plan;
  readonly temporal: string;
  readonly field: Field;
  readonly facts: Facts;
  readonly findings: readonly Judged[];
  readonly calm: Calm;
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

export function figuresOf(outcome: Outcome): Figures {
  const { plan, temporal, field, facts, findings, calm, loadMs, tookMs } = outcome;
  const { notes, recovery } = field;
  const receipts = facts.subscribers.flatMap(({ receipts: heard, name }) =>
    heard.map(({ eventId }) => `${name} ${eventId}`),
  );
  const delivered = new Set(receipts).size;
  const count = <Name extends string>(names: readonly Name[], of: (name: Name) => number) =>
    Object.fromEntries(names.map((name) => [name, of(name)])) as Record<Name, number>;
  return {
    seed: plan.seed,
    temporal,
    operations: plan.operations,
    orders: facts.orders.length,
    requests: notes.counts.requests,
    unanswered: notes.counts.silent,
    callbacksOfOurs: notes.told.length,
    disturbances: notes.counts.disturbances,
    events: facts.events.length,
    deliveries: delivered,
    repeated: receipts.length - delivered,
    faults: count(faultKinds, (kind) => recovery.count(kind)),
    found: count(findingKinds, (kind) => findings.filter((each) => each.kind === kind).length),
    recoveries: recovery.rows(),
    longestRecoveryMs: recovery.longestMs(),
    callbackToWebhookMs: spread(outcome.callbackToWebhookMs),
    loadMs,
    settledMs: calm.settledMs,
    hurried: calm.hurried,
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
