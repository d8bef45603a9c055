import { findViolations } from '../../../../src/reports/store/invariants';
import { openSubject } from '../../../../src/platform/observe/request-subject';
import { isBlocked } from '../../../support/is-blocked';
import { until } from '../../../support/until';
import { applyPending } from '../../../../src/orders/store/apply-transition';
import { testCallback, testPayment } from '../../../support/gateway';
import { testTokenPayment } from '../../../support/refunds';
import { PROVIDER_KEY } from '../../../http/api';
import { startShop } from './shop';

let shop: Awaited<ReturnType<typeof startShop>>;
beforeAll(async () => {
  shop = await startShop();
});
afterEach(async () => {
  expect(await findViolations(shop.db)).toEqual([]);
});

const client = { name: 'ลูกค้า', bankName: 'กสิกรไทย', bankAccount: '999-8-77665-5' };
const given = { bank_name: 'Krungthai', account_number: '5556667778', account_name: 'Given' };

/** The account that the provider will receive. */
async function account(refundId: string) {
  const row = await shop.db('provider_requests').where('order_id', refundId).first();
  return openSubject(shop.deps.vault, row.subject_sealed as string);
}

describe('a refund goes', () => {
  it('to the account that the request names, before any other', async () => {
    const payment_id = await shop.paid({ client });
    const made = await shop.created({ payment_id, destination: given });
    expect(made.destination).toEqual({
      type: 'bank_account',
      bank_name: 'Krungthai',
      account_number: 'xxx-x-x6777-x',
    });
    expect(await account(made.refund_id)).toEqual({
      kind: 'refund',
      paymentId: payment_id,
      account: {
        bankCode: '006',
        bankName: 'Krungthai',
        accountNumber: '5556667778',
        accountName: 'Given',
      },
    });
  });

  it('to the account that paid, before the expected one', async () => {
    const made = await shop.created({ payment_id: await shop.paid({ client }) });
    expect(made.destination).toMatchObject({ bank_name: 'SCB' });
    expect(await account(made.refund_id)).toMatchObject({
      account: { bankCode: '014', accountNumber: '1112223334', accountName: 'สมหญิง ผู้จ่าย' },
    });
  });

  it("to the account that paid, as the provider's callback names it", async () => {
    const { payment_id } = await shop.createQrCode();
    const payer = { bankName: ' KTB ', accountNumber: '222 3 33444 5', accountName: ' A  B ' };
    const body = { orderId: payment_id, status: 'success', payer };
    const [answer] = await Promise.all([
      shop.post('/payment/gw/webhook', body, { key: PROVIDER_KEY }),
      until(() => shop.db('callbacks').where('order_id', payment_id).first(), {
        describe: 'the callback is stored',
      }).then(() => applyPending(shop.db, payment_id)),
    ]);
    expect(answer.status).toBe(201);
    const made = await shop.created({ payment_id });
    expect(made.destination).toMatchObject({ bank_name: 'KTB', account_number: 'xxx-x-x3444-x' });
    expect(await account(made.refund_id)).toMatchObject({
      account: { bankCode: '006', bankName: 'KTB', accountName: 'A  B' },
    });
  });

  it('to the payer of the callback that completed the payment', async () => {
    const id = await testPayment(shop.deps, shop.merchant);
    const paidBy = (accountNumber: string) => {
      const payer = { bankName: 'SCB', accountNumber };
      return shop.deps.vault.seal(JSON.stringify({ payer }), 'callbacks.body');
    };
    const callbacks = [
      { transactionId: 'A', amountSatang: 5_000, bodySealed: paidBy('1111111111') },
      { transactionId: 'B', amountSatang: 10_000, bodySealed: paidBy('2222222222') },
      { transactionId: 'C', amountSatang: 10_000, bodySealed: paidBy('3333333333') },
    ];
    for (const callback of callbacks)
      await shop.sendCallback(id, { reported: 'succeeded', ...callback });
    const { refund_id } = await shop.created({ payment_id: id });
    expect(await account(refund_id)).toMatchObject({ account: { accountNumber: '2222222222' } });
  });

  it.each([
    ['no payer', {}],
    ['a payer of null', { payer: null }],
    ['a payer without an account', { payer: { bankName: 'SCB' } }],
    ['a masked account', { payer: { bankName: 'SCB', accountNumber: 'xxx-x-x1234-x' } }],
    ['a payer without a bank', { payer: { accountNumber: '1112223334' } }],
    ['a payer whose bank is blank', { payer: { bankName: ' ', accountNumber: '1112223334' } }],
  ])('to the expected account, when the callback has %s', async (_name, callback) => {
    const made = await shop.created({ payment_id: await shop.paid({ client }, callback) });
    expect(made.destination).toMatchObject({ bank_name: 'กสิกรไทย' });
    expect(await account(made.refund_id)).toMatchObject({
      account: { bankCode: '004', accountNumber: '9998776655', accountName: 'ลูกค้า' },
    });
  });

  it('to the charged token, ignoring a named account', async () => {
    const payment_id = await testTokenPayment(shop.deps, shop.merchant);
    await shop.sendCallback(payment_id, { reported: 'succeeded' });
    for (const destination of [undefined, given]) {
      const made = await shop.created({ payment_id, amount: 10, destination });
      expect(made.destination).toEqual({ type: 'token', bank_name: null, account_number: null });
      expect(await account(made.refund_id)).toMatchObject({ account: null });
    }
  });

  it('to an unknown bank by its name', async () => {
    const destination = { ...given, bank_name: 'Bank of Nowhere' };
    const made = await shop.created({ payment_id: await shop.paid(), destination });
    expect(await account(made.refund_id)).toMatchObject({
      account: { bankCode: null, bankName: 'Bank of Nowhere' },
    });
  });
});

describe('400 missing_destination', () => {
  it.each([
    ['no account is known', {}, { name: null, bankName: null, bankAccount: null }],
    [
      'payer and customer are incomplete',
      { payer: { accountNumber: '1112223334' } },
      { name: 'A', bankName: 'SCB', bankAccount: null },
    ],
    [
      "the customer's account is invalid",
      { payer: 'me' },
      { name: 'A', bankName: 'SCB', bankAccount: 'not yet known' },
    ],
  ])('when %s, and stores nothing', async (_name, callback, customer) => {
    const payment_id = await shop.paid({ client: customer }, callback);
    const before = [await shop.countRefunds(), await shop.balance()];
    const answer = await shop.refund({ payment_id });
    const said = [answer.status, answer.code, answer.param];
    expect(said).toEqual([400, 'missing_destination', 'destination']);
    expect([await shop.countRefunds(), await shop.balance()]).toEqual(before);
    expect(await shop.created({ payment_id, destination: given })).toMatchObject({ amount: 100 });
  });
});

describe('a refund that waits for the lock of its payment', () => {
  it('reads the payer of the completing callback', async () => {
    const id = await testPayment(shop.deps, shop.merchant, { client });
    const payer = { bankName: 'SCB', accountNumber: '4445556667' };
    const bodySealed = shop.deps.vault.seal(JSON.stringify({ payer }), 'callbacks.body');
    await testCallback(shop.deps, id, { reported: 'succeeded', bodySealed });
    const made = await shop.db.transaction(async (trx) => {
      await trx.raw('select 1 from orders where id = ? for no key update', [id]);
      const asked = shop.created({ payment_id: id });
      await until(() => isBlocked(shop.db), { describe: 'the refund waits for the payment' });
      await applyPending(trx, id);
      return { asked };
    });
    const { refund_id } = await made.asked;
    expect(await account(refund_id)).toMatchObject({ account: { accountNumber: '4445556667' } });
  });
});

it('responses, events and tables contain no account numbers or names', async () => {
  const payment_id = await shop.paid({ client });
  const destination = { bank_name: 'SCB', account_number: '7078079', account_name: 'Marker Name' };
  const made = await shop.created({ payment_id, destination });
  await shop.sendCallback(made.refund_id, { reported: 'succeeded' });
  const tables = ['refunds', 'orders', 'events', 'provider_requests', 'idempotency_keys'];
  const rows = await Promise.all(tables.map((table) => shop.db(table).select('*')));
  const page = await shop.get('/v1/refunds');
  const seen = JSON.stringify([made, rows, page.text]);
  expect(seen).toContain('xxx-x-x7807-x');
  expect(seen).not.toMatch(/7078079|Marker Name/);
});
