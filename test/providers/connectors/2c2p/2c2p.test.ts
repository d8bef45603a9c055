import { jwtOf, startTwoC2p, type TwoC2pUpstream } from '../../../../sandbox/providers/2c2p/server';
import { twoC2p } from '../../../../src/providers/connectors/2c2p';
import { createTwoC2pClient } from '../../../../src/providers/connectors/2c2p/client';
import {
  twoC2pSettings,
  type TwoC2pSettings,
} from '../../../../src/providers/connectors/2c2p/settings';
import type {
  AccountView,
  ProviderClient,
  RawCallback,
} from '../../../../src/providers/connectors/connector';
import { closeAfterFile } from '../../../support/close-after-file';
import { closedPort } from '../../../webhooks/sending/socket-receiver';
import { codeOf1500Baht, codeOf1500Baht01 } from '../bill-payment-codes';
import { inquiryAboutPayment } from '../inquiry-about-payment';

const merchantId = '764764000000001';
const secret = 'secret-of-the-tests';
const tokenPath = '/payment/4.3/paymentToken';
const paymentPath = '/payment/4.3/payment';
const inquiryPath = '/payment/4.3/paymentInquiry';

let upstream: TwoC2pUpstream;
let client: ProviderClient;
beforeAll(async () => {
  upstream = await startTwoC2p(merchantId, secret);
  closeAfterFile(() => upstream.close());
  client = clientAt(upstream.url);
});

function accountAt(url: string, more: object = {}): AccountView<TwoC2pSettings> {
  const settings = twoC2pSettings.parse({
    url,
    merchantId,
    secretKeys: [secret],
    opensQr: true,
    ...more,
  });
  return { id: 'pac_1', mode: 'test', settings, callbackUrl: 'https://gateway.example/callback/t' };
}
function clientAt(url: string, more: object = {}): ProviderClient {
  const made = createTwoC2pClient(accountAt(url, more), { timeoutMs: 2_000 });
  closeAfterFile(() => made.close());
  return made;
}

let count = 0;
const newOrderId = (): string => `pay_${String((count += 1)).padStart(26, '0')}`;
const expiresAt = new Date('2026-11-22T06:00:00Z');
const open = (orderId: string, of = client) =>
  of.openQr?.({ orderId, amountSatang: 150_001, expiresAt });
const find = (orderId: string, fields: object = {}) =>
  client.find(inquiryAboutPayment(orderId, fields));
const signed = (claims: object) => ({ status: 200, body: { payload: jwtOf(claims, secret) } });

async function opened(): Promise<{ orderId: string; invoiceNo: string }> {
  const orderId = newOrderId();
  const result = await open(orderId);
  if (result?.kind !== 'opened') throw new Error(`it is ${result?.kind}`);
  return { orderId, invoiceNo: result.providerRef };
}

const claimsIn = (body: string): unknown => {
  const { payload } = JSON.parse(body) as { payload: string };
  return JSON.parse(Buffer.from(payload.split('.')[1] ?? '', 'base64url').toString('utf8'));
};

describe('a QR code of 2C2P', () => {
  it('is opened for the amount, until the deadline in Bangkok', async () => {
    const result = await open(newOrderId());
    if (result?.kind !== 'opened') throw new Error(`it is ${result?.kind}`);
    expect(result.payload).toMatch(/^000201.*5303764.*54071500\.01/);
    expect(result.expiresAt).toEqual(expiresAt);
    const [token, payment] = upstream.requests.slice(-2);
    expect(claimsIn(token?.body ?? '')).toEqual({
      merchantID: merchantId,
      invoiceNo: result.providerRef,
      description: result.providerRef,
      amount: 1500.01,
      currencyCode: 'THB',
      paymentChannel: ['PPQR'],
      paymentExpiry: '2026-11-22 13:00:00',
      backendReturnUrl: 'https://gateway.example/callback/t',
    });
    const { paymentToken } = upstream.invoices.get(result.providerRef) ?? {};
    expect(JSON.parse(payment?.body ?? '')).toEqual({
      paymentToken,
      payment: { code: { channelCode: 'PPQR' }, data: { qrType: 'RAW' } },
    });
  });

  it('is not requested unless its setting is on', async () => {
    const before = upstream.requests.length;
    const off = clientAt(upstream.url, { opensQr: undefined });
    expect(await open(newOrderId(), off)).toMatchObject({ kind: 'refused', code: 'not_supported' });
    expect(upstream.requests).toHaveLength(before);
  });

  it('for an invoice that exists is unknown', async () => {
    const { orderId } = await opened();
    expect(await open(orderId)).toEqual({ kind: 'unknown', reason: '9015' });
  });

  it('with an invalid amount is refused', async () => {
    upstream.disturb(tokenPath, signed({ respCode: '9009', respDesc: 'Amount is invalid' }));
    const refused = { kind: 'refused', code: '9009', message: 'Amount is invalid' };
    expect(await open(newOrderId())).toEqual(refused);
  });

  it.each<[string, object, string]>([
    ['of another key', { payload: jwtOf({ respCode: '9009' }, 'other') }, 'unreadable_answer'],
    ['without a key', { respCode: '9009' }, '9009'],
    ['of an unknown code', { payload: jwtOf({ respCode: '9993' }, secret) }, '9993'],
    ['without a token', { payload: jwtOf({ respCode: '0000' }, secret) }, '0000'],
  ])('by an answer %s is unknown', async (_, body, reason) => {
    upstream.disturb(tokenPath, { status: 200, body });
    expect(await open(newOrderId())).toEqual({ kind: 'unknown', reason });
  });

  it.each<[string, object]>([
    ['of another amount', { respCode: '1005', data: codeOf1500Baht }],
    ['that is damaged', { respCode: '1005', data: `${codeOf1500Baht01}0` }],
    ['that is an address', { respCode: '1005', data: 'https://qr.example/1.png' }],
    ['of another result', { respCode: '2000', data: '' }],
    ['that is missing', { respCode: '1005' }],
  ])('%s is unknown', async (_, body) => {
    upstream.disturb(paymentPath, { status: 200, body });
    expect(await open(newOrderId())).toMatchObject({ kind: 'unknown' });
  });

  it('whose answer is lost or 500 is unknown, at either step', async () => {
    for (const path of [tokenPath, paymentPath]) {
      upstream.disturb(path, 'lose_answer', 'fail');
      expect(await open(newOrderId())).toMatchObject({ kind: 'unknown' });
      expect(await open(newOrderId())).toEqual({ kind: 'unknown', reason: 'HTTP 500' });
    }
  });

  it('is not processed with wrong credentials, a limit or nobody there', async () => {
    const of = async (made: ProviderClient) => open(newOrderId(), made);
    const stranger = { kind: 'unreachable', reason: '9042' };
    expect(await of(clientAt(upstream.url, { secretKeys: ['other'] }))).toEqual(stranger);
    const merchant = { kind: 'unreachable', reason: '9007' };
    expect(await of(clientAt(upstream.url, { merchantId: 'JT99' }))).toEqual(merchant);
    upstream.disturb(tokenPath, { status: 429, body: '' });
    expect(await open(newOrderId())).toEqual({ kind: 'unreachable', reason: 'HTTP 429' });
    const nobody = clientAt(`http://127.0.0.1:${await closedPort()}`);
    expect(await of(nobody)).toEqual({ kind: 'unreachable', reason: 'ECONNREFUSED' });
    const live = clientAt('https://pgw.2c2p.com');
    expect(await of(live)).toEqual({ kind: 'unreachable', reason: 'host_of_other_mode' });
  });
});

describe('an inquiry', () => {
  it.each<[unknown, number]>([
    [1500.01, 150_001],
    [1500, 150_000],
    ['1499.99', 149_999],
  ])('waits, then finds %p', async (amount, amountSatang) => {
    const { orderId, invoiceNo } = await opened();
    expect(await find(orderId)).toEqual({ kind: 'waiting' });
    upstream.pay(invoiceNo, amount);
    expect(await find(orderId)).toEqual({
      kind: 'succeeded',
      movements: [{ transactionId: `T${invoiceNo}`, amountSatang, movedAt: null, payer: null }],
    });
  });

  it.each([
    ['0001', 'waiting'],
    ['0003', 'failed'],
    ['4005', 'failed'],
    ['0999', 'unreachable'],
    ['9993', 'unreachable'],
  ])('with the result %s is %s', async (respCode, kind) => {
    const { orderId, invoiceNo } = await opened();
    upstream.end(invoiceNo, respCode);
    expect(await find(orderId)).toMatchObject({ kind });
  });

  it('denies an invoice only after a minute', async () => {
    const orderId = newOrderId();
    expect(await find(orderId)).toEqual({ kind: 'waiting' });
    expect(await find(orderId, { sentForMs: 61_000 })).toEqual({ kind: 'not_found' });
  });

  it.each<[string, object]>([
    ['another invoice', { invoiceNo: 'OTHER' }],
    ['another merchant', { merchantID: 'JT99' }],
    ['another currency', { currencyCode: 'SGD' }],
    ['three decimals', { amount: 1500.005 }],
    ['no amount', { amount: null }],
    ['an amount in another notation', { amount: '1e3' }],
    ['no money', { amount: 0 }],
    ['a transaction id with NUL', { tranRef: '1\u00002' }],
  ])('finds out nothing from an answer with %s', async (_, fields) => {
    const { orderId, invoiceNo } = await opened();
    const good = { merchantID: merchantId, invoiceNo, amount: 1500.01, currencyCode: 'THB' };
    upstream.disturb(inquiryPath, signed({ ...good, respCode: '0000' }));
    expect(await find(orderId)).toMatchObject({ kind: 'succeeded' });
    upstream.disturb(inquiryPath, signed({ ...good, respCode: '0000', ...fields }));
    expect(await find(orderId)).toEqual({ kind: 'unreachable', reason: 'unreadable_answer' });
  });

  it('finds out nothing from an unsigned answer, 500 and silence', async () => {
    const { orderId, invoiceNo } = await opened();
    const claims = { merchantID: merchantId, invoiceNo, amount: 1500.01, currencyCode: 'THB' };
    const forged = jwtOf({ ...claims, respCode: '0000' }, secret, 'none');
    const plain = { status: 200, body: { ...claims, respCode: '0000' } };
    upstream.disturb(
      inquiryPath,
      { status: 200, body: { payload: forged } },
      plain,
      'fail',
      'lose_answer',
    );
    for (const _ of [1, 2, 3, 4])
      expect(await find(orderId)).toMatchObject({ kind: 'unreachable' });
    const refund = await find(orderId, { kind: 'refund' });
    expect(refund).toEqual({ kind: 'unreachable', reason: 'not_supported' });
  });
});

describe('a notification', () => {
  const rawOf = (body: string): RawCallback => ({
    headers: {},
    body: Buffer.from(body),
    topic: null,
    receivedAt: new Date(),
  });
  const verify = (body: string, more: object = {}) =>
    twoC2p.verifyCallback(rawOf(body), accountAt('http://x.example', more));
  const read = (body: string) => twoC2p.readCallback(rawOf(body), accountAt('http://x.example'));
  const bodyOf = (claims: object, by = secret, alg = 'HS256') =>
    JSON.stringify({ payload: jwtOf(claims, by, alg) });

  it('is a hint about its invoice', async () => {
    const { invoiceNo } = await opened();
    const body = upstream.notification(invoiceNo);
    expect(verify(body)).toBe(true);
    expect(read(body)).toEqual({ kind: 'hint', about: { providerRef: invoiceNo } });
  });

  it('is verified by each secret key', () => {
    const body = bodyOf({ merchantID: merchantId, invoiceNo: 'X' }, 'new');
    expect(verify(body)).toBe(false);
    expect(verify(body, { secretKeys: ['new', secret] })).toBe(true);
    expect(verify(body, { secretKeys: [] })).toBe(false);
  });

  it.each(['none', 'HS512', 'RS256', 'hs256'])('by the algorithm %s is refused', (alg) => {
    expect(verify(bodyOf({ merchantID: merchantId, invoiceNo: 'X' }, secret, alg))).toBe(false);
  });

  it('is refused when a character of its token differs', () => {
    const token = jwtOf({ merchantID: merchantId, invoiceNo: 'X' }, secret);
    for (let at = 0; at < token.length; at++) {
      for (const other of ['A', 'B', '_']) {
        if (token[at] === other || token[at] === '.') continue;
        const flipped = `${token.slice(0, at)}${other}${token.slice(at + 1)}`;
        expect(verify(JSON.stringify({ payload: flipped }))).toBe(false);
      }
    }
  });

  it.each(['', 'hello', '{}', '{"payload":1}', '{"payload":"a.b.c"}', '{"payload":"a.b."}'])(
    '%p is refused',
    (body) => {
      expect(verify(body)).toBe(false);
    },
  );

  it('of another merchant is unreadable, and of another system ignored', () => {
    const other = bodyOf({ merchantID: 'JT99', invoiceNo: 'X' });
    expect(read(other)).toMatchObject({ kind: 'unreadable' });
    const system = bodyOf({ merchantID: merchantId, invoiceNo: 'INV-1' });
    expect(read(system)).toMatchObject({ kind: 'ignored' });
  });
});

it('the probe needs the merchant and the key', async () => {
  expect(await client.probe()).toEqual({ kind: 'ok' });
  const stranger = clientAt(upstream.url, { secretKeys: ['other'] });
  expect(await stranger.probe()).toEqual({ kind: 'rejected', reason: '9042' });
  upstream.disturb(inquiryPath, 'fail');
  expect(await client.probe()).toEqual({ kind: 'unreachable', reason: 'HTTP 500' });
});
