import { isOpen } from '../../rules/kinds';
import { run, transact, type Db } from '../../../platform/postgres/connect';
import { sql } from '../../../platform/postgres/sql';
import { lockOrder } from '../../store/lock-order';
import { writeTransition } from '../../store/write-transition';

export interface RequiredAction {
  readonly orderId: string;
  /** The number of claims when the provider required the action. */
  readonly claims: number;
  readonly nextActionSealed: string;
}

/**
 * Writes the event too. Idempotent: false when a submission has an action already, when there is a
 * newer claim, and when the order has ended.
 */
export function requireAction(db: Db, action: RequiredAction): Promise<boolean> {
  const { orderId, claims, nextActionSealed } = action;
  return transact(db, async (trx) => {
    const order = await lockOrder(trx, orderId);
    if (order === null || !isOpen(order.kind, order.status)) return false;
    const stored = await run(
      trx,
      'require-action',
      sql`update provider_requests
       set next_action_sealed = ${nextActionSealed}, required_actions = required_actions + 1
       where order_id = ${orderId} and claims = ${claims} and next_action_sealed is null
       returning 1`,
    );
    if (stored.length === 0) return false;
    await writeTransition(trx, order, {
      step: null,
      cause: 'provider',
      announces: 'payment.requires_action',
    });
    return true;
  });
}
