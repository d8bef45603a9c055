import { findHostedDeposit } from '../../src/application/deposits/find-hosted-deposit';
import { submitPageSlip, submitSlip } from '../../src/application/deposits/submit-slip';
import { findViolations } from '../../src/db/ledger/invariants';
import { DEFAULT_ACCOUNT } from '../../src/db/providers/provider-accounts';
import { listSlips } from '../../src/db/orders/slips';
import { createGenericClient } from '../../src/providers/generic/client';
import type { NamedTransfer, VerifiedTransfer } from '../../src/providers/slip';
import { SANDBOX_BANK_CODE } from '../../sandbox/bank/slips/bank-code';
import { drawCodes, drawSlip } from '../slips/pictures';
import { testConfig, testDeposit, testMerchant, testWebhook } from '../support/gateway';
import { saveHistory } from '../support/histories';
import { startReceiver } from '../support/receiver';
import { startRunning } from '../support/running';
import type { Running } from '../support/running';
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
        timeoutMs: 25_000,
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
  const { body } = await receiver.waitFor(({ body: text }) => text.includes(orderId), {
    timeoutMs: 25_000,
  });
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
  await send(await drawSlip('SBXWAITS1'));
  const { expiresAt, createdAt } = await findHostedDeposit(running.deps, pageToken);
  expect(expiresAt.getTime() - createdAt.getTime()).toBe(24 * 3_600_000);
  await read();
  expect(await status(orderId)).toBe('pending');
});

test.each([
  ['of another amount', 10_001, null],
  ['paid to another order', 10_000, 'ANOTHERORDER00000000'],
] as const)('a slip of a transfer %s is a mismatch', async (_, amountSatang, paidTo) => {
  const { ref, send, slips, read } = await setUp();
  const transRef = `SBXMISMATCH${amountSatang}`;
  transfers.set(transRef, { kind: 'found', amountSatang, paidTo: paidTo ?? ref });
  await send(await drawSlip(transRef), 'WRONG');
  await read();
  expect(await slips()).toMatchObject([{ verification: 'mismatch', refMatches: false }]);
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
