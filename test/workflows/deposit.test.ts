import { findHostedDeposit } from '../../src/orders/deposit/find-hosted-deposit';
import { submitPageSlip, submitSlip } from '../../src/orders/deposit/submit-slip';
import { findViolations } from '../../src/reports/store/invariants';
import { DEFAULT_ACCOUNT } from '../../src/providers/store/provider-accounts';
import { listDeposits } from '../../src/orders/deposit/store/deposits';
import { listSlips } from '../../src/orders/deposit/store/slips';
import { encodeSlip } from '../../src/orders/deposit/rules/slip';
import { pageStateOf } from '../../src/orders/checkout/deposit-view';
import { createGenericClient } from '../../src/providers/connectors/generic/client';
import type { NamedTransfer, VerifiedTransfer } from '../../src/providers/connectors/slip';
import { SANDBOX_BANK_CODE } from '../../sandbox/bank/slips/bank-code';
import { drawCodes, drawSlip } from '../platform/slips/pictures';
import { testConfig, testDeposit, testMerchant, testWebhook } from '../support/gateway';
import { saveHistory } from '../support/histories';
import { startReceiver } from '../support/receiver';
import { startRunning, type Running } from '../support/running';
import { until } from '../support/until';

/** The bank's transfers by reference. */
const transfers = new Map<string, VerifiedTransfer>();
const provider = {
  ...createGenericClient({ url: 'http://127.0.0.1:1', key: 'a-key-for-tests' }),
  verifySlip: async ({ transRef }: NamedTransfer, accountId: string) =>
    accountId === DEFAULT_ACCOUNT
      ? (transfers.get(transRef) ?? { kind: 'not_found' as const })
      : { kind: 'unknown' as const },
};

let running: Running;
beforeAll(async () => {
  running = await startRunning(testConfig(), { provider });
});
afterEach(async () => {
  expect(await findViolations(running.knex)).toEqual([]);
});

async function setUp() {
  const { merchant } = await testMerchant(running.knex);
  const deposit = await testDeposit(running.deps, merchant);
  const send = (bytes: Buffer, ref = deposit.ref) =>
    submitSlip(
      running.deps,
      merchant,
      { orderId: deposit.orderId, ref, image: bytes.toString('base64') },
      null,
      '{}',
    );
  const slips = () => listSlips(running.knex, deposit.orderId);
  const read = () =>
    until(
      async () =>
        (await slips()).every(
          ({ verification, status }) =>
            status !== 'received' && (status !== 'parsed' || verification !== null),
        ),
      {
        describe: 'every slip is read',
      },
    );
  return { merchant, ...deposit, send, slips, read };
}

test('a paid deposit is credited once, and its event is that of a deposit payment', async () => {
  const { deps, client, call, closed, knex } = running;
  const { merchant } = await testMerchant(knex);
  const receiver = await startReceiver();
  await testWebhook(deps, merchant, receiver.url, ['payment.succeeded']);
  const { orderId } = await testDeposit(deps, merchant, { amountSatang: 1_999 });
  await call(orderId, { reported: 'succeeded', transactionId: 'A', amountSatang: 1_999 });
  await call(orderId, { reported: 'succeeded', transactionId: 'A', amountSatang: 1_999 });
  const { body } = await receiver.waitFor(({ body: text }) => text.includes(orderId));
  expect(JSON.parse(body)).toMatchObject({
    event: 'payment.succeeded',
    data: { payment_id: orderId, kind: 'deposit', amount: 19.99, status: 'succeeded', late: false },
  });
  await closed(orderId);
  expect(await knex('balances').where('merchant_id', merchant.id).first()).toMatchObject({
    available_satang: 1_999,
    held_satang: 0,
  });
  await saveHistory(client, orderId, 'deposit-paid');
});

test('an unpaid deposit expires, and late money is credited', async () => {
  const { deps, client, call, closed, status, knex } = running;
  const { merchant } = await testMerchant(knex);
  const soon = { ...deps.config, deposits: { ...deps.config.deposits, expiryMinutes: 1 / 60 } };
  const { orderId } = await testDeposit({ ...deps, config: soon }, merchant);
  await closed(orderId);
  expect(await status(orderId)).toBe('expired');
  await saveHistory(client, orderId, 'deposit-expired');
  await call(orderId, { reported: 'succeeded' });
  await until(async () => (await status(orderId)) === 'succeeded', { describe: 'it is paid late' });
  expect(await knex('orders').where('id', orderId).first()).toMatchObject({ late: true });
});

test('a slip is read, verified with the bank, and moves no money', async () => {
  const { client, call, closed, status } = running;
  const { orderId, ref, send, slips, read } = await setUp();
  transfers.set('SBXVERIFIED1', { kind: 'found', amountSatang: 10_000, paidTo: ref });
  await send(await drawSlip('SBXVERIFIED1'));
  await read();
  expect(await slips()).toMatchObject([
    {
      status: 'parsed',
      refMatches: true,
      sendingBank: SANDBOX_BANK_CODE,
      transRef: 'SBXVERIFIED1',
      verification: 'verified',
      duplicateOf: null,
    },
  ]);
  expect(await status(orderId)).toBe('pending');
  await call(orderId, { reported: 'succeeded' });
  await closed(orderId);
  await saveHistory(client, orderId, 'deposit-slip-then-paid');
});

test('a slip extends the deadline of its deposit to a day', async () => {
  const { status } = running;
  const { orderId, pageToken, send, read } = await setUp();
  transfers.set('SBXWAITS1', { kind: 'unknown' });
  await send(await drawSlip('SBXWAITS1'));
  await read();
  await until(
    async () => {
      const { expiresAt, createdAt } = await findHostedDeposit(running.deps, pageToken);
      return (expiresAt?.getTime() ?? 0) - createdAt.getTime() === 24 * 3_600_000;
    },
    { describe: 'the deadline is a day after the creation' },
  );
  expect(await status(orderId)).toBe('pending');
});

test('a slip of another amount is of this payment, whatever ref its sender names', async () => {
  const { ref, send, slips, read } = await setUp();
  transfers.set('SBXAMOUNT1', { kind: 'found', amountSatang: 10_001, paidTo: ref });
  await send(await drawSlip('SBXAMOUNT1'), 'WRONG');
  await read();
  expect(await slips()).toMatchObject([
    { verification: 'mismatch', refMatches: true, isWrong: false, paidSatang: 10_001 },
  ]);
});

test('a slip of another payment extends nothing and is told to payer and merchant', async () => {
  const { deps, knex } = running;
  const paid = await setUp();
  const { orderId, pageToken, ref, slips, merchant } = await setUp();
  const before = await findHostedDeposit(deps, pageToken);
  const paidAt = new Date('2026-11-27T22:34:00Z');
  transfers.set('SBXOTHER1', { kind: 'found', amountSatang: 25_025, paidTo: paid.ref, paidAt });
  const bytes = await drawSlip('SBXOTHER1');
  const startedMs = performance.now();
  await submitPageSlip(deps, pageToken, { bytes, declaredType: 'image/png' });
  expect(performance.now() - startedMs).toBeLessThan(10_000);
  await until(async () => (await slips())[0]?.verification === 'mismatch', {
    describe: 'the slip is verified',
  });
  expect(await slips()).toMatchObject([
    {
      refMatches: false,
      isWrong: true,
      // The order that it paid, although no slip was sent for it.
      duplicateOf: { orderId: paid.orderId, merchantId: paid.merchant.id },
    },
  ]);
  const events = () =>
    knex('events').where({ order_id: orderId }).orderBy('sequence').pluck('name');
  await until(async () => (await events()).length === 2, { describe: 'the event is written' });
  expect(await events()).toEqual(['payment.pending', 'payment.slip_mismatched']);
  const after = await findHostedDeposit(deps, pageToken);
  expect(after.expiresAt).toEqual(before.expiresAt);
  expect(pageStateOf(after, Date.now())).toBe('wrong_slip');
  expect(after.slips).toMatchObject([{ wrong: { paidSatang: 25_025, paidAt, isUnknown: false } }]);
  const list = listDeposits(knex, { merchantId: merchant.id, hasWrongSlip: true });
  const { items } = await list.read({ limit: 5, offset: 0, after: null });
  expect(items.map(({ id }) => id)).toEqual([orderId]);
  expect(ref).not.toBe(paid.ref);
});

test('a picture of two slips is two slips, each verified', async () => {
  const { ref, send, slips, read } = await setUp();
  transfers.set('SBXBOTH1', { kind: 'found', amountSatang: 10_000, paidTo: ref });
  transfers.set('SBXBOTH2', { kind: 'found', amountSatang: 500, paidTo: 'ANOTHERORDER00000000' });
  const codes = ['SBXBOTH1', 'SBXBOTH2'].map((transRef) =>
    encodeSlip({ sendingBank: SANDBOX_BANK_CODE, transRef }),
  );
  await send(await drawCodes(...codes));
  await read();
  await until(async () => (await slips()).length === 2, { describe: 'both slips are stored' });
  await read();
  const found = await slips();
  const verifications = found.map(({ transRef, verification }) => [transRef, verification]);
  expect(Object.fromEntries(verifications)).toEqual({ SBXBOTH1: 'verified', SBXBOTH2: 'mismatch' });
});

test('one transfer on slips of two merchants marks the second, credits neither', async () => {
  const first = await setUp();
  const second = await setUp();
  await first.send(await drawSlip('SBXTWICE1'));
  await first.read();
  await second.send(await drawSlip('SBXTWICE1'));
  await second.read();
  expect(await first.slips()).toMatchObject([{ duplicateOf: null }]);
  expect(await second.slips()).toMatchObject([
    { duplicateOf: { orderId: first.orderId, merchantId: first.merchant.id } },
  ]);
  expect(await running.status(second.orderId)).toBe('pending');
});

test('of two concurrent slips of one transfer exactly one is the duplicate', async () => {
  const both = await Promise.all([setUp(), setUp()]);
  const picture = await drawSlip('SBXATONCE1');
  await Promise.all(both.map(({ send }) => send(picture)));
  await Promise.all(both.map(({ read }) => read()));
  const flags = (await Promise.all(both.map(({ slips }) => slips()))).flat();
  expect(flags.filter(({ duplicateOf }) => duplicateOf !== null)).toHaveLength(1);
});

test("a picture without a code, or of the payment's own code, is not a slip", async () => {
  const { deps } = running;
  const { pageToken, slips, read } = await setUp();
  const { payload } = await findHostedDeposit(deps, pageToken);
  const image = { declaredType: 'image/png' };
  await submitPageSlip(deps, pageToken, { ...image, bytes: await drawCodes(payload ?? '') });
  await submitPageSlip(deps, pageToken, { ...image, bytes: await drawCodes('hello') });
  await submitPageSlip(deps, pageToken, {
    ...image,
    bytes: Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
  });
  await read();
  expect((await slips()).map(({ status }) => status)).toEqual([
    'wrong_qr',
    'qr_invalid',
    'unreadable',
  ]);
});

test('a repeated image changes nothing, and a sixth slip is rejected', async () => {
  const { slips, send } = await setUp();
  const pictures = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => drawSlip(`SBXMANY${n}`)));
  const sent = await Promise.allSettled([...pictures, ...pictures].map((bytes) => send(bytes)));
  expect(await slips()).toHaveLength(5);
  const refused = sent.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(2);
  expect(refused).toMatchObject([
    { reason: { code: 'too_many_slips' } },
    { reason: { code: 'too_many_slips' } },
  ]);
});

test('slips of ended deposits are accepted and read', async () => {
  const { call, closed, status } = running;
  const { orderId, send, slips, read } = await setUp();
  await call(orderId, { reported: 'succeeded' });
  await closed(orderId);
  await send(await drawSlip('SBXAFTER1'));
  await read();
  expect(await slips()).toMatchObject([{ status: 'parsed' }]);
  expect(await status(orderId)).toBe('succeeded');
});
