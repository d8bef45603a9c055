import { testPaidPayment } from '../support/refunds';
import { until } from '../support/until';
import { PROVIDER_KEY, type Answer, type Run } from './stage';

/** The requests and callbacks of one order, with the expected result. */
export interface Flow {
  readonly name: string;
  readonly create: (run: Run) => Promise<{ readonly path: string; readonly body: object }>;
  readonly idIn: (answer: Created) => string | undefined;
  /** The callback's path and its statuses. */
  readonly callbackPath: string;
  readonly statuses: readonly ('success' | 'failed')[];
  /** The status after the submission; null for an order without one. */
  readonly statusAfterSubmission: 'pending' | 'processing' | null;
  readonly events: readonly string[];
  /** The final status and the merchant's balance, which began with 1,000 baht. */
  readonly ends: { readonly status: string; readonly balance: readonly [number, number] };
}

interface Created {
  readonly payment_id?: string;
  readonly refund_id?: string;
  readonly orderId?: string;
  readonly data?: { readonly orderId: string };
}

const account = { bankName: 'SCB', accountNumber: '1112223334' };
const currency = 'THB';

export const flows: readonly Flow[] = [
  {
    name: 'QR payment',
    create: async () => ({ path: '/Thai/v1/qr-codes', body: { amount: 100, currency } }),
    idIn: ({ payment_id: id }) => id,
    callbackPath: '/payment/gw/webhook',
    statuses: ['success'],
    statusAfterSubmission: null,
    events: ['payment.pending', 'payment.succeeded'],
    ends: { status: 'succeeded', balance: [110_000, 0] },
  },
  {
    name: 'deposit that fails and is paid late',
    create: async () => ({
      path: '/deposit/gw',
      body: { amount: 100, userName: 'c1', firstName: 'สมชาย', lastName: 'ใจดี', ...account },
    }),
    idIn: ({ data }) => data?.orderId,
    callbackPath: '/deposit/gw/webhook',
    statuses: ['failed', 'success'],
    statusAfterSubmission: null,
    events: ['payment.pending', 'payment.failed', 'payment.succeeded'],
    ends: { status: 'succeeded', balance: [110_000, 0] },
  },
  {
    name: 'payment by token',
    create: async () => ({
      path: '/Thai/v1/payments',
      body: { token_id: 'tok_success', amount: 100, currency },
    }),
    idIn: ({ payment_id: id }) => id,
    callbackPath: '/payment/gw/webhook',
    statuses: ['success'],
    statusAfterSubmission: 'pending',
    events: ['payment.pending', 'payment.succeeded'],
    ends: { status: 'succeeded', balance: [110_000, 0] },
  },
  {
    name: 'withdrawal',
    create: async () => ({
      path: '/withdraw/gw',
      body: { amount: 100, username: 'c1', firstNameTH: 'สมชาย', lastNameTH: 'ใจดี', ...account },
    }),
    idIn: ({ orderId }) => orderId,
    callbackPath: '/withdraw/gw/webhook',
    statuses: ['success'],
    statusAfterSubmission: 'processing',
    events: ['withdrawal.pending', 'withdrawal.processed', 'withdrawal.succeeded'],
    ends: { status: 'succeeded', balance: [90_000, 0] },
  },
  {
    name: 'refund that fails',
    create: async ({ base, merchant }) => ({
      path: '/Thai/v1/refunds',
      body: { payment_id: await testPaidPayment(base, merchant), amount: 40 },
    }),
    idIn: ({ refund_id: id }) => id,
    callbackPath: '/refund/gw/webhook',
    statuses: ['failed'],
    statusAfterSubmission: 'processing',
    events: ['refund.failed'],
    ends: { status: 'failed', balance: [110_000, 0] },
  },
];

/** Runs a flow and expects the result of a run without a death. Returns the order's id. */
export async function play(flow: Flow, run: Run): Promise<string> {
  const { path, body } = await flow.create(run);
  await run.subscribe();
  const headers = { authorization: `Bearer ${run.apiKey}`, 'idempotency-key': 'once' };
  const first = await run.ask(path, body, headers);
  expect([200, 201]).toContain(first.status);
  const orderId = flow.idIn(JSON.parse(first.text) as Created);
  if (orderId === undefined) throw new Error(`${first.text} names no order`);
  if (flow.statusAfterSubmission !== null) {
    const isSent = async () =>
      run.paid(orderId) > 0 && (await run.statusOf(orderId)) === flow.statusAfterSubmission;
    await until(isSent, { describe: `${flow.name} is sent` });
  }
  for (const status of flow.statuses) {
    const word = { orderId, status, transactionId: `T-${status}-${orderId}` };
    const answer = await run.ask(flow.callbackPath, word, {
      authorization: `Bearer ${PROVIDER_KEY}`,
    });
    expect(answer.status).toBe(201);
  }
  await run.untilSettled();
  const again: Answer = await run.ask(path, body, headers);
  expect(again).toEqual({ ...first, replayed: true });
  return orderId;
}
