import { fc } from '../support/property';
import { PROVIDER_KEY, startApi, type Api } from './api';

let api: Api;
beforeAll(async () => {
  api = await startApi({ PUBLIC_URL: 'http://127.0.0.1' }, { openingSatang: 10_000_000 });
});

/** Hostile text: NUL, lone surrogates, a combining mark alone, special names. */
const hostileText = fc
  .tuple(
    fc.string({ unit: 'binary', maxLength: 8 }),
    fc.constantFrom(
      '\u0000',
      '\u0000',
      '\ud800',
      '\u0301',
      '__proto__',
      "'; --",
      'x'.repeat(300),
      '',
    ),
    fc.string({ maxLength: 8 }),
  )
  .map((parts) => parts.join(''));
const hostileNumber = fc.constantFrom(0, -0, -1, 0.1, 1.005, 1e21, 2 ** 53, -(2 ** 63), 5e-324);
const hostileValue = fc.oneof(
  { weight: 3, arbitrary: hostileText },
  { weight: 1, arbitrary: hostileNumber },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 12 }) },
  { weight: 2, arbitrary: fc.dictionary(hostileText, fc.oneof(hostileText, hostileNumber)) },
);

/** A valid body with one or two fields corrupted or missing. */
const spoilt = (valid: Readonly<Record<string, unknown>>) =>
  fc
    .dictionary(
      fc.constantFrom(...Object.keys(valid)),
      fc.oneof({ weight: 9, arbitrary: hostileValue }, fc.constant(undefined)),
      { minKeys: 1, maxKeys: 2 },
    )
    .map((faults) => ({ ...valid, ...faults }));

/** Expects a status below 500. The client checks that the operation declares the response. */
const survives = async (answering: Promise<{ readonly status: number }>): Promise<void> => {
  expect((await answering).status).toBeLessThan(500);
};

describe('arbitrary input', () => {
  it('to create a QR code gets a declared response', async () => {
    const bodies = spoilt({
      amount: 100,
      currency: 'THB',
      reference: 'order-1',
      expiry_minutes: 15,
      client_name: 'Somchai',
      client_bank_account: '1234567890',
      metadata: { a: 1 },
      idempotency_key: undefined,
    });
    const sent = (body: object) => survives(api.post('/v1/qr-codes', body));
    await fc.assert(fc.asyncProperty(bodies, sent), { numRuns: 400 });
  });

  it('in a callback for an unknown order gets a declared response', async () => {
    const bodies = spoilt({
      orderId: 'pay_unknown',
      status: 'success',
      amount: 100,
      transactionId: 'T1',
      paidAt: '2026-11-21T10:00:00Z',
      payer: { bankName: 'SCB', accountNumber: '1', accountName: 'x' },
    });
    const sent = (body: object) =>
      survives(api.post('/payment/gw/webhook', body, { key: PROVIDER_KEY }));
    await fc.assert(fc.asyncProperty(bodies, sent), { numRuns: 400 });
  });

  it('to create a deposit or a withdrawal gets a declared response', async () => {
    const bodies = spoilt({
      amount: 100,
      userName: 'customer1',
      username: 'customer1',
      firstName: 'สมชาย',
      lastName: 'ใจดี',
      firstNameTH: 'สมชาย',
      lastNameTH: 'ใจดี',
      bankName: 'SCB',
      accountNumber: '1234567890',
    });
    const sent = async (body: object) => {
      await survives(api.post('/deposit/gw', body));
      await survives(api.post('/withdraw/gw', body));
    };
    await fc.assert(fc.asyncProperty(bodies, sent), { numRuns: 300 });
  });

  it('as a slip gets a declared response', async () => {
    const created = await api.post('/deposit/gw', {
      amount: 100,
      userName: 'x',
      firstName: 'x',
      lastName: 'x',
      bankName: 'x',
      accountNumber: '1234567890',
    });
    const { data } = created.body as { data: { orderId: string; ref: string } };
    const bodies = spoilt({ ...data, base64Image: 'data:image/gif;base64,R0lGODlhAQABAAAAACw=' });
    const sent = (body: object) => survives(api.post('/deposit/gw/upload-slip', body));
    await fc.assert(fc.asyncProperty(bodies, sent), { numRuns: 300 });
  });

  it('in a callback for deposits and withdrawals gets a declared response', async () => {
    const failure = { code: 'closed', message: 'Closed.' };
    const bodies = spoilt({ orderId: 'unknown', status: 'failed', amount: 1, failure });
    const sent = async (body: object) => {
      await survives(api.post('/deposit/gw/webhook', body, { key: PROVIDER_KEY }));
      await survives(api.post('/withdraw/gw/webhook', body, { key: PROVIDER_KEY }));
    };
    await fc.assert(fc.asyncProperty(bodies, sent), { numRuns: 300 });
  });

  it('to register a webhook gets a declared response', async () => {
    const bodies = spoilt({
      url: 'http://127.0.0.1:9/',
      events: ['payment.succeeded'],
      secret: 'x'.repeat(20),
    });
    const sent = (body: object) => survives(api.post('/v1/webhooks', body));
    await fc.assert(fc.asyncProperty(bodies, sent), { numRuns: 200 });
  });

  it('in the query of a list gets a declared response', async () => {
    const dates = fc.constantFrom('0000-01-01', '0001-01-01', '9999-12-31', '2026-11-21T00:00Z');
    const wellFormed = hostileText.filter((text) => !/\p{Cs}/u.test(text));
    const queries = fc.dictionary(
      fc.constantFrom('limit', 'offset', 'status', 'reference', 'start_date', 'end_date', 'cursor'),
      fc.oneof(wellFormed, dates, fc.nat().map(String)),
    );
    const sent = (query: Record<string, string>) =>
      Promise.all(
        ['/v1/payments', '/deposit/gw', '/withdraw/gw', '/v1/balance/entries'].map((path) =>
          survives(api.get(`${path}?${new URLSearchParams(query).toString()}`)),
        ),
      ).then(() => undefined);
    await fc.assert(fc.asyncProperty(queries, sent), { numRuns: 400 });
  });

  it('as an id gets a declared response', async () => {
    // `fetch` removes segments of one or two dots and requests another path.
    const ids = hostileText
      .filter((text) => !/\p{Cs}|^\.{1,2}$/u.test(text))
      .map(encodeURIComponent);
    const sent = async (id: string) => {
      await survives(api.get(`/v1/payments/${id}`));
      await survives(api.get(`/Thai/qr-codes/${id}/image`));
      await survives(api.get(`/deposit/gw/${id}`));
      await survives(api.get(`/withdraw/gw/${id}`));
    };
    await fc.assert(fc.asyncProperty(ids, sent), { numRuns: 200 });
  });
});
