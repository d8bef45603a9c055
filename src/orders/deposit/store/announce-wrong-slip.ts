import { undispatchedDeliveries, enqueueDeliveries } from '../../../webhooks/store/deliveries';
import type { OutboxMessage } from '../../../kernel/outbox/store/messages';
import { run, transact, type Db } from '../../../platform/postgres/connect';
import { sql } from '../../../platform/postgres/sql';
import { lockOrder } from '../../store/lock-order';
import { writeTransition } from '../../store/write-transition';

/**
 * The slip belongs to another payment. Written once per slip, unless the deposit is paid. Enqueue
 * the messages after the commit.
 */
export function announceWrongSlip(db: Db, slipId: string): Promise<readonly OutboxMessage[]> {
  return db.transaction(async (trx) => {
    const orderId = await transact(trx, async (pipeline) => {
      const [slip] = await run<{ orderId: string }>(
        pipeline,
        'find-wrong-slip',
        sql`select order_id from slips where id = ${slipId}`,
      );
      const order = slip === undefined ? null : await lockOrder(pipeline, slip.orderId);
      if (order === null || order.status === 'succeeded') return null;
      const announced = await run(
        pipeline,
        'announce-wrong-slip',
        sql`update slips set announced_at = now()
         where id = ${slipId} and announced_at is null returning 1`,
      );
      if (announced.length === 0) return null;
      await writeTransition(pipeline, order, {
        step: null,
        cause: slipId,
        announces: 'payment.slip_mismatched',
      });
      return order.id;
    });
    if (orderId === null) return [];
    const undispatched = await undispatchedDeliveries(trx, orderId);
    return enqueueDeliveries(
      trx,
      undispatched.map(({ id }) => id),
    );
  });
}
