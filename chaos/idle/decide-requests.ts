import type { OrderKind } from '../../src/orders/rules/kinds';
import type { RequestKind } from '../../src/providers/connectors/connector';
import type { Installation } from '../installation/installation';
import { bankOfOrder, type RunContext } from '../load/run-context';
import { isOpen } from '../verdict/check-leftovers';
import type { OrderFact } from '../verdict/facts';
import { readOrders } from '../verdict/read-database';

/** The bank's kind of request for an order. */
export const kindAtBank = (kind: OrderKind): RequestKind =>
  kind === 'withdrawal' ? 'payout' : kind === 'refund' ? 'refund' : 'charge';

export const isPayout = ({ kind }: OrderFact): boolean =>
  kind === 'withdrawal' || kind === 'refund';

/** Decides all pending requests at the bank, and sends its delayed callbacks. */
export async function decideAll({ db }: Installation, context: RunContext): Promise<void> {
  const open = (await readOrders(db)).filter(
    (order) => isOpen(order) && (isPayout(order) || order.method === 'token'),
  );
  for (const { id, kind, merchantId } of open) {
    const bank = bankOfOrder(context, { merchantId });
    const request = kindAtBank(kind);
    const found = await bank.find(request, id);
    if (found?.status === 'waiting') await bank.decide(request, id, 'succeed');
    await bank.sendWaiting(request, id);
  }
}
