import { randomUUID } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import Koa from 'koa';
import { Pool } from 'pg';
import type { OrderRequest } from '../order-request';
import { readJson } from '../read-json';
import { required } from '../required';
import { BAREST_NAMESPACE, BAREST_QUEUE, paid } from './contract';
import { Outbox } from './outbox';
import { schema } from './schema';
import type { barestPayment } from './workflows';

/*
 * The floor of a payment's life: no authentication, no validation, no idempotency, no inbox, one
 * order at most ever settled. One statement creates the order and its outbox row.
 */
const POOL_MAX = 10;

const pool = new Pool({ connectionString: required('DATABASE_URL'), max: POOL_MAX });
const connection = Connection.lazy({ address: required('TEMPORAL_ADDRESS') });
const client = new Client({ connection, namespace: BAREST_NAMESPACE });
const outbox = new Outbox(pool, client);

async function createOrder(request: OrderRequest): Promise<object> {
  const orderId = randomUUID();
  const startDelayMs = request.expiry_minutes * 60_000;
  const { rows } = await pool.query<{ id: string }>({
    name: 'create-order',
    text: `with created as (
             insert into orders (id, amount_satang, reference, metadata, expires_at)
             values ($1, $2, $3, $4, $5)
           )
           insert into outbox (order_id) values ($1) returning id`,
    values: [
      orderId,
      request.amount * 100,
      request.reference,
      JSON.stringify(request.metadata),
      new Date(Date.now() + startDelayMs),
    ],
  });
  const id = rows[0]?.id ?? '';
  void outbox.start({ id, orderId, startDelayMs });
  return { payment_id: orderId, status: 'pending' };
}

async function wake(orderId: string): Promise<object> {
  await client.workflow.signalWithStart<typeof barestPayment>('barestPayment', {
    taskQueue: BAREST_QUEUE,
    workflowId: orderId,
    args: [orderId],
    signal: paid,
  });
  return { status: true };
}

async function main(): Promise<void> {
  await pool.query(schema);
  const app = new Koa();
  app.use(async (ctx) => {
    const body = await readJson(ctx.req);
    ctx.body =
      ctx.path === '/orders'
        ? await createOrder(body as OrderRequest)
        : await wake((body as { readonly orderId: string }).orderId);
  });
  app.listen(Number(required('PORT')), '127.0.0.1', () => process.send?.({ ready: true }));
}

for (const end of ['SIGTERM', 'disconnect'] as const) process.once(end, () => process.exit());
void main();
