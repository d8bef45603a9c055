import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { request } from 'undici';
import type { Payout } from './contract';
import { paymentSettlement, payoutSettlement, type Settlement } from './settlements';

export interface Webhook {
  readonly id: string;
  readonly body: string;
}

export interface Addresses {
  readonly webhookUrl: string;
  readonly providerUrl: string;
}

export type BarestActivities = ReturnType<typeof createBarestActivities>;

const signingKey = randomBytes(32);

export function createBarestActivities(pool: Pool, { webhookUrl, providerUrl }: Addresses) {
  async function settle({ name, text }: Settlement, orderId: string): Promise<Webhook> {
    const { rows } = await pool.query<Webhook>({ name, text, values: [orderId, randomUUID()] });
    const [webhook] = rows;
    if (webhook === undefined) throw new Error(`order ${orderId} does not exist`);
    return webhook;
  }

  async function post({ id, body }: Webhook): Promise<void> {
    const timestamp = `${Math.floor(Date.now() / 1000)}`;
    const hmac = createHmac('sha256', signingKey).update(`${id}.${timestamp}.${body}`);
    const signed = {
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${hmac.digest('base64')}`,
    };
    await postJson(webhookUrl, signed, body);
  }

  return {
    finishPayment: async (orderId: string) => post(await settle(paymentSettlement, orderId)),
    finishPayout: async (orderId: string) => post(await settle(payoutSettlement, orderId)),

    async submitToProvider(payout: Payout): Promise<void> {
      await postJson(`${providerUrl}/payouts`, {}, JSON.stringify(payout));
    },
  };
}

async function postJson(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): Promise<void> {
  const { statusCode, body: answer } = await request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  await answer.dump();
  if (statusCode >= 300) throw new Error(`${url} answered ${statusCode}`);
}
