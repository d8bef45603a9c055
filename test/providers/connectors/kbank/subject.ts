import { startKbank } from '../../../../sandbox/providers/kbank/server';
import type { AccountView, Inquiry } from '../../../../src/providers/connectors/connector';
import type { KbankSettings } from '../../../../src/providers/connectors/kbank/settings';
import { closeAfterFile } from '../../../support/close-after-file';
import { codeOf1500Baht } from '../bill-payment-codes';
import type { Answer, Case, Exchange, Received, Subject } from '../kit/subject';

const source = "KBank's documents in mzget/markdown-for-open-api";
const now = new Date('2026-11-22T10:00:00Z');
const anHourAgo = new Date('2026-11-22T09:00:00Z');
const orderId = '0192f0c1-0000-7000-8000-000000000001';
/** The SHA-256 of the order id, 5 bits a character, by another program. */
const reference = 'W18NW5BYG8D3VYX';
const accessToken = 'marker-access-token';
const credentials = {
  consumerId: 'consumer',
  consumerSecret: 'marker-consumer-secret',
  partnerId: 'PTR1000001',
  partnerSecret: 'marker-partner-secret',
  merchantId: 'KB100000000001',
};
const basic = Buffer.from('consumer:marker-consumer-secret').toString('base64');

const accountAt = (url: string, more: object = {}): AccountView<KbankSettings> => ({
  id: 'pac_1',
  mode: 'test',
  settings: { url, ...credentials, ...more },
  callbackUrl: 'https://pay.example.test/callbacks/kbank/token',
});

const token: Exchange = {
  method: 'POST',
  path: '/v2/oauth/token',
  headers: { authorization: `Basic ${basic}` },
  body: { grant_type: 'client_credentials' },
  answer: {
    status: 200,
    json: { access_token: accessToken, expires_in: '1799', token_type: 'Bearer' },
  },
};
const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' };
const partner = {
  partnerId: 'PTR1000001',
  partnerSecret: 'marker-partner-secret',
  requestDt: '2026-11-22T17:00:00+07:00',
  merchantId: 'KB100000000001',
};
const request: Omit<Exchange, 'answer'> = {
  method: 'POST',
  path: '/v1/qrpayment/request',
  headers,
  body: {
    ...partner,
    partnerTxnUid: reference,
    qrType: '3',
    txnAmount: '1500.00',
    txnCurrencyCode: 'THB',
    reference1: reference,
    reference2: null,
    reference3: null,
    reference4: null,
  },
  acts: true,
};
const order = { orderId, amountSatang: 150_000, expiresAt: new Date('2026-11-22T10:10:00Z') };

const opened = (title: string, json: object, outcome: object): Case => ({
  title,
  source,
  call: { method: 'openQr', input: order },
  exchanges: [token, { ...request, answer: { status: 200, json } }],
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
const ok = { statusCode: '00', errorCode: null, errorDesc: null };
const uidIn = ({ body }: Received): string =>
  (body as { partnerTxnUid?: string } | null)?.partnerTxnUid ?? '';

const found = (title: string, json: object, outcome: object, isMoney = false): Case => ({
  title,
  source,
  call: { method: 'find', input: inquiry },
  exchanges: [
    token,
    {
      method: 'POST',
      path: '/v1/qrpayment/v4/inquiry',
      headers,
      body: {
        ...partner,
        partnerTxnUid: expect.stringMatching(/^[0-9A-Z]{15}$/) as unknown,
        origPartnerTxnUid: reference,
      },
      answer: (received): Answer => ({
        status: 200,
        json: { partnerTxnUid: uidIn(received), partnerId: 'PTR1000001', ...json },
      }),
    },
  ],
  outcome,
  ...(isMoney && {
    states: {
      amount: { at: 'txnAmount', unit: 'baht' },
      currency: 'txnCurrencyCode',
      order: 'reference1',
    },
  }),
});
const state = (txnStatus: string) => ({
  ...ok,
  txnStatus,
  txnAmount: '1500.00',
  txnCurrencyCode: 'THB',
  txnNo: 'APIC0001',
  reference1: reference,
});
const notification = {
  partnerTxnUid: reference,
  partnerId: 'PTR1000001',
  statusCode: '00',
  errorCode: null,
  merchantId: 'KB100000000001',
  txnAmount: 1500,
  txnCurrencyCode: 'THB',
  txnNo: 'APIC0001',
};

export const kbankSubject: Subject<KbankSettings> = {
  account: (url) => accountAt(url),
  now,
  cases: [
    opened(
      'a code is issued',
      { partnerTxnUid: reference, ...ok, qrCode: codeOf1500Baht, sof: ['PP'] },
      {
        kind: 'opened',
        providerRef: reference,
        payload: codeOf1500Baht,
        expiresAt: new Date('2026-11-22T10:10:00Z'),
      },
    ),
    opened(
      'a code is refused',
      { statusCode: '10', errorCode: 'invalid_txn_amount', errorDesc: 'Invalid Amount. (EMITA)' },
      { kind: 'refused', code: 'invalid_txn_amount', message: 'Invalid Amount. (EMITA)' },
    ),
    found(
      'a payment succeeded',
      state('PAID'),
      {
        kind: 'succeeded',
        movements: [
          { transactionId: 'APIC0001', amountSatang: 150_000, movedAt: null, payer: null },
        ],
      },
      true,
    ),
    found('a payment was voided', state('VOIDED'), {
      kind: 'failed',
      code: 'voided',
      message: 'The QR code is voided.',
      reversed: [{ transactionId: null, amountSatang: 150_000, movedAt: null, payer: null }],
    }),
    found('a code is unpaid', state('REQUESTED'), { kind: 'waiting' }),
    found('a code has expired', state('EXPIRED'), {
      kind: 'failed',
      code: 'expired',
      message: 'The QR code is expired.',
    }),
    found(
      'a code is unknown',
      { statusCode: '10', errorCode: 'invalid_origPartnerTxnUid', errorDesc: '(EMITDNE)' },
      { kind: 'not_found' },
    ),
    {
      title: 'the credentials are valid',
      source,
      call: { method: 'probe', input: null },
      exchanges: [token],
      outcome: { kind: 'ok' },
    },
  ],
  returns: {
    never: [],
    flags: [{ of: ['payment'], at: 'txnStatus', value: 'VOIDED' }],
    events: [],
  },
  secrets: [accessToken, basic],
  freshHeaders: [],
  ownQrs: [],
  callbacks: {
    authenticates: 'url',
    sign: () => ({}),
    signedHeaders: [],
    secret: 'marker-that-nobody-uses',
    otherSecret: 'marker-of-nobody-else',
    accountWith: () => accountAt('http://127.0.0.1:9'),
    severalSignatures: false,
    toleranceSeconds: null,
    cases: [
      {
        title: 'the notification of a payment',
        source,
        topic: null,
        json: notification,
        reading: { kind: 'hint', about: { providerRef: reference } },
        states: { amount: { at: 'txnAmount', unit: 'baht' } },
      },
      {
        title: 'the notification of another system',
        source,
        topic: null,
        json: { ...notification, partnerTxnUid: 'INV001' },
        reading: { kind: 'ignored', reason: 'other_reference' },
      },
    ],
  },
  billChecks: [],
  async startFake() {
    const upstream = await startKbank(credentials);
    closeAfterFile(() => upstream.close());
    return {
      account: accountAt(upstream.url),
      stranger: accountAt(upstream.url, { consumerSecret: 'marker-of-nobody' }),
      requests: [],
      pay: async ({ providerRef }) => upstream.pay(providerRef ?? ''),
      settle: async () => undefined,
      count: async () => 0,
    };
  },
  sandbox: null,
};
