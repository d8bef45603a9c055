import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { request } from 'undici';

export interface Webhook {
  readonly id: string;
  readonly body: string;
}

export type BarestActivities = ReturnType<typeof createBarestActivities>;

const signingKey = randomBytes(32);

export function createBarestActivities(pool: Pool, webhookUrl: string) {
  return {
    /** The order, the ledger and the event, in one transaction that is one statement. */
    async settle(orderId: string): Promise<Webhook> {
      const { rows } = await pool.query<Webhook>({
        name: 'settle',
        text: `with settled as (
                 update orders set status = 'succeeded', completed_at = now()
                 where id = $1 and status = 'pending' returning *
               ), booked as (
                 insert into ledger (order_id, debit, credit, amount_satang)
                 select id, 'provider_clearing', 'available', amount_satang from settled
               )
               insert into events (id, order_id, body)
               select $2::text, id, json_build_object(
                 'id', $2::text, 'event', 'payment.succeeded', 'data', json_build_object(
                   'payment_id', id, 'status', status, 'amount', amount_satang / 100,
                   'currency', 'THB', 'reference', reference, 'metadata', metadata,
                   'completed_at', completed_at), 'timestamp', now())::text
               from settled returning id, body`,
        values: [orderId, randomUUID()],
      });
      const [webhook] = rows;
      if (webhook === undefined) throw new Error(`${orderId} is not there to be settled`);
      return webhook;
    },

    async post({ id, body }: Webhook): Promise<void> {
      const timestamp = `${Math.floor(Date.now() / 1000)}`;
      const hmac = createHmac('sha256', signingKey).update(`${id}.${timestamp}.${body}`);
      const { statusCode, body: answer } = await request(webhookUrl, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'webhook-id': id,
          'webhook-timestamp': timestamp,
          'webhook-signature': `v1,${hmac.digest('base64')}`,
        },
        body,
      });
      await answer.dump();
      if (statusCode >= 300) throw new Error(`the receiver answered ${statusCode}`);
    },
  };
}
