import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { testMerchant } from '../../../support/gateway';
import { startApi, type Api } from '../../../http/api';
import { transfersOf, type Transfers } from '../../../http/api/transfers';

let api: Api;
let shop: Transfers;
beforeAll(async () => {
  api = await startApi({}, { openingSatang: 100_000 });
  shop = transfersOf(api);
});

/** Sends a path unmodified; `fetch` would normalize it. */
async function rawGet(path: string): Promise<string> {
  const { port } = api;
  const headers = { authorization: `Bearer ${api.apiKey}` };
  const sent = request({ host: '127.0.0.1', port, path, headers }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  let text = '';
  for await (const chunk of response) text += String(chunk);
  const answer = (text === '' ? {} : JSON.parse(text)) as { error?: { code: string } };
  return `${response.statusCode} ${answer.error?.code ?? 'ok'}`;
}

describe.each([
  ['deposit', () => shop.deposit().then(({ orderId }) => orderId)],
  ['withdraw', () => shop.withdrawal()],
] as const)('/%s/gw/{orderId}', (route, create) => {
  it('is found by its id in capitals', async () => {
    const orderId = await create();
    const { status, body } = await api.get(`/${route}/gw/${orderId.toUpperCase()}`);
    expect([status, body]).toMatchObject([200, { orderId }]);
  });

  it('is found with a trailing slash', async () => {
    const orderId = await create();
    expect(await rawGet(`/${route}/gw/${orderId}/`)).toBe('200 ok');
  });

  it("404: another merchant's gets the same error as an unknown one", async () => {
    const orderId = await create();
    const { apiKey } = await testMerchant(api.deps.db);
    const theirs = await api.get(`/${route}/gw/${orderId}`, { key: apiKey });
    const unknown = await api.get(`/${route}/gw/00000000-0000-7000-8000-000000000000`);
    expect([theirs.status, theirs.code]).toEqual([404, 'order_not_found']);
    const message = (answer: typeof theirs) => (answer.body as { message: string }).message;
    expect(message(theirs)).toBe(message(unknown));
    expect(theirs.body).toMatchObject({ status: 404, data: {} });
  });

  it("404: is not found at the other family's path", async () => {
    const orderId = await create();
    const other = route === 'deposit' ? 'withdraw' : 'deposit';
    const { status, code } = await api.get(`/${other}/gw/${orderId}`);
    expect([status, code]).toEqual([404, 'order_not_found']);
    expect((await api.get(`/Thai/v1/payments/${orderId}`)).code).toBe('payment_not_found');
  });

  it.each([
    '%2e%2e',
    '..%2f..%2fhealthz',
    '%00',
    '%',
    '%zz',
    '%E0%B8',
    'null',
    'undefined',
    '__proto__',
    'constructor',
    '0',
    `' or 1=1 --`,
    `{${'0'.repeat(8)}-0000-7000-8000-000000000000}`,
    'x'.repeat(8_000),
  ])('404: %p is not an order', async (id) => {
    const written = id.includes('%') ? id : encodeURIComponent(id);
    expect(await rawGet(`/${route}/gw/${written}`)).toBe('404 order_not_found');
  });

  it('405: the path of another operation is not an order', async () => {
    expect(await rawGet(`/${route}/gw/webhook`)).toBe('405 method_not_allowed');
  });

  it.each(['..', '.', '../gw', 'x/y', '%2e%2e/x'])('404: %p is an unknown path', async (rest) => {
    expect(await rawGet(`/${route}/gw/a/${rest}`)).toMatch(/^404 /);
  });
});

interface Listed {
  readonly orderId: string;
  readonly payer_matches: boolean | null;
  readonly payer: unknown;
}
interface PaymentEvent {
  readonly data: { readonly payer_matches: boolean | null; readonly payer: unknown };
}

describe('the payer of a deposit', () => {
  const expected = { bankName: 'SCB', accountNumber: '123-4-56789-0' };

  /** A paid deposit with the payer that the bank reports. */
  async function paidBy(payer: object | null): Promise<string> {
    const { orderId } = await shop.deposit(expected);
    const callback = { orderId, status: 'success', amount: 100 };
    await shop.sendAndApply('deposit', payer === null ? callback : { ...callback, payer });
    return orderId;
  }

  const read = async (orderId: string) => {
    const { body } = await api.get(`/deposit/gw/${orderId}`);
    const { status, payer, payer_matches: matches } = body as Record<string, unknown>;
    const list = (await api.get('/deposit/gw?limit=100')).body as { deposits: Listed[] };
    const listed = list.deposits.find((deposit) => deposit.orderId === orderId);
    expect(listed?.payer_matches).toBe(matches);
    const bodies: string[] = await api.deps
      .db('events')
      .where('order_id', orderId)
      .orderBy('sequence')
      .pluck('body');
    const reported = bodies.map((text) => (JSON.parse(text) as PaymentEvent).data.payer_matches);
    expect(reported).toEqual(status === 'succeeded' ? [null, matches] : [null]);
    expect(listed?.payer).toEqual(payer);
    const { name: _name, ...account } = (payer ?? {}) as Record<string, unknown>;
    const told = (JSON.parse(bodies.at(-1) ?? '') as PaymentEvent).data.payer;
    const isNamed = Object.values(account).some((value) => value !== null);
    expect(told).toEqual(isNamed ? account : null);
    return { status, payer, matches };
  };

  it('is null before the payment', async () => {
    const { orderId } = await shop.deposit(expected);
    expect(await read(orderId)).toEqual({ status: 'pending', payer: null, matches: null });
  });

  it('is null when the bank does not report it', async () => {
    const unnamed = { status: 'succeeded', payer: null, matches: null };
    expect(await read(await paidBy(null))).toEqual(unnamed);
    const payer = { name: 'SOMCHAI J', bank_name: null, bank_code: null, account_number: null };
    expect(await read(await paidBy({ accountName: 'SOMCHAI J' }))).toEqual({ ...unnamed, payer });
  });

  it('matches the expected account in any format', async () => {
    const orderId = await paidBy({ bankName: 'ธนาคารไทยพาณิชย์', accountNumber: '1234567890' });
    expect(await read(orderId)).toEqual({
      status: 'succeeded',
      payer: {
        name: null,
        bank_name: 'ธนาคารไทยพาณิชย์',
        bank_code: '014',
        account_number: 'xxx-x-x6789-x',
      },
      matches: true,
    });
  });

  it('does not match another account, which is shown as the bank reported it', async () => {
    const orderId = await paidBy({ bankName: 'KBANK', accountNumber: '987-6-54321-0' });
    expect(await read(orderId)).toEqual({
      status: 'succeeded',
      payer: {
        name: null,
        bank_name: 'KBANK',
        bank_code: '004',
        account_number: 'xxx-x-x4321-x',
      },
      matches: false,
    });
  });
});
