import { findBankCode } from '../../../../src/kernel/rules/banks';
import { startApi, type Api } from '../../../http/api';
import { depositRequest, transfersOf, uuidV7, type Transfers } from '../../../http/api/transfers';

let api: Api;
let shop: Transfers;
beforeAll(async () => {
  api = await startApi({ PUBLIC_URL: 'https://pay.example' });
  shop = transfersOf(api);
});
afterAll(() => shop.expectSound());

describe('201: a deposit', () => {
  it('has the response format of the specification, with its ref', async () => {
    const { status, body } = await shop.createDeposit();
    expect([status, body]).toEqual([
      201,
      {
        status: 1001,
        message: expect.any(String),
        data: {
          orderId: expect.stringMatching(uuidV7),
          url: expect.stringMatching(/^https:\/\/pay\.example\/pay\/pt_[0-9a-z]{26}$/),
          ref: expect.stringMatching(/^[0-9A-Z]{20}$/),
          checkout_url: (body as { data: { url: string } }).data.url,
        },
      },
    ]);
  });

  it('has a page URL without its order id', async () => {
    const { orderId, url, ref } = await shop.deposit();
    expect(url).not.toContain(orderId);
    expect(url.toUpperCase()).not.toContain(ref);
  });

  it('is read back with its account masked and a deadline of 30 minutes', async () => {
    const { orderId, ref, url } = await shop.deposit({ amount: 19.99 });
    const read = await shop.read('deposit', orderId);
    expect(read).toEqual({
      orderId,
      status: 'pending',
      amount: 19.99,
      currency: 'THB',
      ref,
      url,
      checkout_url: url,
      userName: 'customer1',
      bankName: 'ไทยพาณิชย์',
      bankCode: '014',
      accountNumber: 'xxx-x-x6789-x',
      amount_received: 0,
      amount_credited: 0,
      amount_reversed: 0,
      fee: 0,
      fee_vat: 0,
      net: 0,
      late: false,
      failure: null,
      created_at: expect.any(String),
      expires_at: expect.any(String),
      completed_at: null,
      payer: null,
      payer_matches: null,
      slips: [],
    });
    const waitsMs = Date.parse(String(read['expires_at'])) - Date.parse(String(read['created_at']));
    expect(waitsMs).toBe(30 * 60_000);
  });

  it('posts nothing and sends an event', async () => {
    const { orderId } = await shop.deposit();
    expect(await shop.balance()).toEqual([0, 0]);
    expect(await shop.events(orderId)).toEqual(['payment.pending']);
  });

  it('commits with the outbox row that starts its workflow', async () => {
    const { orderId } = await shop.deposit();
    const rows = await api.deps
      .db('outbox_messages')
      .where('subject', orderId)
      .select('topic', 'detail');
    expect(rows).toMatchObject([{ topic: 'start', detail: { workflow: 'deposit' } }]);
  });

  it('ignores unknown fields', async () => {
    const { status } = await shop.createDeposit({ colour: 'red', orderId: 'mine', status: 'x' });
    expect(status).toBe(201);
  });
});

describe('an amount', () => {
  it.each([
    ['19.99', 1_999],
    ['1', 100],
    ['1.00', 100],
    ['1.1', 110],
    ['0.1e1', 100],
    ['1e3', 100_000],
    ['100.0', 10_000],
    ['1999.99', 199_999],
    ['2000000', 200_000_000],
    ['2000000.00', 200_000_000],
    ['1999999.99', 199_999_999],
  ])('of %s is %d satang, exactly', async (written, satang) => {
    const body = JSON.stringify({ ...depositRequest, amount: 0 }).replace(
      '"amount":0',
      `"amount":${written}`,
    );
    const { status, body: answer } = await api.post('/deposit/gw', body);
    expect(status).toBe(201);
    const { orderId } = (answer as { data: { orderId: string } }).data;
    const row = await api.deps.db('orders').where('id', orderId).first('amount_satang');
    expect(row).toEqual({ amount_satang: satang });
    expect(await shop.read('deposit', orderId)).toMatchObject({ amount: satang / 100 });
  });

  it('given twice uses the last value for the order and its QR code', async () => {
    const body = JSON.stringify(depositRequest).replace(
      '"amount":100',
      '"amount":1,"amount":2000000.01,"amount":250',
    );
    const { status, body: answer } = await api.post('/deposit/gw', body);
    expect(status).toBe(201);
    const { orderId } = (answer as { data: { orderId: string } }).data;
    expect(await shop.read('deposit', orderId)).toMatchObject({ amount: 250 });
    const { payload } = await api.deps.db('deposits').where('order_id', orderId).first('payload');
    expect(payload).toContain('5406250.00');
  });
});

describe('text', () => {
  it.each([
    ['a decomposed letter is composed', 'Rene\u0301e', 'Ren\u00e9e'],
    ['the Thai vowel sara am is unchanged', 'น้ำผึ้ง', 'น้ำผึ้ง'],
    ['combining marks in another order are normalized', 'น\u0e49\u0e38', 'น\u0e38\u0e49'],
    ['surrounding spaces are removed', '  สมชาย\t', 'สมชาย'],
    ['emoji are preserved', 'ร้าน 👨‍👩‍👧 🇹🇭', 'ร้าน 👨‍👩‍👧 🇹🇭'],
    ['100 emoji count as 100 characters', '🍜'.repeat(100), '🍜'.repeat(100)],
    [
      'SQL and HTML are stored as text',
      `'; drop table orders; --<b>`,
      `'; drop table orders; --<b>`,
    ],
  ])('%s', async (_name, sent, kept) => {
    const { orderId } = await shop.deposit({ userName: sent, firstName: sent });
    expect(await shop.read('deposit', orderId)).toMatchObject({ userName: kept });
    const { customer_sealed } = await api.deps.db('deposits').where('order_id', orderId).first();
    const customer = JSON.parse(api.deps.vault.open(customer_sealed, 'deposits.customer'));
    expect(customer).toMatchObject({ firstName: kept, lastName: 'ใจดี' });
  });
});

describe('an account number', () => {
  it.each([
    ['123456', '123456'],
    ['123456789012345', '123456789012345'],
    ['123-4-56789-0', '1234567890'],
    [' 123 4 56789 0 ', '1234567890'],
    ['123–4—56789‐0', '1234567890'],
    ['000-0-00000-0', '0000000000'],
  ])('%j is stored as %s, encrypted', async (sent, kept) => {
    const { orderId } = await shop.deposit({ accountNumber: sent });
    const { customer_sealed } = await api.deps.db('deposits').where('order_id', orderId).first();
    const customer = JSON.parse(api.deps.vault.open(customer_sealed, 'deposits.customer'));
    expect(customer).toMatchObject({ accountNumber: kept });
  });
});

describe("a bank's name", () => {
  it.each(['SCB', 'scb', 'ธนาคารไทยพาณิชย์', 'Siam Commercial Bank', '014'])(
    '%s is recognized',
    async (bankName) => {
      const { orderId } = await shop.deposit({ bankName });
      expect(await shop.read('deposit', orderId)).toMatchObject({ bankName, bankCode: '014' });
    },
  );

  it.each(['Bank of Nowhere', 'SCBB', 'constructor', '__proto__', '000'])(
    '%s is unknown and stored as text',
    async (bankName) => {
      expect(findBankCode(bankName)).toBeNull();
      const { orderId } = await shop.deposit({ bankName });
      expect(await shop.read('deposit', orderId)).toMatchObject({ bankName, bankCode: null });
    },
  );
});
