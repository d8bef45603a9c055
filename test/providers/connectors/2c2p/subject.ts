import { createHmac } from 'node:crypto';
import { startTwoC2p } from '../../../../sandbox/providers/2c2p/server';
import type { TwoC2pSettings } from '../../../../src/providers/connectors/2c2p/settings';
import type { AccountView, Inquiry } from '../../../../src/providers/connectors/connector';
import { closeAfterFile } from '../../../support/close-after-file';
import { codeOf1500Baht, codeOf1500Baht01 } from '../bill-payment-codes';
import type { Answer, Case, Exchange, Subject } from '../kit/subject';

const source = 'public clients of PGW 4.3';
const now = new Date('2026-11-22T10:00:00Z');
const anHourAgo = new Date('2026-11-22T09:00:00Z');
const orderId = '0192f0c1-0000-7000-8000-000000000001';
/** The low 5 bits of the first 20 bytes of the order id's SHA-256, by another program. */
const reference = 'W18NW5BYG8D3VYXK0M9Y';
const merchantId = '764764000000001';
const secretKey = 'marker-secret-key';
const callbackUrl = 'https://pay.example.test/callbacks/2c2p/token';

const accountAt = (url: string, more: object = {}): AccountView<TwoC2pSettings> => ({
  id: 'pac_1',
  mode: 'test',
  settings: {
    url,
    merchantId,
    secretKeys: [secretKey],
    channelCode: 'PPQR',
    opensQr: true,
    ...more,
  },
  callbackUrl,
});

const part = (text: string): string => Buffer.from(text).toString('base64url');
const macOf = (text: string, secret: string): string =>
  createHmac('sha256', secret).update(text).digest('base64url');

/** A message with these claims, as JSON: a JWT by HS256. */
function messageOf(claims: string, secret = secretKey): Buffer {
  const signed = `${part('{"alg":"HS256","typ":"JWT"}')}.${part(claims)}`;
  return Buffer.from(JSON.stringify({ payload: `${signed}.${macOf(signed, secret)}` }));
}

/** A jest matcher of a message that the account signed. */
const signed = (claims: object): object => ({
  payload: {
    asymmetricMatch(token: unknown): boolean {
      const [header = '', body = '', mac] = String(token).split('.');
      const read = (text: string) =>
        JSON.parse(Buffer.from(text, 'base64url').toString()) as object;
      expect(read(header)).toEqual({ alg: 'HS256', typ: 'JWT' });
      expect(read(body)).toEqual(claims);
      return mac === macOf(`${header}.${body}`, secretKey);
    },
  },
});

const post = (name: string, body: object, answer: Answer): Exchange => ({
  method: 'POST',
  path: `/payment/4.3/${name}`,
  headers: { 'content-type': 'application/json' },
  body,
  answer,
});
const answerOf = (json: object): Answer => ({
  status: 200,
  json,
  encode: (text) => messageOf(text),
});

const order = { orderId, amountSatang: 150_000, expiresAt: new Date('2026-11-22T10:10:00Z') };
const paymentToken = 'kSAops9Zwhos8hSTSeLTUYa5wDdZ';
const create = (answer: object): Exchange => ({
  ...post(
    'paymentToken',
    signed({
      merchantID: merchantId,
      invoiceNo: reference,
      description: reference,
      amount: 1500,
      currencyCode: 'THB',
      paymentChannel: ['PPQR'],
      paymentExpiry: '2026-11-22 17:10:00',
      backendReturnUrl: callbackUrl,
    }),
    answerOf(answer),
  ),
  acts: true,
});
const created = create({
  webPaymentUrl: 'https://sandbox-pgw-ui.2c2p.com/payment/4.3/#/token/kSAops9Z',
  paymentToken,
  respCode: '0000',
  respDesc: 'Success',
});
/** The answer with the code is not signed. */
const shown = (json: object): Exchange =>
  post(
    'payment',
    { paymentToken, payment: { code: { channelCode: 'PPQR' }, data: { qrType: 'RAW' } } },
    { status: 200, json },
  );
const opened = (title: string, exchanges: readonly Exchange[], outcome: object): Case => ({
  title,
  source,
  call: { method: 'openQr', input: order },
  exchanges,
  outcome,
});

const inquiry: Inquiry = {
  ...order,
  kind: 'payment',
  ref: null,
  providerRef: reference,
  paymentRef: null,
  createdAt: anHourAgo,
  sentForMs: 3_600_000,
};
const inquired = (invoiceNo: string, claims: object): Exchange =>
  post(
    'paymentInquiry',
    signed({ merchantID: merchantId, invoiceNo, locale: 'en' }),
    answerOf(claims),
  );
const found = (title: string, claims: object, outcome: object, states?: Case['states']): Case => ({
  title,
  source,
  call: { method: 'find', input: inquiry },
  exchanges: [inquired(reference, claims)],
  outcome,
  ...(states && { states }),
});
const resultOf = (respCode: string, respDesc: string) => ({
  merchantID: merchantId,
  invoiceNo: reference,
  amount: 1500,
  currencyCode: 'THB',
  tranRef: '4849681',
  referenceNo: '4600085',
  channelCode: 'PPQR',
  transactionDateTime: '20261122170458',
  respCode,
  respDesc,
});
const unknown = { respCode: '2002', respDesc: 'Transaction not found.' };

export const twoC2pSubject: Subject<TwoC2pSettings> = {
  account: (url) => accountAt(url),
  now,
  cases: [
    opened(
      'a code is issued',
      [created, shown({ type: 'QR', respCode: '1005', data: codeOf1500Baht, channelCode: 'PPQR' })],
      {
        kind: 'opened',
        providerRef: reference,
        payload: codeOf1500Baht,
        expiresAt: order.expiresAt,
      },
    ),
    opened(
      'a code of another amount is not used',
      [created, shown({ type: 'QR', respCode: '1005', data: codeOf1500Baht01 })],
      { kind: 'unknown', reason: '1005' },
    ),
    opened('a code is refused', [create({ respCode: '9009', respDesc: 'Amount is invalid' })], {
      kind: 'refused',
      code: '9009',
      message: 'Amount is invalid',
    }),
    found(
      'a payment succeeded',
      resultOf('0000', 'Success'),
      {
        kind: 'succeeded',
        movements: [
          { transactionId: '4849681', amountSatang: 150_000, movedAt: null, payer: null },
        ],
      },
      { amount: { at: 'amount', unit: 'baht' }, currency: 'currencyCode', order: 'invoiceNo' },
    ),
    found('a code is unpaid', resultOf('2001', 'Transaction in progress'), { kind: 'waiting' }),
    found('a payment was canceled', resultOf('0003', 'Transaction is cancelled'), {
      kind: 'failed',
      code: '0003',
      message: 'Transaction is cancelled',
    }),
    found('a code is unknown', unknown, { kind: 'not_found' }),
    {
      title: 'the credentials are valid',
      source,
      call: { method: 'probe', input: null },
      exchanges: [inquired('CONNECTIONTEST', unknown)],
      outcome: { kind: 'ok' },
    },
  ],
  returns: { never: ['payment'], flags: [], events: [] },
  secrets: [],
  freshHeaders: [],
  ownQrs: [],
  callbacks: {
    authenticates: 'token',
    sign: () => ({}),
    signedHeaders: [],
    secret: secretKey,
    otherSecret: 'marker-of-another-account',
    accountWith: (secretKeys) => accountAt('http://127.0.0.1:9', { secretKeys }),
    severalSignatures: false,
    toleranceSeconds: null,
    encode: (json, [secret]) => messageOf(json, secret),
    cases: [
      {
        title: 'the notification of a payment',
        source,
        topic: null,
        json: resultOf('0000', 'Success'),
        reading: { kind: 'hint', about: { providerRef: reference } },
        states: { amount: { at: 'amount', unit: 'baht' }, currency: 'currencyCode' },
      },
      {
        title: 'the notification of another system',
        source,
        topic: null,
        json: { ...resultOf('0000', 'Success'), invoiceNo: 'INV001' },
        reading: { kind: 'ignored', reason: 'other_reference' },
      },
    ],
  },
  billChecks: [],
  async startFake() {
    const upstream = await startTwoC2p(merchantId, secretKey);
    closeAfterFile(() => upstream.close());
    return {
      account: accountAt(upstream.url),
      stranger: accountAt(upstream.url, { secretKeys: ['marker-of-nobody'] }),
      requests: [],
      pay: async ({ providerRef }) => upstream.pay(providerRef ?? ''),
      settle: async () => undefined,
      count: async () => 0,
    };
  },
  sandbox: null,
};
