import type { Installation } from '../installation/installation';
import type { Field } from '../load/field';
import { eventually } from '../until';
import { compareWorkflows, isOpen } from '../verdict/check-leftovers';
import { countWaiting } from '../verdict/read-book';
import { readLeftovers, readOpen, readOrders } from '../verdict/read-database';
import { readWorkflows } from '../verdict/read-workflows';
import { decideAll, isPayout } from './clerk';
import { hurryDeliveries } from './hurry-deliveries';
import { releaseUnknown, resolveEvidence } from './operator';

/** All is calm, and everything works: after so long what has not come will not come. */
const PATIENCE_MS = 240_000;
const LOOK_EVERY_MS = 1_000;
/** So often somebody looks after what has been put off for longer than a run lasts. */
const HURRY_EVERY_MS = 10_000;

export interface Calm {
  /** How long it took until nothing waited any more; null when something still does. */
  readonly settledMs: number | null;
  /** Deliveries whose next attempt was asked for instead of waited for. */
  readonly hurried: number;
}

/**
 * Waits until everything that was begun has ended. What the gateway or the bank has put off for
 * minutes, as a delivery that failed twice, is asked for at once, by the same doors as anybody's.
 */
export async function settle(
  installation: Installation,
  field: Field,
  say: (line: string) => void,
): Promise<Calm> {
  const beganMs = Date.now();
  let hurriedAtMs = 0;
  const hurried = new Set<string>();
  let told = '';
  const isSettled = async () => {
    if (Date.now() - hurriedAtMs > HURRY_EVERY_MS) {
      await decideAll(installation, field);
      await releaseUnknown(installation, field);
      await resolveEvidence(installation, field, say);
      for (const id of await hurryDeliveries(installation, field)) hurried.add(id);
      hurriedAtMs = Date.now();
    }
    const left = await whatIsLeft(installation, field);
    if (left !== told) say(`waits: ${left || 'nothing'}`);
    told = left;
    return left === '';
  };
  const settled = await eventually(isSettled, { timeoutMs: PATIENCE_MS, everyMs: LOOK_EVERY_MS });
  const settledMs = settled === null ? null : Date.now() - beganMs;
  return { settledMs, hurried: hurried.size };
}

/** In a word each; empty when nothing is. */
async function whatIsLeft(
  { db, bankUrl, temporalAddress }: Installation,
  field: Field,
): Promise<string> {
  const [leftovers, waiting, orders] = await Promise.all([
    readLeftovers(db),
    countWaiting(bankUrl),
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
  const decidable = (await readOpen(db)).filter(({ about }) => field.notes.decisions.has(about));
  counts.push(['exceptions', decidable.length]);
  const left = counts.filter(([, count]) => count > 0);
  if (left.length === 0) {
    const workflows = await readWorkflows(temporalAddress);
    const { idle, forgotten } = compareWorkflows(orders, workflows);
    const names = [...idle.map((id) => `idle ${id}`), ...forgotten.map((id) => `forgotten ${id}`)];
    return names.join(', ');
  }
  return left.map(([name, count]) => `${count} ${name}`).join(', ');
}
