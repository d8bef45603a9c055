import { randomUUID } from 'node:crypto';
import Koa from 'koa';
import { connect, run } from '../../src/platform/postgres/connect';
import { sql } from '../../src/platform/postgres/sql';
import type { OrderRequest } from '../requests';
import { readJson } from '../read-json';
import { required } from '../required';

/*
 * The floor of create requests: a Koa route that parses JSON, executes one INSERT with Knex and
 * answers JSON. The row is about as wide as an order with its QR code.
 */
const POOL_MAX = 10;
const QR_PAYLOAD = '0'.repeat(120);

const db = connect(required('DATABASE_URL'), { poolMax: POOL_MAX });

async function insertOrder(request: OrderRequest): Promise<object> {
  const { amount, currency, reference, metadata } = request;
  const paymentId = randomUUID();
  const ref = randomUUID();
  const createdAt = new Date();
  const expiresAt = new Date(createdAt.getTime() + request.expiry_minutes * 60_000);
  await run(
    db,
    'insert-order',
    sql`insert into orders (id, status, amount_satang, ref, reference, metadata, payload,
                            created_at, expires_at)
        values (${paymentId}, 'pending', ${amount * 100}, ${ref}, ${reference},
                ${JSON.stringify(metadata)}, ${QR_PAYLOAD}, ${createdAt}, ${expiresAt})`,
  );
  return {
    payment_id: paymentId,
    qr_data: QR_PAYLOAD,
    amount,
    currency,
    reference,
    expires_at: expiresAt.toISOString(),
    status: 'pending',
    metadata,
  };
}

async function main(): Promise<void> {
  await db.raw(`
    create table orders (
      id text primary key,
      status text not null,
      amount_satang bigint not null,
      ref text not null unique,
      reference text,
      metadata json,
      payload text not null,
      created_at timestamptz not null,
      expires_at timestamptz not null
    )`);
  const app = new Koa();
  app.use(async (ctx) => {
    ctx.body = await insertOrder((await readJson(ctx.req)) as OrderRequest);
  });
  app.listen(Number(required('PORT')), '127.0.0.1', () => process.send?.({ ready: true }));
}

for (const end of ['SIGTERM', 'disconnect'] as const) process.once(end, () => process.exit());
void main();
