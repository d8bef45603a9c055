import { decideException } from '../../src/exceptions/decide-exception';
import { wholeOf } from '../../src/exceptions/rules/exception';
import { listExceptions } from '../../src/exceptions/store/exceptions';
import { reconcileStatement } from '../../src/reports/reconcile-statement';
import { findViolations } from '../../src/reports/store/invariants';
import { commandAudit } from '../support/gateway';
import { testLink } from '../support/payment-links';
import { until } from '../support/until';
import { startInstallation } from './installation';

const PAYERS = 50;
const LIMIT = 7;

let installation: Awaited<ReturnType<typeof startInstallation>>;
beforeAll(async () => {
  installation = await startInstallation({ paysOut: true });
});

/** Presses *Pay* as a new visitor; returns the path of the checkout. */
async function press(token: string): Promise<string> {
  const answer = await fetch(`${installation.apiUrl}/l/${token}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect(answer.status).toBe(303);
  return (answer.headers.get('location') ?? '').replace(/\?.*/, '');
}
const read = async (path: string): Promise<string> =>
  (await fetch(`${installation.apiUrl}${path}?lang=en`)).text();
const ordersOf = (linkId: string) => installation.knex('orders').where('payment_link_id', linkId);
const countOf = async (rows: Promise<readonly unknown[]>): Promise<number> => (await rows).length;

test('of 50 payers at once 7 get the last items, the others their money', async () => {
  const { knex, deps, merchant, book, pay } = installation;
  const link = await testLink(deps, merchant.merchant, { paymentsMax: LIMIT });
  const pages = await Promise.all(Array.from({ length: PAYERS }, () => press(link.token)));
  expect(new Set(pages).size).toBe(PAYERS);
  const codes = knex('qr_codes').whereIn('order_id', ordersOf(link.id).select('id'));
  const payloads = await codes.pluck<string[]>('payload');
  const paid = await Promise.all(
    payloads.map((qrData, index) => {
      const accountNumber = `123456${String(index).padStart(4, '0')}`;
      const payer = { bankName: 'SCB', accountNumber, accountName: `Payer ${index}` };
      return pay({ qrData, payer });
    }),
  );
  expect(new Set(paid.map(({ status }) => status))).toEqual(new Set([201]));
  await until(
    async () => (await countOf(knex('callbacks').whereNotNull('applied_at'))) === PAYERS,
    { describe: 'every payment was applied' },
  );

  expect(await countOf(ordersOf(link.id).where('status', 'succeeded'))).toBe(LIMIT);
  const open = await listExceptions(knex, { open: true, limit: 1_000 });
  expect(open.map(({ kind }) => kind)).toEqual(Array(PAYERS - LIMIT).fill('beyond_link'));
  expect(await findViolations(knex)).toEqual([]);
  const texts = await Promise.all(pages.map(read));
  const says = (part: string) => texts.filter((text) => text.includes(part)).length;
  expect([says('Payment received'), says('does not count as a payment')]).toEqual([
    LIMIT,
    PAYERS - LIMIT,
  ]);
  expect(says('<img src="/pay/')).toBe(0);

  // One press each.
  for (const exception of open) {
    await decideException(deps, commandAudit, {
      exceptionId: exception.id,
      parts: wholeOf(exception, 'refund'),
      reason: 'The workshop was sold out.',
      by: 'ops',
    });
  }
  const refunds = knex('orders').where({ kind: 'refund', status: 'succeeded' });
  await until(async () => (await countOf(refunds.clone())) === PAYERS - LIMIT, {
    describe: 'every excess was returned',
  });
  expect(await read(await returnedPage(link.id))).toContain('฿990.00 was returned');

  const { transfers, refunds: returned } = (await book()).body as unknown as Book;
  expect(new Set(returned.map(({ state }) => state))).toEqual(new Set(['succeeded']));
  const lines = [
    ...transfers.map((each) => ({ ...each, direction: 'in' as const })),
    ...returned.map((each) => ({ ...each, direction: 'out' as const })),
  ];
  const statement = lines.map(({ orderId: order, ...line }) => ({ ...line, order }));
  const period = { since: new Date(0), until: new Date(Date.now() + 60_000) };
  expect(await reconcileStatement(deps, statement, period)).toEqual([]);
  const balance = await knex('balances').where('merchant_id', merchant.merchant.id).first();
  expect(balance).toMatchObject({ available_satang: LIMIT * 99_000, held_satang: 0 });
  expect(await countOf(ordersOf(link.id).where('status', 'succeeded'))).toBe(LIMIT);
  expect(await findViolations(knex)).toEqual([]);
});

interface Book {
  readonly transfers: readonly Line[];
  readonly refunds: readonly (Line & { readonly state: string })[];
}
interface Line {
  readonly transactionId: string;
  readonly orderId: string;
  readonly amountSatang: number;
}

async function returnedPage(linkId: string): Promise<string> {
  const orders = ordersOf(linkId).whereNot('status', 'succeeded').select('id').limit(1);
  const [id = ''] = await installation
    .knex('qr_codes')
    .whereIn('order_id', orders)
    .pluck<string[]>('id');
  return `/pay/${id}`;
}
