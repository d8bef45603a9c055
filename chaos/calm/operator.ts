import type { Installation } from '../installation/installation';
import type { Field } from '../load/field';
import { kindAtBank } from './clerk';

interface Unknown {
  readonly id: string;
  readonly orderId: string;
  readonly kind: 'withdrawal' | 'refund' | 'payment';
}

/**
 * What an operator does: where the bank has denied a request so often that the gateway does not
 * send it any more, looks into the bank's book, and releases an order that is not in it.
 */
export async function releaseUnknown(installation: Installation, { bank }: Field): Promise<void> {
  const { rows } = (await installation.db.raw(
    `select exceptions.id, orders.id as "orderId", orders.kind
     from exceptions join orders on orders.id = exceptions.order_id
     where exceptions.kind = 'unknown_outcome' and resolved_at is null
       and orders.status in ('pending', 'processing')`,
  )) as { rows: readonly Unknown[] };
  for (const { id, orderId, kind } of rows) {
    if ((await bank.find(kindAtBank(kind), orderId)) !== null) continue;
    const how = ['--as', 'release', '--by', 'operator', '--reason', 'The bank has never had it.'];
    await installation.gateway(['exceptions', 'resolve', id, ...how]);
  }
}
