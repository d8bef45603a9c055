import { PROVIDER_KEY, startApi, type Api, type Sending } from '../../../http/api';
import { transfersOf, type Transfers } from '../../../http/api/transfers';

/*
 * Only `orderId`, `status`, `amount`, `transactionId` and `currency` decide about money. How the
 * rest of a callback is written decides nothing.
 */

let api: Api;
let shop: Transfers;
beforeAll(async () => {
  api = await startApi();
  shop = transfersOf(api);
});
afterAll(() => shop.expectSound());

const send = async (body: unknown, sending: Sending = {}) => {
  const answer = await api.post('/deposit/gw/webhook', body, { key: PROVIDER_KEY, ...sending });
  await shop.applyAll();
  return answer;
};
const kept = (orderId: string) => api.deps.db('callbacks').where('order_id', orderId).first();
const statusOf = async (orderId: string) =>
  ((await shop.read('deposit', orderId)) as { status: string }).status;

describe('a success with an unreadable optional field', () => {
  it.each([
    [{ paidAt: '' }, ['paidAt']],
    [{ paidAt: '2026-11-27 22:10:00' }, ['paidAt']],
    [{ paidAt: 1_795_000_000 }, ['paidAt']],
    [{ paidAt: '2569-02-30T00:00:00Z' }, ['paidAt']],
    [{ paidAt: '0001-01-01T00:00:00Z' }, ['paidAt']],
    [{ payer: 'me' }, ['payer']],
    [{ payer: [] }, ['payer']],
    [{ payer: { accountNumber: 1234567890 } }, ['payer.accountNumber']],
    [
      { payer: { bankName: 1, accountName: 'x'.repeat(201) } },
      ['payer.bankName', 'payer.accountName'],
    ],
    [{ failure: {} }, ['failure']],
    [{ failure: 'none', paidAt: 'today' }, ['failure', 'paidAt']],
    [{ paidAt: null, payer: null, failure: null }, []],
    [{ payer: { bankName: ' ' } }, []],
  ])('%j is applied without it, and the field is noted', async (fields, unused) => {
    const { orderId } = await shop.deposit();
    const answer = await send({ orderId, status: 'success', amount: 100, ...fields });
    expect(answer.status).toBe(201);
    expect(await statusOf(orderId)).toBe('succeeded');
    const { unused_fields, body_sealed } = await kept(orderId);
    expect(new Set(unused_fields)).toEqual(new Set(unused));
    // As it was sent.
    expect(JSON.parse(api.deps.vault.open(body_sealed, 'callbacks.body'))).toMatchObject(fields);
  });

  it('keeps the fields beside it', async () => {
    const { orderId } = await shop.deposit();
    const payer = { bankName: 'SCB', accountNumber: '1234567890', accountName: 7 };
    await send({ orderId, status: 'success', payer });
    const row = await kept(orderId);
    expect(row.payer_digest).not.toBeNull();
    expect(row).toMatchObject({ payer_matches: true, unused_fields: ['payer.accountName'] });
  });

  it('fails with the reason that is readable', async () => {
    const { orderId } = await shop.deposit();
    const failure = { code: 'account_closed', message: 'Closed.' };
    await send({ orderId, status: 'failed', failure, paidAt: '' });
    expect(await kept(orderId)).toMatchObject({
      failure_code: 'account_closed',
      unused_fields: ['paidAt'],
    });
  });
});

describe('a status without an outcome', () => {
  it.each(['pending', 'processing', 'PENDING', ' Processing '])(
    '%j is accepted and moves nothing',
    async (status) => {
      const { orderId } = await shop.deposit();
      const answer = await send({ orderId, status, amount: 0 });
      expect([answer.status, answer.body]).toEqual([201, { status: true, message: 'Accepted.' }]);
      expect(await statusOf(orderId)).toBe('pending');
      await send({ orderId, status: 'success' });
      expect(await statusOf(orderId)).toBe('succeeded');
    },
  );
});

describe('the header and the bytes of a body', () => {
  it.each([
    'application/json; charset=utf8',
    'application/json;charset=UTF-8',
    'application/json; charset="utf-8"; boundary=x',
    'application/json; charset=iso-8859-1',
    'application/json; version=1; q=0.9',
    'APPLICATION/JSON ; odata=minimal',
    'application/json;',
  ])('Content-Type %s has no effect on a callback or a request', async (contentType) => {
    const headers = { 'content-type': contentType };
    const { orderId } = await shop.deposit();
    expect((await send({ orderId, status: 'success' }, { headers })).status).toBe(201);
    expect(await statusOf(orderId)).toBe('succeeded');
    const created = await api.post(
      '/Thai/v1/qr-codes',
      { amount: 1, currency: 'THB' },
      { headers },
    );
    expect(created.status).toBe(200);
  });

  it('may begin with a byte order mark', async () => {
    const { orderId } = await shop.deposit();
    const payer = { accountNumber: '1234567890', bankName: 'SCB', accountName: 'ผู้จ่าย' };
    const body = `\uFEFF${JSON.stringify({ orderId, status: 'success', payer })}`;
    expect((await send(body)).status).toBe(201);
    expect(await statusOf(orderId)).toBe('succeeded');
    // The stored body is read again, for example for the payer.
    const row = await kept(orderId);
    expect(JSON.parse(api.deps.vault.open(row.body_sealed, 'callbacks.body'))).toMatchObject({
      payer,
    });
    const created = await api.post('/Thai/v1/qr-codes', '\uFEFF{"amount":1,"currency":"THB"}');
    expect(created.status).toBe(200);
  });

  it('must be UTF-8, and another media type is refused', async () => {
    const { orderId } = await shop.deposit();
    const text = JSON.stringify({ orderId, status: 'success', payer: { accountName: 'é' } });
    const latin = await fetch(`${api.url}/deposit/gw/webhook`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${PROVIDER_KEY}`,
        'content-type': 'application/json; charset=iso-8859-1',
      },
      body: Buffer.from(text, 'latin1'),
    });
    expect(latin.status).toBe(400);
    const headers = { 'content-type': 'text/plain; charset=utf-8' };
    expect((await send(text, { headers })).status).toBe(415);
    expect(await statusOf(orderId)).toBe('pending');
  });
});
