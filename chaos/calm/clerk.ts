import type { OrderKind } from '../../src/domain/order';
import type { RequestKind } from '../../src/providers/connector';
import type { Installation } from '../installation/installation';
import type { Field } from '../load/field';
import { isOpen } from '../verdict/check-leftovers';
import type { OrderFact } from '../verdict/facts';
import { readOrders } from '../verdict/read-database';

/** As what the bank knows an order that it was asked to do something for. */
export const kindAtBank = (kind: OrderKind): RequestKind =>
  kind === 'withdrawal' ? 'payout' : kind === 'refund' ? 'refund' : 'charge';

export const isPayout = ({ kind }: OrderFact): boolean =>
  kind === 'withdrawal' || kind === 'refund';

/** Nothing waits at the bank any more for somebody who decides it, or for its time. */
export async function decideAll({ db }: Installation, { bank }: Field): Promise<void> {
  const open = (await readOrders(db)).filter(
    (order) => isOpen(order) && (isPayout(order) || order.method === 'token'),
  );
  for (const { id, kind } of open) {
    const request = kindAtBank(kind);
    const found = await bank.find(request, id);
    if (found?.status === 'waiting') await bank.decide(request, id, 'succeed');
    await bank.sendWaiting(request, id);
  }
}
