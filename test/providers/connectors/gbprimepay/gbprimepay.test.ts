import {
  startGbPrimePay,
  type GbPrimePayUpstream,
} from '../../../../sandbox/providers/gbprimepay/server';
import { renderQrPng } from '../../../../src/platform/images/qr-image';
import { gbPrimePay } from '../../../../src/providers/connectors/gbprimepay';
import { createGbPrimePayClient } from '../../../../src/providers/connectors/gbprimepay/client';
import {
  gbPrimePaySettings,
  type GbPrimePaySettings,
} from '../../../../src/providers/connectors/gbprimepay/settings';
import type { AccountView, ProviderClient } from '../../../../src/providers/connectors/connector';
import type { Exchange } from '../../../../src/providers/connectors/http-client';
import { closeAfterFile } from '../../../support/close-after-file';
import { closedPort } from '../../../webhooks/sending/socket-receiver';
import { inquiryAboutPayment } from '../inquiry-about-payment';

const token = 'customer/token+of=the-tests';
const secretKey = 'secret-of-the-tests';
const qrPath = '/v3/qrcode';
const inquiryPath = '/v1/check_status_txn';

let upstream: GbPrimePayUpstream;
let client: ProviderClient;
const exchanges: Exchange[] = [];
beforeAll(async () => {
  upstream = await startGbPrimePay(token, secretKey);
  closeAfterFile(() => upstream.close());
  client = clientAt(upstream.url);
});

function accountAt(url: string, more: object = {}): AccountView<GbPrimePaySettings> {
  const settings = gbPrimePaySettings.parse({ url, token, secretKey, ...more });
  return { id: 'pac_1', mode: 'test', settings, callbackUrl: 'https://gateway.example/callback/t' };
}
function clientAt(url: string, more: object = {}): ProviderClient {
  const record = (exchange: Exchange) => void exchanges.push(exchange);
  const made = createGbPrimePayClient(accountAt(url, more), { record, timeoutMs: 2_000 });
  closeAfterFile(() => made.close());
  return made;
}

let count = 0;
const newOrderId = (): string => `pay_${String((count += 1)).padStart(26, '0')}`;
const open = (orderId: string, of = client) =>
  of.openQr?.({ orderId, amountSatang: 150_001, expiresAt: new Date() });
const find = (orderId: string, fields: object = {}) =>
  client.find(inquiryAboutPayment(orderId, fields));

async function opened(): Promise<{ orderId: string; referenceNo: string }> {
  const orderId = newOrderId();
  const result = await open(orderId);
  if (result?.kind !== 'opened') throw new Error(`it is ${result?.kind}`);
  return { orderId, referenceNo: result.providerRef };
}

describe('a QR code of GBPrimePay', () => {
  it('is read from the picture, for the amount', async () => {
    const result = await open(newOrderId());
    if (result?.kind !== 'opened') throw new Error(`it is ${result?.kind}`);
    expect(result.payload).toMatch(/^000201.*5303764.*54071500\.01/);
    expect(result.expiresAt).toBeNull();
    const { body, headers } = upstream.requests.at(-1) ?? { body: '', headers: {} };
    expect(headers['content-type']).toBe('application/x-www-form-urlencoded');
    expect(Object.fromEntries(new URLSearchParams(body))).toEqual({
      token,
      amount: '1500.01',
      referenceNo: result.providerRef,
      backgroundUrl: 'https://gateway.example/callback/t',
    });
  });

  it.each<[string, string | Buffer]>([
    ['another text', renderQrPng('https://pay.example/1', 400)],
    ['no picture', 'ok'],
    ['an empty answer', ''],
  ])('with %s is unknown', async (_, body) => {
    upstream.disturb(qrPath, { status: 200, body });
    const unknown = { kind: 'unknown', reason: 'unreadable_answer' };
    expect(await open(newOrderId())).toEqual(unknown);
  });

  it('of another amount is unknown', async () => {
    const { orderId } = await opened();
    const picture = await createPicture(orderId);
    upstream.disturb(qrPath, { status: 200, body: picture });
    expect(await open(newOrderId())).toMatchObject({ kind: 'unknown' });
  });

  it('that exists is unknown, and one with an invalid amount is refused', async () => {
    const { orderId } = await opened();
    expect(await open(orderId)).toMatchObject({ kind: 'unknown' });
    upstream.disturb(qrPath, { status: 200, body: { resultCode: '14' } });
    expect(await open(newOrderId())).toMatchObject({ kind: 'refused', code: 'invalid_amount' });
  });

  it('whose answer is lost or 500 is unknown', async () => {
    upstream.disturb(qrPath, 'lose_answer', 'fail');
    expect(await open(newOrderId())).toMatchObject({ kind: 'unknown' });
    expect(await open(newOrderId())).toEqual({ kind: 'unknown', reason: 'HTTP 500' });
  });

  it('is not processed with a wrong token, a limit or nobody there', async () => {
    const stranger = clientAt(upstream.url, { token: 'other' });
    const unauthorized = { kind: 'unreachable', reason: 'HTTP 401' };
    expect(await open(newOrderId(), stranger)).toEqual(unauthorized);
    upstream.disturb(qrPath, { status: 429, body: '' });
    expect(await open(newOrderId())).toEqual({ kind: 'unreachable', reason: 'HTTP 429' });
    const nobody = clientAt(`http://127.0.0.1:${await closedPort()}`);
    const refused = { kind: 'unreachable', reason: 'ECONNREFUSED' };
    expect(await open(newOrderId(), nobody)).toEqual(refused);
    const live = clientAt('https://api.gbprimepay.com');
    const other = { kind: 'unreachable', reason: 'host_of_other_mode' };
    expect(await open(newOrderId(), live)).toEqual(other);
  });
});

/** A picture of a code of 1 baht. */
async function createPicture(orderId: string): Promise<Buffer> {
  const other = await startGbPrimePay(token, secretKey);
  closeAfterFile(() => other.close());
  const made = clientAt(other.url);
  const qr = await made.openQr?.({ orderId, amountSatang: 100, expiresAt: new Date() });
  if (qr?.kind !== 'opened') throw new Error(`it is ${qr?.kind}`);
  return renderQrPng(qr.payload, 400);
}

describe('an inquiry', () => {
  it.each<[unknown, number]>([
    [1500.01, 150_001],
    ['1500.00', 150_000],
    ['1499.99', 149_999],
  ])('waits, then finds %p', async (amount, amountSatang) => {
    const { orderId, referenceNo } = await opened();
    expect(await find(orderId)).toEqual({ kind: 'waiting' });
    upstream.pay(referenceNo, amount);
    const transactionId = `gbp${referenceNo}`;
    expect(await find(orderId)).toEqual({
      kind: 'succeeded',
      movements: [{ transactionId, amountSatang, movedAt: null, payer: null }],
    });
    const { path, body } = upstream.requests.at(-1) ?? { body: '' };
    expect([path, JSON.parse(body)]).toEqual([inquiryPath, { referenceNo }]);
  });

  it.each([
    ['D', { kind: 'failed', code: 'declined' }],
    ['V', { kind: 'failed', code: 'voided', reversed: [{ amountSatang: 150_001 }] }],
    ['A', { kind: 'unreachable' }],
    ['X', { kind: 'unreachable' }],
  ])('about the status %s', async (status, found) => {
    const { orderId, referenceNo } = await opened();
    upstream.end(referenceNo, status);
    expect(await find(orderId)).toMatchObject(found);
  });

  it('denies a reference only after a minute', async () => {
    const orderId = newOrderId();
    expect(await find(orderId)).toEqual({ kind: 'waiting' });
    expect(await find(orderId, { sentForMs: 61_000 })).toEqual({ kind: 'not_found' });
  });

  it.each<[string, object]>([
    ['another reference', { referenceNo: 'OTHER' }],
    ['another currency', { currencyCode: '840' }],
    ['another method', { paymentType: 'C' }],
    ['three decimals', { amount: 1500.005 }],
    ['no whole baht', { amount: '.00' }],
    ['no amount', { amount: null }],
    ['an amount in another notation', { amount: '1e3' }],
    ['no money', { amount: 0 }],
    ['a transaction id with NUL', { gbpReferenceNo: 'gbp\u00001' }],
  ])('finds out nothing from an answer with %s', async (_, fields) => {
    const { orderId, referenceNo } = await opened();
    const good = { referenceNo, status: 'S', amount: 1500.01, paymentType: 'Q' };
    const answerOf = (txn: object) => ({ status: 200, body: { resultCode: '00', txn } });
    upstream.disturb(inquiryPath, answerOf(good));
    expect(await find(orderId)).toMatchObject({ kind: 'succeeded' });
    upstream.disturb(inquiryPath, answerOf({ ...good, ...fields }));
    expect(await find(orderId)).toEqual({ kind: 'unreachable', reason: 'unreadable_answer' });
  });

  it('finds out nothing from another result code, 500 and silence', async () => {
    const { orderId } = await opened();
    const failed = { status: 200, body: { resultCode: '99' } };
    upstream.disturb(inquiryPath, failed, 'fail', 'lose_answer');
    for (const _ of [1, 2, 3]) expect(await find(orderId)).toMatchObject({ kind: 'unreachable' });
    const refund = await find(orderId, { kind: 'refund' });
    expect(refund).toEqual({ kind: 'unreachable', reason: 'not_supported' });
  });
});

describe('a result', () => {
  const read = (body: string, type = 'application/json') =>
    gbPrimePay.readCallback(
      {
        headers: { 'content-type': type },
        body: Buffer.from(body),
        topic: null,
        receivedAt: new Date(),
      },
      accountAt(upstream.url),
    );
  const fields = { amount: 1, referenceNo: 'ABCDEFGHJKMNPQR', resultCode: '00' };

  it('is a hint about its reference, as JSON and as a form', () => {
    const hint = { kind: 'hint', about: { providerRef: 'ABCDEFGHJKMNPQR' } };
    expect(read(JSON.stringify(fields))).toEqual(hint);
    const form = 'amount=1&referenceNo=ABCDEFGHJKMNPQR&resultCode=00';
    expect(read(form, 'application/x-www-form-urlencoded; charset=UTF-8')).toEqual(hint);
  });

  it('of another system is ignored', () => {
    expect(read(JSON.stringify({ ...fields, referenceNo: '1540731943' }))).toMatchObject({
      kind: 'ignored',
    });
  });

  it.each(['', 'hello', 'null', '[]', '{}', '{"referenceNo":1}'])('%p is unreadable', (body) => {
    expect(read(body)).toMatchObject({ kind: 'unreadable' });
    expect(read(body, 'application/x-www-form-urlencoded')).toMatchObject({ kind: 'unreadable' });
  });
});

it('the probe needs the secret key', async () => {
  expect(await client.probe()).toEqual({ kind: 'ok' });
  const stranger = clientAt(upstream.url, { secretKey: 'other' });
  expect(await stranger.probe()).toEqual({ kind: 'rejected', reason: 'HTTP 401' });
  upstream.disturb(inquiryPath, 'fail');
  expect(await client.probe()).toEqual({ kind: 'unreachable', reason: 'HTTP 500' });
});

it('no recorded exchange contains the token', () => {
  expect(exchanges.length).toBeGreaterThan(10);
  const recorded = exchanges.map(({ requestBody }) => requestBody).join();
  expect(recorded).toContain('token=[secret]&amount=1500.01');
  expect(recorded).not.toMatch(/of%3Dthe-tests|of=the-tests/);
});
