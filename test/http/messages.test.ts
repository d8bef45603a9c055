import { startApi, type Api } from './api';
import { depositRequest, withdrawalRequest } from './api/transfers';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});

const messageOf = async (answer: Promise<{ readonly body: unknown }>): Promise<string> => {
  const { error } = (await answer).body as { error: { message: string } };
  return error.message;
};

const qr = { amount: 100, currency: 'THB' };
const qrPath = '/Thai/v1/qr-codes';
const wholeBaht = 'amount must be a whole number of baht from 1 to 2,000,000; got';
const baht = 'amount must be a number of baht from 1 to 2,000,000 with at most two decimals; got';

describe('the message names the rule and the value', () => {
  it.each<readonly [string, object, string]>([
    [qrPath, { ...qr, amount: 99.5 }, `${wholeBaht} 99.5.`],
    [qrPath, { ...qr, amount: '100' }, `${wholeBaht} "100".`],
    [qrPath, { ...qr, amount: 0 }, `${wholeBaht} 0.`],
    [qrPath, { ...qr, amount: 2_000_001 }, `${wholeBaht} 2000001.`],
    [qrPath, { ...qr, amount: { baht: 100 } }, `${wholeBaht} an object.`],
    [qrPath, { ...qr, amount: '9'.repeat(50) }, `${wholeBaht} text of 50 characters.`],
    [qrPath, { ...qr, currency: 'USD' }, 'currency must be THB; got "USD".'],
    [
      qrPath,
      { ...qr, expiry_minutes: 1_441 },
      'expiry_minutes must be a whole number from 1 to 1440; got 1441.',
    ],
    [
      qrPath,
      { ...qr, reference: 'x'.repeat(36) },
      'reference must be a string of at most 35 characters.',
    ],
    ['/deposit/gw', { ...depositRequest, amount: 19.999 }, `${baht} 19.999.`],
    ['/withdraw/gw', { ...withdrawalRequest, amount: 99_999_999 }, `${baht} 99999999.`],
    [
      '/Thai/v1/refunds',
      { payment_id: 'pay_1', amount: -1 },
      'amount must be a number of baht from 0.01 to 2,000,000 with at most two decimals; got -1.',
    ],
    [
      '/Thai/v1/webhooks',
      { url: 'https://shop.example/hook', events: [] },
      'events must name at least one event.',
    ],
    [
      '/Thai/v1/webhooks',
      { url: 17, events: ['payment.succeeded'] },
      'url must be text, not a number.',
    ],
  ])('POST %s %j', async (path, body, message) => {
    expect(await messageOf(api.post(path, body))).toBe(message);
  });

  it.each([
    ['limit=0', 'limit must be a whole number from 1 to 100; got "0".'],
    ['limit=ten', 'limit must be a whole number from 1 to 100; got "ten".'],
    ['status=paid', 'status must be one of pending, succeeded, failed, expired; got "paid".'],
    [
      'start_date=22/11/2026',
      'start_date must be an ISO 8601 date, e.g. 2026-11-22T10:00:00Z; got "22/11/2026".',
    ],
    ['cursor=x', 'cursor must be the next_cursor of a page; got "x".'],
  ])('GET /Thai/v1/payments?%s', async (query, message) => {
    expect(await messageOf(api.get(`/Thai/v1/payments?${query}`))).toBe(message);
  });

  it('lists the event names', async () => {
    const asked = { url: 'https://shop.example/hook', events: ['payment.paid'] };
    const message = await messageOf(api.post('/Thai/v1/webhooks', asked));
    for (const words of ['payment.pending', 'payment.succeeded', '; got "payment.paid".']) {
      expect(message).toContain(words);
    }
  });

  it('lists the methods of a path', async () => {
    expect(await messageOf(api.call('PUT', qrPath))).toBe('This path supports POST; got PUT.');
  });

  it('states why a webhook URL is refused', async () => {
    const asked = { url: 'http://127.0.0.1:9/hook', events: ['payment.succeeded'] };
    expect(await messageOf(api.post('/Thai/v1/webhooks', asked))).toBe(
      'url did not answer our test request: the connection was refused or broke off.',
    );
  });
});

describe('a refused credential', () => {
  const write = 'send `Authorization: Bearer <API key>`.';
  const said = (authorization: string | null) =>
    messageOf(
      api.get('/Thai/v1/balance', {
        key: null,
        headers: authorization === null ? {} : { authorization },
      }),
    );

  it('gets a message about the fault of the header, without its content', async () => {
    const { apiKey } = api;
    const unknown = `${apiKey.slice(0, -4)}AAAA`;
    expect(await said(null)).toBe(`The header Authorization is missing: ${write}`);
    const bare = await said(apiKey);
    expect(bare).toBe(`The header Authorization does not begin with the word Bearer: ${write}`);
    expect(await said(`Basic ${unknown}`)).toBe(bare);
    expect(await said('Bearer ')).toContain('has no key after Bearer');
    expect(await said(`Bearer ${unknown}`)).toBe(
      'The API key is unknown, was revoked or has expired.',
    );
  });
});

describe('the message omits possibly personal values', () => {
  it.each(['accountNumber', 'firstName', 'bankName'])('%s', async (param) => {
    for (const wrong of [9876543210, '9876543210'.repeat(20), { secret: 9876543210 }]) {
      const answer = await api.post('/deposit/gw', { ...depositRequest, [param]: wrong });
      expect(answer.param).toBe(param);
      expect(answer.text).toMatch(new RegExp(`"${param} must be a string`));
      expect(answer.text).not.toContain('9876543210');
    }
  });
});
