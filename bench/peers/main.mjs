import { randomUUID } from 'node:crypto';
import Koa from 'koa';
import { Pool } from 'pg';
import barestActivities from '../../dist-bench/bench/barest/activities.js';
import barestSchema from '../../dist-bench/bench/barest/schema.js';
import readJson from '../../dist-bench/bench/read-json.js';
import required from '../../dist-bench/bench/required.js';
import { dbos } from './dbos.mjs';
import { queue } from './queue.mjs';

/*
 * The API or the worker of a peer, `main.mjs queue|dbos api|worker`: the payment of `barest/` on an
 * engine that needs only Postgres. A peer has two functions:
 *
 * - `connect` returns the API's side: `start` starts a payment in the transaction that has inserted
 *   its order; `callBack` resolves when the callback is stored.
 * - `work` resolves when the worker accepts work. It calls `finish` for each paid order: the
 *   statement and the webhook of the barest workflow.
 */
const POOL_MAX = 10;
const variable = required.required;

const databaseUrl = variable('DATABASE_URL');
const pool = new Pool({ connectionString: databaseUrl, max: POOL_MAX });

async function create(api, { expiry_minutes: minutes, ...order }) {
  const orderId = randomUUID();
  const expiresAt = new Date(Date.now() + minutes * 60_000);
  const transaction = await pool.connect();
  try {
    await transaction.query('begin');
    await transaction.query({
      name: 'create-order',
      text: `insert into orders (id, amount_satang, reference, metadata, expires_at)
             values ($1, $2, $3, $4, $5)`,
      values: [
        orderId,
        order.amount * 100,
        order.reference,
        JSON.stringify(order.metadata),
        expiresAt,
      ],
    });
    await api.start(transaction, orderId, minutes * 60);
    await transaction.query('commit');
  } finally {
    transaction.release();
  }
  return { payment_id: orderId, status: 'pending' };
}

async function serve(peer) {
  await pool.query(barestSchema.schema);
  const api = await peer.connect(databaseUrl);
  const app = new Koa();
  app.use(async (ctx) => {
    const body = await readJson.readJson(ctx.req);
    if (ctx.path === '/payments') {
      ctx.body = await create(api, body);
      return;
    }
    await api.callBack(body.orderId);
    ctx.body = { status: true };
  });
  app.listen(Number(variable('PORT')), '127.0.0.1', () => process.send?.({ ready: true }));
}

async function work(peer) {
  const { finishPayment } = barestActivities.createBarestActivities(pool, {
    webhookUrl: variable('WEBHOOK_URL'),
    providerUrl: variable('PROVIDER_URL'),
  });
  await peer.work(databaseUrl, finishPayment);
  process.send?.({ ready: true });
}

for (const end of ['SIGTERM', 'disconnect']) process.once(end, () => process.exit());
const [name, part] = process.argv.slice(2);
await (part === 'api' ? serve : work)({ queue, dbos }[name]);
