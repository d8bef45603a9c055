import type { Installation } from '../installation/installation';
import type { RunContext } from '../load/run-context';
import { eventually } from '../until';
import { dayAt, holidays } from '../plan/bank-days';
import { compareWorkflows, isOpen } from '../verdict/check-leftovers';
import { dueLots } from '../verdict/check-maturity';
import { countWaiting } from '../verdict/read-book';
import { readLeftovers, readLots, readOpen, readOrders } from '../verdict/read-database';
import { readWorkflows } from '../verdict/read-workflows';
import { decideAll, isPayout } from './decide-requests';
import { redeliverDelayed } from './redeliver-delayed';
import { readBeyond, releaseUnknown, resolveEvidence, returnBeyond } from './operator';
import { lostEvents, repeatEvents } from './repeat-events';

/** Without faults: work that is not complete after this time is stuck. */
const IDLE_TIMEOUT_MS = 240_000;
const POLL_MS = 1_000;
/** How often delayed work is expedited. */
const EXPEDITE_MS = 10_000;

export interface IdleResult {
  /** Time until no work was pending. Null: work is still pending. */
  readonly settledMs: number | null;
  /** Redelivered deliveries. */
  readonly redelivered: number;
}

/**
 * Waits until no work is pending. Work that the gateway or the bank has delayed by minutes, such as
 * a delivery after two failures, is expedited through the public APIs.
 */
export async function waitUntilIdle(
  installation: Installation,
  context: RunContext,
  print: (line: string) => void,
): Promise<IdleResult> {
  const beganMs = Date.now();
  let hurriedAtMs = 0;
  const redelivered = new Set<string>();
  let printed = '';
  const isSettled = async () => {
    if (Date.now() - hurriedAtMs > EXPEDITE_MS) {
      await decideAll(installation, context);
      await repeatEvents(installation, context);
      await releaseUnknown(installation, context);
      await resolveEvidence(installation, context, print);
      await returnBeyond(installation, context, print);
      for (const id of await redeliverDelayed(installation, context)) redelivered.add(id);
      hurriedAtMs = Date.now();
    }
    const left = await pendingWork(installation, context);
    if (left !== printed) print(`pending: ${left || 'nothing'}`);
    printed = left;
    return left === '';
  };
  const settled = await eventually(isSettled, { timeoutMs: IDLE_TIMEOUT_MS, everyMs: POLL_MS });
  const settledMs = settled === null ? null : Date.now() - beganMs;
  return { settledMs, redelivered: redelivered.size };
}

/** The pending work as text. Empty: none. */
async function pendingWork(
  { db, bankUrl, temporalAddress }: Installation,
  context: RunContext,
): Promise<string> {
  const [leftovers, waiting, orders] = await Promise.all([
    readLeftovers(db),
    countWaiting({ bankUrl, accounts: context.accounts }),
    readOrders(db),
  ]);
  const counts: [string, number][] = Object.entries(leftovers).map(([name, ids]) => [
    name,
    ids.length,
  ]);
  counts.push(['callbacks of the bank', waiting]);
  const open = orders.filter(isOpen);
  counts.push(['payouts', open.filter(isPayout).length]);
  const overdue = open.filter(({ overdueMs }) => overdueMs !== null && overdueMs > 0);
  counts.push(['deadlines', overdue.length]);
  const decidable = (await readOpen(db)).filter(({ about }) => context.log.decisions.has(about));
  counts.push(['exceptions', decidable.length]);
  counts.push(['returns', (await readBeyond({ db }, context)).length]);
  const due = dueLots(await readLots(db), holidays, dayAt(Date.now()));
  counts.push(['days of pending money', due.length]);
  counts.push(['events of Stripe', lostEvents(context, orders).length]);
  const left = counts.filter(([, count]) => count > 0);
  if (left.length === 0) {
    const workflows = await readWorkflows(temporalAddress);
    const { idle, forgotten } = compareWorkflows(orders, workflows);
    const names = [...idle.map((id) => `idle ${id}`), ...forgotten.map((id) => `forgotten ${id}`)];
    return names.join(', ');
  }
  return left.map(([name, count]) => `${count} ${name}`).join(', ');
}
