import { startGbPrimePay } from '../../../../sandbox/providers/gbprimepay/server';
import type { AccountView, Inquiry } from '../../../../src/providers/connectors/connector';
import { renderQrPng } from '../../../../src/platform/images/qr-image';
import type { GbPrimePaySettings } from '../../../../src/providers/connectors/gbprimepay/settings';
import { closeAfterFile } from '../../../support/close-after-file';
import { codeOf1500Baht } from '../bill-payment-codes';
import type { Case, Exchange, Subject } from '../kit/subject';

const source = 'public clients of GB Prime Pay';
const now = new Date('2026-11-22T10:00:00Z');
const anHourAgo = new Date('2026-11-22T09:00:00Z');
const orderId = '0192f0c1-0000-7000-8000-000000000001';
/** The SHA-256 of the order id, 5 bits a character, by another program. */
const reference = 'W18NW5BYG8D3VYX';
const token = 'marker-customer-token';
const secretKey = 'marker-secret-key';
const basic = Buffer.from(`${secretKey}:`).toString('base64');
const callbackUrl = 'https://pay.example.test/callbacks/gbprimepay/token';

const accountAt = (url: string, more: object = {}): AccountView<GbPrimePaySettings> => ({
  id: 'pac_1',
  mode: 'test',
  settings: { url, token, secretKey, ...more },
  callbackUrl,
});

const order = { orderId, amountSatang: 150_000, expiresAt: new Date('2026-11-22T10:10:00Z') };
const opened = (title: string, answer: Exchange['answer'], outcome: object): Case => ({
  title,
  source,
  call: { method: 'openQr', input: order },
  exchanges: [
    {
      method: 'POST',
      path: '/v3/qrcode',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: { token, amount: '1500.00', referenceNo: reference, backgroundUrl: callbackUrl },
      acts: true,
      answer,
    },
  ],
  outcome,
  isCostly: true,
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
const inquired = (referenceNo: string, json: object): Exchange => ({
  method: 'POST',
  path: '/v1/check_status_txn',
  headers: { authorization: `Basic ${basic}`, 'content-type': 'application/json' },
  body: { referenceNo },
  answer: { status: 200, json },
});
const found = (title: string, json: object, outcome: object, states?: Case['states']): Case => ({
  title,
  source,
  call: { method: 'find', input: inquiry },
  exchanges: [inquired(reference, json)],
  outcome,
  ...(states && { states }),
});
const state = (status: string) => ({
  resultCode: '00',
  resultMessage: 'Success',
  txn: {
    amount: '1500.00',
    referenceNo: reference,
    gbpReferenceNo: 'gbp520141145009386',
    currencyCode: '764',
    status,
    paymentType: 'Q',
  },
});
const unknown = { resultCode: '02', resultMessage: 'Invalid referenceNo.' };
const result = {
  amount: 1500,
  referenceNo: reference,
  gbpReferenceNo: 'gbp520141145009386',
  currencyCode: '764',
  resultCode: '00',
};

export const gbPrimePaySubject: Subject<GbPrimePaySettings> = {
  account: (url) => accountAt(url),
  now,
  cases: [
    opened(
      'a picture of a code is issued',
      { status: 200, bytes: renderQrPng(codeOf1500Baht, 400) },
      { kind: 'opened', providerRef: reference, payload: codeOf1500Baht, expiresAt: null },
    ),
    opened(
      'a code is refused',
      { status: 200, json: { resultCode: '14', resultMessage: 'Invalid amount.' } },
      { kind: 'refused', code: 'invalid_amount', message: 'GB Prime Pay rejected the amount.' },
    ),
    found(
      'a payment succeeded',
      state('S'),
      {
        kind: 'succeeded',
        movements: [
          {
            transactionId: 'gbp520141145009386',
            amountSatang: 150_000,
            movedAt: null,
            payer: null,
          },
        ],
      },
      {
        amount: { at: 'txn.amount', unit: 'baht' },
        currency: 'txn.currencyCode',
        order: 'txn.referenceNo',
      },
    ),
    found('a payment was voided', state('V'), {
      kind: 'failed',
      code: 'voided',
      message: 'The payment was voided.',
      reversed: [{ transactionId: null, amountSatang: 150_000, movedAt: null, payer: null }],
    }),
    found('a code is unpaid', state('G'), { kind: 'waiting' }),
    found('a payment was declined', state('D'), {
      kind: 'failed',
      code: 'declined',
      message: 'The payment was declined.',
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
  returns: { never: [], flags: [{ of: ['payment'], at: 'txn.status', value: 'V' }], events: [] },
  secrets: [basic],
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
        title: 'the result of a payment',
        source,
        topic: null,
        json: result,
        reading: { kind: 'hint', about: { providerRef: reference } },
        states: { amount: { at: 'amount', unit: 'baht' } },
      },
      {
        title: 'the result of another system',
        source,
        topic: null,
        json: { ...result, referenceNo: '1540731943' },
        reading: { kind: 'ignored', reason: 'other_reference' },
      },
    ],
  },
  billChecks: [],
  async startFake() {
    const upstream = await startGbPrimePay(token, secretKey);
    closeAfterFile(() => upstream.close());
    return {
      account: accountAt(upstream.url),
      stranger: accountAt(upstream.url, { secretKey: 'marker-of-nobody' }),
      requests: [],
      pay: async ({ providerRef }) => upstream.pay(providerRef ?? ''),
      settle: async () => undefined,
      count: async () => 0,
    };
  },
  sandbox: null,
};
