import { startKbank, type KbankUpstream } from '../../../../sandbox/providers/kbank/server';
import { kbank } from '../../../../src/providers/connectors/kbank';
import { createKbankClient } from '../../../../src/providers/connectors/kbank/client';
import {
  kbankSettings,
  type KbankSettings,
} from '../../../../src/providers/connectors/kbank/settings';
import type { AccountView, ProviderClient } from '../../../../src/providers/connectors/connector';
import type { Exchange } from '../../../../src/providers/connectors/http-client';
import { closeAfterFile } from '../../../support/close-after-file';
import { closedPort } from '../../../webhooks/sending/socket-receiver';
import { codeOf1500Baht, codeOf1500Baht01 } from '../bill-payment-codes';
import { inquiryAboutPayment } from '../inquiry-about-payment';

const credentials = {
  consumerId: 'consumer',
  consumerSecret: 'consumer-secret',
  partnerId: 'PTR1000001',
  partnerSecret: 'partner-secret-of-the-tests',
  merchantId: 'KB100000000001',
};
const requestPath = '/v1/qrpayment/request';
const inquiryPath = '/v1/qrpayment/v4/inquiry';

let upstream: KbankUpstream;
let client: ProviderClient;
const exchanges: Exchange[] = [];

beforeAll(async () => {
  upstream = await startKbank(credentials);
  closeAfterFile(() => upstream.close());
  client = clientAt(upstream.url);
});

function accountAt(url: string, more: object = {}): AccountView<KbankSettings> {
  const settings = kbankSettings.parse({ url, ...credentials, ...more });
  return { id: 'pac_1', mode: 'test', settings, callbackUrl: 'https://gateway.example/t' };
}
function clientAt(url: string, more: object = {}): ProviderClient {
  const record = (exchange: Exchange) => void exchanges.push(exchange);
  const made = createKbankClient(accountAt(url, more), { record, timeoutMs: 2_000 });
  closeAfterFile(() => made.close());
  return made;
}

let count = 0;
const newOrderId = (): string => `pay_${String((count += 1)).padStart(26, '0')}`;
const open = (orderId: string, amountSatang = 150_000, of = client) =>
  of.openQr?.({ orderId, amountSatang, expiresAt: new Date(Date.now() + 600_000) });
const ok = (body: object) => ({ status: 200, body });

async function opened(): Promise<{ orderId: string; providerRef: string }> {
  const orderId = newOrderId();
  const result = await open(orderId);
  if (result?.kind !== 'opened') throw new Error(`it is ${result?.kind}`);
  return { orderId, providerRef: result.providerRef };
}

describe('a QR code of KBank', () => {
  it('is issued for the amount, for ten minutes', async () => {
    const startedMs = Date.now();
    const result = await open(newOrderId(), 150_001);
    if (result?.kind !== 'opened') throw new Error(`it is ${result?.kind}`);
    expect(result.payload).toMatch(/^000201.*5303764.*54071500\.01/);
    expect(result.providerRef).toMatch(/^[0-9A-Z]{15}$/);
    const lifeMs = (result.expiresAt?.getTime() ?? 0) - startedMs;
    expect(lifeMs).toBeGreaterThanOrEqual(600_000);
    expect(lifeMs).toBeLessThan(605_000);
    const { path, body } = upstream.requests.at(-1) ?? { body: '' };
    expect(path).toBe(requestPath);
    expect(JSON.parse(body)).toEqual({
      partnerTxnUid: result.providerRef,
      partnerId: 'PTR1000001',
      partnerSecret: 'partner-secret-of-the-tests',
      requestDt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+07:00$/) as unknown,
      merchantId: 'KB100000000001',
      qrType: '3',
      txnAmount: '1500.01',
      txnCurrencyCode: 'THB',
      reference1: result.providerRef,
      reference2: null,
      reference3: null,
      reference4: null,
    });
  });

  it('in the form of the documents is opened', async () => {
    upstream.disturb(requestPath, ({ body }) => {
      const { partnerTxnUid } = JSON.parse(body) as { partnerTxnUid: string };
      return ok({ partnerTxnUid, statusCode: '00', qrCode: codeOf1500Baht, sof: ['PP'] });
    });
    const result = await open(newOrderId(), 150_000);
    expect(result).toMatchObject({ kind: 'opened', payload: codeOf1500Baht });
  });

  it('above the limit is refused', async () => {
    expect(await open(newOrderId(), 8_000_001)).toMatchObject({
      kind: 'refused',
      code: 'payment_exceed_limit',
    });
  });

  it.each<[string, object]>([
    ['of another amount', { qrCode: codeOf1500Baht01 }],
    ['that is damaged', { qrCode: `${codeOf1500Baht.slice(0, -1)}0` }],
    ['without a text', { qrCode: null }],
    ['of another request', { partnerTxnUid: 'OTHER' }],
  ])('%s is unknown', async (_, fields) => {
    upstream.disturb(requestPath, ({ body }) => {
      const { partnerTxnUid } = JSON.parse(body) as { partnerTxnUid: string };
      return ok({ partnerTxnUid, statusCode: '00', qrCode: codeOf1500Baht, ...fields });
    });
    const result = await open(newOrderId(), 150_000);
    expect(result).toEqual({ kind: 'unknown', reason: expect.any(String) as unknown });
  });

  it.each<[string, object, string]>([
    ['a duplicate', { statusCode: '10', errorCode: 'duplicate_request' }, 'duplicate_request'],
    ['their own fault', { statusCode: '10', errorCode: 'general_error' }, 'general_error'],
    ['an unknown code', { statusCode: '10', errorCode: 'new_error' }, 'new_error'],
    ['no code', { statusCode: '10' }, 'HTTP 200'],
    ['something else', { hello: 1 }, 'HTTP 200'],
  ])('answered with %s may have been issued', async (_, body, reason) => {
    upstream.disturb(requestPath, ok(body));
    expect(await open(newOrderId())).toEqual({ kind: 'unknown', reason });
  });

  it.each([403, 429])('answered %d was not processed', async (status) => {
    upstream.disturb(requestPath, { status, body: '<h1>No</h1>' });
    expect(await open(newOrderId())).toEqual({ kind: 'unreachable', reason: `HTTP ${status}` });
  });

  it('answered 500, or not at all, may have been issued', async () => {
    upstream.disturb(requestPath, 'fail', 'lose_answer');
    expect(await open(newOrderId())).toEqual({ kind: 'unknown', reason: 'HTTP 500' });
    expect(await open(newOrderId())).toMatchObject({ kind: 'unknown' });
  });

  it('is not requested without a token, a reachable bank or the right partner', async () => {
    const port = await closedPort();
    const nobody = clientAt(`http://127.0.0.1:${port}`);
    const refused = { kind: 'unreachable', reason: 'ECONNREFUSED' };
    expect(await open(newOrderId(), 100, nobody)).toEqual(refused);
    const stranger = clientAt(upstream.url, { consumerSecret: 'other' });
    expect(await open(newOrderId(), 100, stranger)).toEqual({
      kind: 'unreachable',
      reason: 'HTTP 401',
    });
    const partner = clientAt(upstream.url, { partnerSecret: 'other' });
    expect(await open(newOrderId(), 100, partner)).toEqual({
      kind: 'unreachable',
      reason: 'authentication_error',
    });
  });

  it('uses one token, and a new one after the bank has refused it', async () => {
    const tokens = () => upstream.requests.filter(({ path }) => path === '/v2/oauth/token').length;
    const before = tokens();
    await Promise.all([opened(), opened(), opened()]);
    expect(tokens()).toBe(before);
    upstream.expireTokens();
    await opened();
    expect(tokens()).toBe(before + 1);
  });
});

describe('an inquiry', () => {
  const find = (orderId: string, fields: object = {}) =>
    client.find(inquiryAboutPayment(orderId, fields));

  it('waits, then finds the amount that was paid', async () => {
    const { orderId, providerRef } = await opened();
    expect(await find(orderId)).toEqual({ kind: 'waiting' });
    for (const [amount, amountSatang] of [
      ['1500.00', 150_000],
      [1499.99, 149_999],
    ] as const) {
      upstream.pay(providerRef, amount);
      const movement = { transactionId: `APIC${providerRef}`, amountSatang, movedAt: null };
      expect(await find(orderId)).toEqual({
        kind: 'succeeded',
        movements: [{ ...movement, payer: null }],
      });
    }
  });

  it.each(['CANCELLED', 'EXPIRED', 'VOIDED'] as const)(
    'finds a code that is %s',
    async (status) => {
      const { orderId, providerRef } = await opened();
      upstream.end(providerRef, status);
      expect(await find(orderId)).toMatchObject({ kind: 'failed', code: status.toLowerCase() });
    },
  );

  it('reports the money of a paid code that was voided as returned', async () => {
    const { orderId, providerRef } = await opened();
    upstream.pay(providerRef, '1499.99');
    upstream.end(providerRef, 'VOIDED');
    const returned = { transactionId: null, amountSatang: 149_999, movedAt: null, payer: null };
    expect(await find(orderId)).toMatchObject({ kind: 'failed', reversed: [returned] });
  });

  it('finds a code whose answer was lost', async () => {
    const orderId = newOrderId();
    upstream.disturb(requestPath, 'lose_answer');
    await open(orderId);
    expect(await find(orderId)).toEqual({ kind: 'waiting' });
    upstream.pay([...upstream.codes.keys()].at(-1) ?? '');
    expect(await find(orderId)).toMatchObject({ kind: 'succeeded' });
  });

  it('denies a code only after a minute', async () => {
    const orderId = newOrderId();
    expect(await find(orderId)).toEqual({ kind: 'waiting' });
    expect(await find(orderId, { sentForMs: 61_000 })).toEqual({ kind: 'not_found' });
    expect(await find(orderId, { sentForMs: null })).toEqual({ kind: 'not_found' });
  });

  it.each<[string, unknown]>([
    ['an amount with three decimals', '1500.005'],
    ['an amount in another notation', '1.5e3'],
    ['a negative amount', -1500],
    ['no amount', ''],
    ['an amount of zero', '0.00'],
  ])('finds out nothing from %s', async (_, amount) => {
    const { orderId, providerRef } = await opened();
    upstream.pay(providerRef, amount as string);
    const unreadable = { kind: 'unreachable', reason: 'unreadable_answer' };
    expect(await find(orderId)).toEqual(unreadable);
  });

  it.each<[string, object]>([
    ['another inquiry', { partnerTxnUid: 'OTHER' }],
    ['another reference', { reference1: 'OTHER' }],
    ['another currency', { txnCurrencyCode: 'USD' }],
    ['an unknown status', { txnStatus: 'SETTLED' }],
    ['a transaction id with NUL', { txnNo: 'APIC\u00001' }],
    ['an error', { statusCode: '10', errorCode: 'internal_error' }],
  ])('finds out nothing from an answer with %s', async (_, fields) => {
    const { orderId } = await opened();
    const paid = { statusCode: '00', txnStatus: 'PAID', txnAmount: '1500.00' };
    const answerWith = (more: object) =>
      upstream.disturb(inquiryPath, ({ body }) => {
        const { partnerTxnUid } = JSON.parse(body) as { partnerTxnUid: string };
        return ok({ partnerTxnUid, ...paid, ...more });
      });
    answerWith({});
    expect(await find(orderId)).toMatchObject({ kind: 'succeeded' });
    answerWith(fields);
    expect(await find(orderId)).toMatchObject({ kind: 'unreachable' });
  });

  it('finds out nothing from 500, HTML and silence', async () => {
    const { orderId } = await opened();
    upstream.disturb(inquiryPath, 'fail', { status: 200, body: '<p>' }, 'lose_answer');
    for (const _ of [1, 2, 3]) {
      expect(await find(orderId)).toMatchObject({ kind: 'unreachable' });
    }
    expect(await client.find(inquiryAboutPayment(orderId, { kind: 'refund' }))).toEqual({
      kind: 'unreachable',
      reason: 'not_supported',
    });
  });
});

describe('a notification', () => {
  const read = (body: string) =>
    kbank.readCallback(
      { headers: {}, body: Buffer.from(body), topic: null, receivedAt: new Date() },
      accountAt(upstream.url),
    );

  it('is a hint about its code, whatever it says', async () => {
    const { providerRef } = await opened();
    const hint = { kind: 'hint', about: { providerRef } };
    expect(read(upstream.notification(providerRef))).toEqual(hint);
    const forged = {
      ...(JSON.parse(upstream.notification(providerRef)) as object),
      txnAmount: 1e9,
    };
    expect(read(JSON.stringify(forged))).toEqual(hint);
  });

  it.each<[string, object, string]>([
    ['of another partner', { partnerId: 'PTR2' }, 'unreadable'],
    ['of another merchant', { merchantId: 'KB2' }, 'unreadable'],
    ['without a reference', { partnerTxnUid: undefined }, 'unreadable'],
    ['with a reference of another system', { partnerTxnUid: 'inv/1' }, 'ignored'],
  ])('%s causes no inquiry', async (_, fields, kind) => {
    const { providerRef } = await opened();
    const body = JSON.parse(upstream.notification(providerRef)) as object;
    expect(read(JSON.stringify({ ...body, ...fields }))).toMatchObject({ kind });
  });

  it.each(['', 'hello', 'null', '[]'])('%p is unreadable', (body) => {
    expect(read(body)).toMatchObject({ kind: 'unreadable' });
  });

  it('is answered in the form of KBank', () => {
    const raw = { headers: {}, body: Buffer.from(''), topic: null, receivedAt: new Date() };
    expect(kbank.replyTo?.(raw, { kind: 'stored', callbackId: 'cb_1' })).toEqual({
      status: 200,
      body: { statusCode: '00', errorCode: null, errorDesc: null },
    });
    const reading = read('');
    if (reading.kind !== 'unreadable') throw new Error(`it is ${reading.kind}`);
    const { problem } = reading;
    expect(kbank.replyTo?.(raw, { kind: 'problem', problem })).toMatchObject({
      status: problem.status,
      body: { statusCode: '10' },
    });
  });
});

it('the probe requests a token', async () => {
  expect(await client.probe()).toEqual({ kind: 'ok' });
  const stranger = clientAt(upstream.url, { consumerSecret: 'other' });
  expect(await stranger.probe()).toEqual({ kind: 'rejected', reason: 'HTTP 401' });
  const live = clientAt('https://openapi.kasikornbank.com');
  expect(await live.probe()).toEqual({ kind: 'rejected', reason: 'host_of_other_mode' });
});

it('no recorded exchange contains a secret', async () => {
  upstream.disturb(requestPath, ok({ echo: credentials.partnerSecret }));
  await open(newOrderId());
  const recorded = exchanges.map(
    ({ requestBody, responseBody }) => `${requestBody}${responseBody?.toString('utf8')}`,
  );
  expect(recorded.length).toBeGreaterThan(10);
  expect(recorded.join()).not.toMatch(/partner-secret|consumer-secret|access_token/);
});
