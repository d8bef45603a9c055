import type { Operation } from './operation';

/** A tenth of the default size of a run has 40 payments that become overdue. */
const OVERDUE_PER_KILL = 8;

/** The gateway and Temporal are stopped while payments become overdue. */
export interface Outage {
  readonly kind: 'outage';
  readonly victim: 'installation';
  readonly overdue: readonly Operation[];
  /** The first payment after it. */
  readonly first: Operation;
}

export function planOutage(seed: number, kills: number): Outage {
  const of = (number: number, action: Operation['action']): Operation => ({
    number,
    flow: 'payment',
    merchant: 'rich',
    mark: `chaos-${seed}-outage-${number}`,
    amountSatang: 10_000 + 100 * number,
    requestMode: 'keyed',
    repeat: 'nothing',
    action,
    decision: 'succeed',
    token: 'tok_success',
    hasSlip: false,
    isContested: false,
    disturbances: [],
    scene: null,
    evidence: null,
    payoutEvidence: null,
  });
  return {
    kind: 'outage',
    victim: 'installation',
    overdue: Array.from({ length: kills * OVERDUE_PER_KILL }, (_, n) => of(n + 1, 'deadline')),
    first: of(0, 'pay'),
  };
}
