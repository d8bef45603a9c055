import { findViolations } from '../../../../src/reports/store/invariants';
import { testMerchant, testPayment } from '../../../support/gateway';
import { testPaidPayment } from '../../../support/refunds';
import { startShop } from './shop';

let shop: Awaited<ReturnType<typeof startShop>>;
let payment_id: string;
beforeAll(async () => {
  shop = await startShop();
  payment_id = await shop.paid();
});

const stored = async () => [
  await shop.countRefunds(),
  await shop.countOrders(),
  await shop.balance(),
  await shop.db('idempotency_keys').count(),
];
afterEach(async () => {
  expect(await findViolations(shop.db)).toEqual([]);
});

/** Expects a refusal that stores nothing and leaves the key free. */
async function refused(body: unknown) {
  const before = await stored();
  const answer = await shop.refund(body, { headers: { 'Idempotency-Key': 'refused' } });
  expect(await stored()).toEqual(before);
  return [answer.status, answer.code, answer.param];
}

const account = { bank_name: 'SCB', account_number: '1234567890', account_name: 'A' };

describe('400: a body', () => {
  it.each([
    ['no payment_id', { payment_id: undefined }, 'missing_parameter', 'payment_id'],
    ['payment_id null', { payment_id: null }, 'invalid_request', 'payment_id'],
    ['a blank payment_id', { payment_id: '  ' }, 'missing_parameter', 'payment_id'],
    ['a number as payment_id', { payment_id: 7 }, 'invalid_request', 'payment_id'],
    ['a long payment_id', { payment_id: 'p'.repeat(101) }, 'invalid_request', 'payment_id'],
    ['NUL in payment_id', { payment_id: 'pay_\u0000' }, 'invalid_request', 'payment_id'],
    ['a list as payment_id', { payment_id: ['pay_1'] }, 'invalid_request', 'payment_id'],
    ['reason as a number', { reason: 1 }, 'invalid_request', 'reason'],
    ['a long reason', { reason: 'x'.repeat(256) }, 'invalid_request', 'reason'],
    ['a line break in reason', { reason: 'a\nb' }, 'invalid_request', 'reason'],
    ['a lone surrogate in reason', { reason: '\ud800' }, 'invalid_request', 'reason'],
    ['metadata as text', { metadata: 'x' }, 'invalid_metadata', 'metadata'],
    ['metadata as a list', { metadata: [] }, 'invalid_metadata', 'metadata'],
    ['NUL in metadata', { metadata: { a: '\u0000' } }, 'invalid_metadata', 'metadata'],
    [
      'metadata over the maximum size',
      { metadata: { a: 'x'.repeat(16_400) } },
      'invalid_metadata',
      'metadata',
    ],
    ['destination as text', { destination: 'SCB' }, 'invalid_request', 'destination'],
    ['a list as destination', { destination: [] }, 'invalid_request', 'destination'],
    ['an empty destination', { destination: {} }, 'missing_parameter', 'destination.bank_name'],
  ])('with %s is refused and stores nothing', async (_name, changed, code, param) => {
    expect(await refused({ payment_id, ...changed })).toEqual([400, code, param]);
  });

  it.each([
    ['no bank_name', { bank_name: undefined }, 'missing_parameter', 'bank_name'],
    ['bank_name null', { bank_name: null }, 'invalid_request', 'bank_name'],
    ['a blank bank_name', { bank_name: ' ' }, 'missing_parameter', 'bank_name'],
    ['a number as bank_name', { bank_name: 14 }, 'invalid_request', 'bank_name'],
    ['a long bank_name', { bank_name: 'x'.repeat(101) }, 'invalid_request', 'bank_name'],
    ['no account_number', { account_number: undefined }, 'missing_parameter', 'account_number'],
    ['a number', { account_number: 1234567890 }, 'invalid_request', 'account_number'],
    ['five digits', { account_number: '12345' }, 'invalid_request', 'account_number'],
    ['16 digits', { account_number: '1'.repeat(16) }, 'invalid_request', 'account_number'],
    ['letters', { account_number: '12345678x0' }, 'invalid_request', 'account_number'],
    ['no account_name', { account_name: undefined }, 'missing_parameter', 'account_name'],
    ['account_name null', { account_name: null }, 'invalid_request', 'account_name'],
    ['a long account_name', { account_name: 'x'.repeat(101) }, 'invalid_request', 'account_name'],
  ])('with a destination with %s is refused', async (_name, changed, code, param) => {
    const destination = { ...account, ...changed };
    const said = await refused({ payment_id, destination });
    expect(said).toEqual([400, code, `destination.${param}`]);
  });

  it.each(['0', '-0', '-1', '1.5', '"100"', 'true', '[]', '{}', '1e400', '9007199254740993'])(
    'with the amount %s is refused',
    async (amount) => {
      const body = `{"payment_id":"${payment_id}","amount":${amount}}`;
      expect(await refused(body)).toEqual([400, 'invalid_amount', 'amount']);
    },
  );

  it("with more than the payment's amount is refused", async () => {
    const said = [400, 'refund_exceeds_remaining', 'amount'];
    expect(await refused({ payment_id, amount: 101 })).toEqual(said);
    expect(await refused({ payment_id, amount: 2_000_000 })).toEqual(said);
  });

  it('with null for optional fields is accepted', async () => {
    const id = await shop.paid();
    const body = { payment_id: id, amount: null, reason: null, metadata: null, destination: null };
    expect(await shop.created(body)).toMatchObject({ amount: 100, reason: null, metadata: null });
  });

  it('accepts any JSON form of an integer amount', async () => {
    const id = await shop.paid();
    const answer = await shop.refund(`{"payment_id":"${id}","amount":1.0e1}`);
    expect(answer.body).toMatchObject({ amount: 10 });
  });
});

describe('400: a payment that has not succeeded', () => {
  it('that is pending', async () => {
    const id = await testPayment(shop.deps, shop.merchant);
    expect(await refused({ payment_id: id })).toEqual([400, 'payment_not_refundable', undefined]);
  });

  it('that failed', async () => {
    const id = await testPayment(shop.deps, shop.merchant);
    await shop.sendCallback(id, { reported: 'failed' });
    expect(await refused({ payment_id: id })).toEqual([400, 'payment_not_refundable', undefined]);
  });

  it('that expired, or is short', async () => {
    const id = await testPayment(shop.deps, shop.merchant);
    await shop.sendCallback(id, { reported: 'succeeded', amountSatang: 5_000 });
    expect(await refused({ payment_id: id })).toEqual([400, 'payment_not_refundable', undefined]);
    await shop.post(`/v1/payments/${id}/expire`);
    expect(await refused({ payment_id: id })).toEqual([400, 'payment_not_refundable', undefined]);
  });
});

describe('404: a payment', () => {
  it("includes another merchant's", async () => {
    const { merchant } = await testMerchant(shop.db);
    const id = await testPaidPayment(shop.deps, merchant);
    expect(await refused({ payment_id: id })).toEqual([404, 'payment_not_found', undefined]);
  });

  it.each(['pay_none', "pay_' or 1=1 --", '💥'])('with the id %p', async (id) => {
    expect(await refused({ payment_id: id })).toEqual([404, 'payment_not_found', undefined]);
  });

  it('includes a refund', async () => {
    const { refund_id } = await shop.created({ payment_id: await shop.paid() });
    expect(await refused({ payment_id: refund_id })).toEqual([404, 'payment_not_found', undefined]);
  });
});
