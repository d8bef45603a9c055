import type { Installation } from '../installation/installation';
import type { RunContext } from '../load/run-context';
import type { OrderFact } from '../verdict/facts';
import { readOrders } from '../verdict/read-database';

/** The paid codes of Stripe whose orders have not succeeded. */
export function lostEvents(
  { accounts: { stripe } }: RunContext,
  orders: readonly OrderFact[],
): readonly string[] {
  const unpaid = new Set(orders.flatMap(({ id, status }) => (status === 'succeeded' ? [] : [id])));
  return [...stripe.intents.values()]
    .filter(({ status, metadata }) => {
      return status === 'succeeded' && unpaid.has(metadata['saphan_order_id'] ?? '');
    })
    .map(({ id }) => id);
}

/** Stripe repeats an event that was not received for days; the fake sends it once. */
export async function repeatEvents({ db }: Installation, context: RunContext): Promise<void> {
  for (const id of lostEvents(context, await readOrders(db))) context.accounts.stripe.pay(id);
}
