import { randomUUID } from 'node:crypto';
import Koa from 'koa';
import { Pool } from 'pg';
import { clientOf } from '../../src/kernel/temporal/connection';
import { readJson } from '../read-json';
import type { DepositRequest, OrderRequest, RefundRequest, WithdrawalRequest } from '../requests';
import { required } from '../required';
import { NAMESPACE } from '../namespace';
import { BAREST_QUEUE, calledBack } from './contract';
import { Outbox } from './outbox';
import { schema } from './schema';
import type { barestPayment, barestPayout } from './workflows';

/*
 * The floor of an order's cycle: no authentication, validation, idempotency or inbox. One statement
 * creates the order and its outbox row.
 */
const POOL_MAX = 10;
const DEPOSIT_EXPIRY_MINUTES = 30;
const REFUND_AMOUNT = 150;

const pool = new Pool({ connectionString: required('DATABASE_URL'), max: POOL_MAX });
const client = clientOf({ address: required('TEMPORAL_ADDRESS'), tls: false }, NAMESPACE);
const outbox = new Outbox(pool);

interface NewOrder {
  readonly amount: number;
  readonly reference: string | null;
  readonly expiryMinutes: number;
  readonly metadata: object;
}

async function createOrder(order: NewOrder): Promise<string> {
  const orderId = randomUUID();
  const startDelayMs = order.expiryMinutes * 60_000;
  const rowId = await insert({
    name: 'create-order',
    text: `with created as (
             insert into orders (id, amount_satang, reference, metadata, expires_at)
             values ($1, $2, $3, $4, $5)
           )
           insert into outbox (order_id) values ($1) returning id`,
    values: [
      orderId,
      order.amount * 100,
      order.reference,
      JSON.stringify(order.metadata),
      new Date(Date.now() + startDelayMs),
    ],
  });
  const started = client.workflow.start<typeof barestPayment>('barestPayment', {
    taskQueue: BAREST_QUEUE,
    workflowId: orderId,
    args: [orderId],
    startDelay: startDelayMs,
  });
  void outbox.remove(rowId, started);
  return orderId;
}

/** The creating statement holds the money if the balance is sufficient. */
async function createPayout({ amount, ...payee }: WithdrawalRequest): Promise<string> {
  const orderId = randomUUID();
  const rowId = await insert({
    name: 'create-payout',
    text: `with held as (
             update balances set amount_satang = amount_satang - $2
             where account = 'available' and amount_satang >= $2 returning 1
           ), created as (
             insert into payouts (id, amount_satang, payee) select $1, $2, $3 from held
           )
           insert into outbox (order_id) select $1 from held returning id`,
    values: [orderId, amount * 100, JSON.stringify(payee)],
  });
  const { bankName, accountNumber, firstNameTH, lastNameTH } = payee;
  const accountName = `${firstNameTH} ${lastNameTH}`;
  const started = client.workflow.start<typeof barestPayout>('barestPayout', {
    taskQueue: BAREST_QUEUE,
    workflowId: orderId,
    args: [{ orderId, amount, bankName, accountNumber, accountName }],
  });
  void outbox.remove(rowId, started);
  return orderId;
}

/** The id of the outbox row. */
async function insert(statement: {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}): Promise<string> {
  const [row] = (await pool.query<{ id: string }>(statement)).rows;
  if (row === undefined) throw new Error(`${statement.name} created nothing`);
  return row.id;
}

/** A plain signal does not end a start delay. */
async function wakePayment(orderId: string): Promise<void> {
  await client.workflow.signalWithStart<typeof barestPayment>('barestPayment', {
    taskQueue: BAREST_QUEUE,
    workflowId: orderId,
    args: [orderId],
    signal: calledBack,
  });
}

interface Callback {
  readonly orderId: string;
}

const routes: Readonly<Record<string, (body: never) => Promise<object>>> = {
  '/payments': async ({ expiry_minutes: expiryMinutes, ...order }: OrderRequest) => ({
    payment_id: await createOrder({ ...order, expiryMinutes }),
    status: 'pending',
  }),
  '/deposits': async ({ amount, ...metadata }: DepositRequest) => {
    const deposit = { amount, reference: null, expiryMinutes: DEPOSIT_EXPIRY_MINUTES, metadata };
    return { status: 1001, data: { orderId: await createOrder(deposit) } };
  },
  '/withdrawals': async (request: WithdrawalRequest) => ({
    status: 1001,
    orderId: await createPayout(request),
  }),
  // Treated as a payout: the refunded payment is not checked.
  '/refunds': async ({ destination }: RefundRequest) => ({
    refund_id: await createPayout({
      amount: REFUND_AMOUNT,
      username: '',
      bankName: destination.bank_name,
      accountNumber: destination.account_number,
      firstNameTH: destination.account_name,
      lastNameTH: '',
    }),
  }),
  '/payments/callback': ({ orderId }: Callback) => wakePayment(orderId).then(accepted),
  '/deposits/callback': ({ orderId }: Callback) => wakePayment(orderId).then(accepted),
  '/withdrawals/callback': ({ orderId }: Callback) =>
    client.workflow.getHandle(orderId).signal(calledBack).then(accepted),
};

const accepted = (): object => ({ status: true });

async function main(): Promise<void> {
  await pool.query(schema);
  const app = new Koa();
  app.use(async (ctx) => {
    const body = await readJson(ctx.req);
    ctx.body = await routes[ctx.path]?.(body as never);
  });
  app.listen(Number(required('PORT')), '127.0.0.1', () => process.send?.({ ready: true }));
}

for (const end of ['SIGTERM', 'disconnect'] as const) process.once(end, () => process.exit());
void main();
