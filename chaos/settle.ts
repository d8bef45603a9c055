import type { Installation } from './installation/installation';
import type { Shops } from './installation/shops';
import type { Field } from './load/field';
import { eventually } from './until';
import { compareWorkflows, isOpen } from './verdict/check-leftovers';
import type { OrderFact } from './verdict/facts';
import { countWaiting } from './verdict/read-book';
import { readLeftovers, readOrders } from './verdict/read-database';
import { readWorkflows } from './verdict/read-workflows';

/** All is calm, and everything works: after so long what has not come will not come. */
const PATIENCE_MS = 240_000;
const LOOK_EVERY_MS = 1_000;
/** So often somebody looks after what has been put off for longer than a run lasts. */
const HURRY_EVERY_MS = 10_000;
const PUT_OFF_MS = 15_000;

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
      for (const id of await hurryDeliveries(installation, field)) hurried.add(id);
      hurriedAtMs = Date.now();
    }
    const left = await whatIsLeft(installation);
    if (left !== told) say(`waits: ${left || 'nothing'}`);
    told = left;
    return left === '';
  };
  const settled = await eventually(isSettled, { timeoutMs: PATIENCE_MS, everyMs: LOOK_EVERY_MS });
  const settledMs = settled === null ? null : Date.now() - beganMs;
  return { settledMs, hurried: hurried.size };
}

/** In a word each; empty when nothing is. */
async function whatIsLeft({ db, bankUrl, temporalAddress }: Installation): Promise<string> {
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
  const left = counts.filter(([, count]) => count > 0);
  if (left.length === 0) {
    const workflows = await readWorkflows(temporalAddress);
    const { idle, forgotten } = compareWorkflows(orders, workflows);
    const names = [...idle.map((id) => `idle ${id}`), ...forgotten.map((id) => `forgotten ${id}`)];
    return names.join(', ');
  }
  return left.map(([name, count]) => `${count} ${name}`).join(', ');
}

const isPayout = ({ kind }: OrderFact): boolean => kind === 'withdrawal' || kind === 'refund';

/** Nothing waits at the bank any more for somebody, or for its time. */
async function decideAll({ db }: Installation, { bank }: Field): Promise<void> {
  const open = (await readOrders(db)).filter(
    (order) => isOpen(order) && (isPayout(order) || order.method === 'token'),
  );
  for (const { id, kind } of open) {
    const request =
      kind === 'withdrawal' ? 'payout' : kind === 'refund' ? 'refund' : ('charge' as const);
    const found = await bank.find(request, id);
    if (found?.status === 'waiting') await bank.decide(request, id, 'succeed');
    await bank.sendWaiting(request, id);
  }
}

/** What a merchant does that does not want to wait for the next attempt. */
async function hurryDeliveries({ db }: Installation, field: Field): Promise<readonly string[]> {
  const { rows } = (await db.raw(
    `select deliveries.id, webhooks.merchant_id as "merchantId"
     from deliveries join webhooks on webhooks.id = deliveries.webhook_id
     where deliveries.status = 'pending'
       and next_attempt_at > now() + ? * interval '1 millisecond' limit 500`,
    [PUT_OFF_MS],
  )) as { rows: { readonly id: string; readonly merchantId: string }[] };
  for (const { id, merchantId } of rows) {
    const key = keyOf(field.shops, merchantId);
    const url = `${field.apiUrl}/Thai/v1/webhook-deliveries/${id}/redeliver`;
    const { status, body } = await field.ask({ url, key });
    // It can have been delivered meanwhile.
    if (status !== 200 && status !== 409) {
      field.notes.wrong(`a redelivery was answered ${status}: ${body}`, id);
    }
  }
  return rows.map(({ id }) => id);
}

function keyOf(shops: Shops, merchantId: string): string {
  const shop = Object.values(shops).find((each) => each.merchantId === merchantId);
  if (shop === undefined) throw new Error(`there is no shop ${merchantId}`);
  return shop.apiKey;
}
