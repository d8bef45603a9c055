import { groupBy } from './group-by';
import type { Fault, FaultKind } from './plan/plan-faults';

/** What a user of the gateway sees succeed. */
export const successKinds = ['request', 'callback', 'webhook'] as const;
export type SuccessKind = (typeof successKinds)[number];

interface Success {
  readonly beganMs: number;
  readonly endedMs: number;
}

interface Suffered {
  readonly fault: Fault;
  readonly atMs: number;
}

/** How long it took; null where nothing of the kind was asked for afterwards. */
export type RecoveryMs = Readonly<Record<SuccessKind, number | null>>;

export interface RecoveryRow extends RecoveryMs {
  /** As `kill worker`: of several processes of a kind, each is meant. */
  readonly fault: string;
  readonly count: number;
}

/**
 * Measures recoveries. A recovery is the time from a fault to the first success of a kind that
 * began after it: a request that creates, a callback's acceptance, or an event, which begins when
 * it happens and succeeds at a webhook that is well.
 */
export class Recovery {
  private readonly faults: Suffered[] = [];
  private readonly successes: Record<SuccessKind, Success[]> = {
    request: [],
    callback: [],
    webhook: [],
  };

  suffered(fault: Fault, atMs = Date.now()): void {
    this.faults.push({ fault, atMs });
  }

  succeeded(kind: SuccessKind, beganMs: number, endedMs = Date.now()): void {
    this.successes[kind].push({ beganMs, endedMs });
  }

  count(kind: FaultKind): number {
    return this.faults.filter(({ fault }) => fault.kind === kind).length;
  }

  get lastFaultMs(): number | null {
    return this.faults.at(-1)?.atMs ?? null;
  }

  /** The longest recovery from each kind of fault at each kind of process. */
  rows(): RecoveryRow[] {
    const groups = groupBy(this.faults, ({ fault }) => nameOf(fault));
    return [...groups]
      .map(([fault, suffered]) => ({ fault, count: suffered.length, ...this.longest(suffered) }))
      .sort((one, other) => one.fault.localeCompare(other.fault));
  }

  /** The longest of all; null when there was no fault, or no success after any. */
  longestMs(): number | null {
    const { request, callback, webhook } = this.longest(this.faults);
    return most([request, callback, webhook]);
  }

  private longest(suffered: readonly Suffered[]): RecoveryMs {
    const of = (kind: SuccessKind) => most(suffered.map(({ atMs }) => this.after(kind, atMs)));
    return { request: of('request'), callback: of('callback'), webhook: of('webhook') };
  }

  private after(kind: SuccessKind, atMs: number): number | null {
    const times = this.successes[kind]
      .filter(({ beganMs }) => beganMs >= atMs)
      .map(({ endedMs }) => endedMs - atMs);
    return times.length === 0 ? null : times.reduce((least, time) => Math.min(least, time));
  }
}

function most(times: readonly (number | null)[]): number | null {
  const known = times.filter((time) => time !== null);
  return known.length === 0 ? null : Math.max(...known);
}

function nameOf({ kind, victim }: Fault): string {
  return `${kind} ${victim.replace(/-\d$/, '')}`;
}
