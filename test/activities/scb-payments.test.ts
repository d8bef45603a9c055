import { createAdvanceOrder } from '../../activities/advance-order';
import type { ActivityDeps } from '../../activities/deps';
import { receiveCallback } from '../../src/orders/callbacks/receive-callback';
import type { ProviderAccount } from '../../src/providers/connectors/connector';
import { findViolations } from '../../src/reports/store/invariants';
import { KeyedSemaphore } from '../../src/platform/keyed-semaphore';
import { createNoMailer } from '../../src/platform/mail/no-mailer';
import { scb } from '../../src/providers/connectors/scb';
import { CONCURRENT_ATTEMPTS_MAX } from '../../src/webhooks/sending/circuit';
import { testDatabase } from '../support/database';
import { testConfig, testDeps, testMerchant, testPayment } from '../support/gateway';
import { resolveAs } from '../support/resolve';
import { withAccount } from '../support/upstream';
import {
  accountAt,
  clientAt,
  startTestScb,
  type TestScb,
} from '../providers/connectors/scb/fake-scb';

/** Payments of 100 baht on an SCB account, without any confirmation. */
const config = testConfig();
let knex: Awaited<ReturnType<typeof testDatabase>>['knex'];
let bank: TestScb;
let account: ProviderAccount;
let deps: ActivityDeps;
let confirm: (billPaymentRef1: string) => Promise<unknown>;
let payment: () => Promise<{ id: string; qrData: string }>;
let inquire: (id: string) => Promise<unknown>;
beforeAll(async () => {
  knex = (await testDatabase()).knex;
  bank = await startTestScb();
  account = {
    ...accountAt(bank.url),
    id: 'acc_scb',
    // The limit of the gateway is tested elsewhere.
    connector: { ...scb, traits: { ...scb.traits, callsPerSecond: 1_000_000 } },
    merchantId: null,
    label: 'SCB',
  };
  const base = withAccount(testDeps(knex, config), account);
  confirm = (billPaymentRef1) => {
    const { billerId: payeeProxyId } = accountAt(bank.url).settings;
    const fields = { amount: '100.00', transactionId: 'T1', currencyCode: '764' };
    const body = Buffer.from(JSON.stringify({ ...fields, payeeProxyId, billPaymentRef1 }));
    const raw = { headers: {}, body, topic: null, receivedAt: new Date() };
    return receiveCallback(base, { kind: 'provider', account }, raw);
  };
  deps = {
    ...base,
    attemptSlots: new KeyedSemaphore(CONCURRENT_ATTEMPTS_MAX),
    provider: clientAt(bank.url),
    slips: { read: () => Promise.reject(new Error('no slips here')), close: async () => {} },
    mailer: createNoMailer(base.log),
  };
  inquire = createAdvanceOrder(deps);
  const { merchant } = await testMerchant(knex);
  payment = async () => {
    const id = await testPayment(base, merchant);
    const { payload: qrData } = await knex('qr_codes').where('order_id', id).first('payload');
    return { id, qrData: qrData as string };
  };
});
afterEach(async () => {
  expect(await findViolations(knex)).toEqual([]);
});

/** As if the order had been created 15 minutes earlier. */
async function reachDeadline(id: string): Promise<void> {
  const earlier = (column: string) => knex.raw(`?? - interval '15 minutes'`, [column]);
  const columns = ['created_at', 'expires_at', 'inquired_at'];
  const times = Object.fromEntries(columns.map((column) => [column, earlier(column)]));
  await knex('orders').where({ id }).update(times);
  await knex('order_inquiries')
    .where('order_id', id)
    .update({ next_at: earlier('next_at') });
}
const aMinuteAgo = () => new Date(Date.now() - 60_000).toISOString();
const order = (id: string) => knex('orders').where({ id }).first();
const exceptions = (id: string) => knex('exceptions').where('order_id', id).pluck('kind');

it('a payment at SCB succeeds without a confirmation', async () => {
  const { id, qrData } = await payment();
  const [transactionId] = await bank.pay({ qrData, paidAt: aMinuteAgo() });
  await reachDeadline(id);
  await inquire(id);
  expect(await order(id)).toMatchObject({ status: 'succeeded', late: false });
  const movements = await knex('movements').where('order_id', id);
  expect(movements).toEqual([
    expect.objectContaining({ transaction_id: transactionId, amount_satang: 10_000 }),
  ]);
  expect(await exceptions(id)).toEqual([]);
});

it('an unpaid payment at SCB expires', async () => {
  const { id } = await payment();
  await reachDeadline(id);
  await inquire(id);
  expect(await order(id)).toMatchObject({ status: 'expired' });
});

it('a payment at SCB with less money is credited with that and opens an exception', async () => {
  const { id, qrData } = await payment();
  await bank.pay({ qrData, amount: '99.99' });
  await reachDeadline(id);
  await inquire(id);
  expect(await exceptions(id)).toEqual(['amount_mismatch']);
  expect(await knex('movements').where('order_id', id).pluck('amount_satang')).toEqual([9_999]);
});

it('a second payment of a code at SCB opens an exception', async () => {
  const { id, qrData } = await payment();
  await bank.pay({ qrData, times: 2, paidAt: aMinuteAgo() });
  await reachDeadline(id);
  await inquire(id);
  expect(await order(id)).toMatchObject({ status: 'succeeded' });
  expect(await exceptions(id)).toEqual(['duplicate_payment']);
});

it('a payment that SCB reversed before the deadline does not count', async () => {
  const { id, qrData } = await payment();
  const [transactionId] = await bank.pay({ qrData });
  await bank.control('/reversals', { transactionId });
  await reachDeadline(id);
  await inquire(id);
  expect(await order(id)).toMatchObject({ status: 'expired' });
  expect(await knex('movements').where('order_id', id)).toEqual([]);
});

/** A paid order of which SCB then reversed the payments; inquired about by a confirmation. */
async function reversedAfter(amount: string) {
  const { id, qrData } = await payment();
  const paid = await bank.pay({ qrData, amount });
  const { ref } = await order(id);
  for (let hints = 0; hints < 3; hints++) {
    await confirm(ref as string);
    await knex('order_inquiries').where('order_id', id).update({ next_at: knex.fn.now() });
    await inquire(id);
    for (const transactionId of paid) await bank.control('/reversals', { transactionId });
  }
  return { id, paid };
}

it('a credited payment that SCB reversed opens one exception', async () => {
  const { id, paid } = await reversedAfter('100.00');
  expect(await order(id)).toMatchObject({ status: 'succeeded', received_satang: 10_000 });
  const [{ id: exceptionId }, ...others] = await knex('exceptions').where('order_id', id);
  expect([await exceptions(id), others]).toEqual([['conflict'], []]);
  expect(await knex('callbacks').where('order_id', id).orderBy('received_at')).toMatchObject([
    { reported: 'succeeded', transaction_id: paid[0], outcome: 'moved' },
    { reported: 'reversed', transaction_id: paid[0], outcome: 'conflict' },
  ]);
  await resolveAs(knex, exceptionId as string, 'charge');
  expect(await order(id)).toMatchObject({ reversed_satang: 10_000 });
});

it('a payment with less money that SCB reversed does not fail the order', async () => {
  const { id } = await reversedAfter('40.00');
  expect(await order(id)).toMatchObject({ status: 'pending' });
  expect(await exceptions(id)).toEqual(['amount_mismatch', 'conflict']);
});

it('an unreadable answer of SCB moves nothing', async () => {
  const { id, qrData } = await payment();
  await bank.pay({ qrData, amount: '100.005' });
  await reachDeadline(id);
  await inquire(id);
  expect(await knex('movements').where('order_id', id)).toEqual([]);
  expect(await order(id)).toMatchObject({ status: 'pending' });
});

it('a confirmation of SCB without a payment moves nothing', async () => {
  const { id } = await payment();
  const { ref } = await order(id);
  await confirm(ref as string);
  await inquire(id);
  expect(await order(id)).toMatchObject({ status: 'pending', received_satang: 0 });
  expect(await knex('movements').where('order_id', id)).toEqual([]);
  expect(await exceptions(id)).toEqual([]);
});

it('a confirmation of SCB causes an inquiry, which finds the paid amount', async () => {
  const { id, qrData } = await payment();
  const [transactionId] = await bank.pay({ qrData, amount: 150 });
  const { ref } = await order(id);
  await confirm(ref as string);
  await inquire(id);
  expect(await order(id)).toMatchObject({ status: 'succeeded', late: false });
  expect(await knex('movements').where('order_id', id)).toEqual([
    expect.objectContaining({ transaction_id: transactionId, amount_satang: 15_000 }),
  ]);
  expect(await exceptions(id)).toEqual(['amount_mismatch']);
});
