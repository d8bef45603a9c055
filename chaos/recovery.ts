import { groupBy } from './group-by';
import type { Fault, FaultKind } from './plan/plan-faults';

/** Successes that a client of the gateway observes. */
export const successKinds = ['request', 'callback', 'webhook'] as const;
export type SuccessKind = (typeof successKinds)[number];

interface Success {
  readonly beganMs: number;
  readonly endedMs: number;
}

/** After an outage of the gateway and Temporal. */
export interface OutageRecovery {
  /** Payments whose deadline was during the outage. */
  readonly overdue: number;
  /** From readiness until the first new payment was applied. */
  readonly firstPaidMs: number;
}

interface RecordedFault {
  readonly fault: Fault;
  readonly atMs: number;
}

/** Null: no success of the kind after the fault. */
export type RecoveryMs = Readonly<Record<SuccessKind, number | null>>;

export interface RecoveryRow extends RecoveryMs {
  /** Such as `kill worker`, for all workers. */
  readonly fault: string;
  readonly count: number;
}

/**
 * Measures recovery times: from a fault to the first success of a kind that began after it. A
 * success is an accepted create request, an accepted callback, or an event delivered to a healthy
 * webhook, which begins at the time of the event.
 */
export class Recovery {
  /** Null without an outage. */
  outage: OutageRecovery | null = null;
  /** When an operator began to enter the bank holidays; null: nobody did. */
  holidaysMs: number | null = null;
  private readonly faults: RecordedFault[] = [];
  private readonly successes: Record<SuccessKind, Success[]> = {
    request: [],
    callback: [],
    webhook: [],
  };

  recordFault(fault: Fault, atMs = Date.now()): void {
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

  /** The longest recovery by kind of fault and kind of process. */
  rows(): RecoveryRow[] {
    const groups = groupBy(this.faults, ({ fault }) => nameOf(fault));
    return [...groups]
      .map(([fault, recordFault]) => ({
        fault,
        count: recordFault.length,
        ...this.longest(recordFault),
      }))
      .sort((one, other) => one.fault.localeCompare(other.fault));
  }

  /** The longest recovery. Null without a fault, or without a success after one. */
  longestMs(): number | null {
    const { request, callback, webhook } = this.longest(this.faults);
    return most([request, callback, webhook]);
  }

  private longest(recordFault: readonly RecordedFault[]): RecoveryMs {
    const of = (kind: SuccessKind) => most(recordFault.map(({ atMs }) => this.after(kind, atMs)));
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
