import type { EventHead } from '../rules/event-bodies';
import { activeTraceParent } from '../../../platform/observe/tracing';
import type { OutboxMessage } from '../../outbox/store/messages';
import { run, type Db } from '../../../platform/postgres/connect';
import { sql } from '../../../platform/postgres/sql';
import { fanOut } from './fan-out';

/**
 * For an object that is not an order. Also writes the deliveries to subscribed webhooks. The
 * relay's poll finds a returned message within seconds if it is not enqueued.
 */
export async function announce(
  trx: Db,
  merchantId: string,
  objectId: string,
  head: EventHead,
  body: string,
): Promise<readonly OutboxMessage[]> {
  return run<OutboxMessage>(
    trx,
    'announce',
    sql`with input as (
       select ${head.id}::text as event_id, ${merchantId}::text as merchant_id,
              ${objectId}::text as order_id, ${head.sequence}::integer as sequence,
              ${head.name}::text as event_name, ${body}::text as event_body,
              ${activeTraceParent()}::text as trace_parent
     ), ${fanOut({ from: 'input', at: 'now()', deliveredBy: 'null', isHandedOver: true })}
     insert into outbox_messages (topic, subject) select 'deliver', id from new_deliveries
     returning id, topic, subject, detail`,
  );
}
