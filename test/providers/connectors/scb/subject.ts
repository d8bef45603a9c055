import { startFakeScb } from '../../../../sandbox/providers/scb/start-fake-scb';
import type { AccountView, Inquiry } from '../../../../src/providers/connectors/connector';
import type { ScbSettings } from '../../../../src/providers/connectors/scb/settings';
import type { ScbBillSettings } from '../../../../src/providers/connectors/scb-bill/settings';
import type { ScbQrSettings } from '../../../../src/providers/connectors/scb-qr/settings';
import { closeAfterFile } from '../../../support/close-after-file';
import type { Answer, Callbacks, Case, Exchange, Fake, Subject } from '../kit/subject';

/** The documents and clients that test/providers/connectors/scb/recorded names. */
const source = "SCB's documents";

const apiKey = 'l7000000000000000000000000000000';
const apiSecret = 'marker-secret-of-the-application';
const accessToken = 'marker-34362373-66e8-4db0-80e5-0755b67e51f9';
const billerId = '099999999999990';
const ref = '8F5M6N7P8Q9R0S1T2V3W';
/** Its last 20 letters and digits are the reference. */
const orderId = 'pay_01jd3k8f5m6n7p8q9r0s1t2v3w';
const now = new Date('2026-11-22T10:00:00Z');
const createdAt = new Date('2026-11-22T09:50:00Z');
const expiresAt = new Date('2026-11-22T10:05:00Z');
const unused = 'a-secret-that-no-callback-has';

const settings = {
  environment: 'sandbox',
  apiKey,
  apiSecret,
  billerId,
  reference3: 'SPN',
} as const satisfies ScbSettings;

const accountOf = <Settings extends object>(all: Settings): AccountView<Settings> => ({
  id: 'pac_1',
  mode: 'test',
  settings: all,
  callbackUrl: 'https://pay.example.test/callbacks/scb/token',
});

/** Tag 30 of 100.00 and 100.01 baht, computed apart from the gateway's encoder. */
const qr =
  '00020101021230630016A000000677010112011509999999999999002208F5M6N7P8Q9R0S1T2V3W5' +
  '3037645406100.005802TH62070703SPN63045126';
const otherQr =
  '00020101021230630016A000000677010112011509999999999999002208F5M6N7P8Q9R0S1T2V3W5' +
  '3037645406100.015802TH62070703SPN63043CFE';

const shared = {
  'content-type': 'application/json',
  'accept-language': 'EN',
  resourceownerid: apiKey,
  requestuid: expect.stringMatching(/^[0-9a-f]{32}$/),
};
const headers = { ...shared, authorization: `Bearer ${accessToken}` };
const success = (data: unknown): Answer => ({
  status: 200,
  json: { status: { code: 1000, description: 'Success' }, data },
});
const failure = (status: number, code: number, description: string): Answer => ({
  status,
  json: { status: { code, description } },
});
const notFound = failure(404, 1104, 'Requested entity record does not exist');

const token: Exchange = {
  method: 'POST',
  path: '/v1/oauth/token',
  headers: shared,
  body: { applicationKey: apiKey, applicationSecret: apiSecret },
  answer: success({
    accessToken,
    tokenType: 'Bearer',
    expiresIn: 1800,
    expiresAt: now.getTime() / 1_000 + 1_800,
  }),
};
const inquired = (answer: Answer): Exchange => ({
  method: 'GET',
  path: '/v1/payment/billpayment/inquiry',
  headers,
  query: {
    eventCode: '00300100',
    billerId,
    reference1: ref,
    transactionDate: '2026-11-22',
  },
  answer,
});
const slip = (answer: Answer): Exchange => ({
  method: 'GET',
  path: '/v1/payment/billpayment/transactions/201904227kAylzNUdnJ1z0w',
  headers,
  query: { sendingBank: '014' },
  answer,
});

const payment = (fields: object = {}): object => ({
  eventCode: '00300100',
  transactionType: 'Domestic Transfers',
  reverseFlag: '',
  payeeProxyId: billerId,
  payeeProxyType: 'BILLERID',
  payeeAccountNumber: '0987654321',
  payeeName: 'TestBiller',
  payerProxyId: '1112223334',
  payerProxyType: 'ACCOUNT',
  payerAccountNumber: '1112223334',
  payerName: 'Test Payer',
  sendingBankCode: '014',
  receivingBankCode: '014',
  amount: '100.00',
  transactionId: '201907169lbqgPbt1Bl3oiA',
  transactionDateandTime: '2026-11-22T16:55:00.000+07:00',
  billPaymentRef1: ref,
  billPaymentRef2: '',
  billPaymentRef3: 'SPN',
  currencyCode: '764',
  channelCode: 'PMH',
  ...fields,
});
const payer = {
  bankName: expect.any(String) as unknown as string,
  accountNumber: '1112223334',
  accountName: 'Test Payer',
};
const movement = {
  transactionId: '201907169lbqgPbt1Bl3oiA',
  amountSatang: 10_000,
  movedAt: new Date('2026-11-22T09:55:00Z'),
  payer,
};
const second = {
  transactionId: '201907169secondTransfer',
  transactionDateandTime: '2026-11-22T16:56:00+07:00',
  amount: 99.5,
};

const inquiry = (fields: Partial<Inquiry> = {}): Case['call'] => ({
  method: 'find',
  input: {
    kind: 'payment',
    orderId,
    ref,
    providerRef: ref,
    paymentRef: null,
    amountSatang: 10_000,
    createdAt,
    expiresAt,
    sentForMs: null,
    ...fields,
  },
});
const named = { sendingBank: '014', transRef: '201904227kAylzNUdnJ1z0w' };
const transfer = {
  transRef: '201904227kAylzNUdnJ1z0w',
  sendingBank: '014',
  receivingBank: '014',
  transDate: '20261122',
  transTime: '16:55:00',
  sender: { displayName: 'Test', proxy: { type: 'MSISDN', value: '0812345678' } },
  receiver: { displayName: 'Test', proxy: { type: 'BILLERID', value: billerId } },
  amount: '500',
  paidLocalAmount: '500',
  paidLocalCurrency: '764',
  countryCode: 'TH',
  ref1: ref,
  ref2: '',
  ref3: 'SPN',
};

const cases: readonly Case[] = [
  {
    title: 'a payment is found',
    source,
    call: inquiry(),
    exchanges: [token, inquired(success([payment()]))],
    outcome: { kind: 'succeeded', movements: [movement] },
    states: {
      amount: { at: 'data.0.amount', unit: 'baht' },
      currency: 'data.0.currencyCode',
      order: 'data.0.billPaymentRef1',
    },
  },
  {
    title: 'two payments are found, the first one first',
    source,
    call: inquiry(),
    exchanges: [token, inquired(success([payment(second), payment()]))],
    outcome: {
      kind: 'succeeded',
      movements: [
        movement,
        {
          transactionId: second.transactionId,
          amountSatang: 9_950,
          movedAt: new Date('2026-11-22T09:56:00Z'),
          payer,
        },
      ],
    },
  },
  {
    title: 'a payment dated in the Buddhist era is found with its time',
    source,
    call: inquiry(),
    exchanges: [
      token,
      inquired(success([payment({ transactionDateandTime: '2569-11-22T16:55:00' })])),
    ],
    outcome: { kind: 'succeeded', movements: [movement] },
  },
  {
    title: 'a reversed payment is no payment',
    source,
    call: inquiry(),
    exchanges: [token, inquired(success([payment({ reverseFlag: 'R' })]))],
    outcome: { kind: 'waiting', reversed: [movement] },
  },
  {
    title: 'an unpaid code is waited for',
    source,
    call: inquiry(),
    exchanges: [token, inquired(notFound)],
    outcome: { kind: 'waiting' },
  },
  {
    title: 'an error of the bank is no answer',
    source,
    call: inquiry(),
    exchanges: [token, inquired(failure(400, 8102, 'Payment API error code'))],
    outcome: { kind: 'unreachable', reason: expect.any(String) },
  },
  {
    title: 'a slip is verified',
    source,
    call: { method: 'verifySlip', input: named },
    exchanges: [token, slip(success(transfer))],
    outcome: { kind: 'found', amountSatang: 50_000, paidTo: ref },
    states: {
      amount: { at: 'data.amount', unit: 'baht' },
      currency: 'data.paidLocalCurrency',
      order: 'data.transRef',
    },
  },
  {
    title: "a slip of another biller's payment has none of our references",
    source,
    call: { method: 'verifySlip', input: named },
    exchanges: [
      token,
      slip(success({ ...transfer, receiver: { proxy: { type: 'BILLERID', value: '0' } } })),
    ],
    outcome: { kind: 'found', amountSatang: 50_000, paidTo: '' },
  },
  {
    title: 'the credentials are valid',
    source,
    call: { method: 'probe', input: null },
    exchanges: [token],
    outcome: { kind: 'ok' },
  },
];

const createBody = {
  qrType: 'PP',
  ppType: 'BILLERID',
  ppId: billerId,
  amount: '100.00',
  ref1: ref,
  ref3: 'SPN',
};
const created = (answer: Answer): Exchange => ({
  method: 'POST',
  path: '/v1/payment/qrcode/create',
  headers,
  body: createBody,
  acts: true,
  answer,
});
const issued = success({ qrRawData: qr, qrImage: 'R0lGODdhAQABAIAAAAAAAP///ywAAAAAAQABAA==' });
const order = { orderId, amountSatang: 10_000, expiresAt };
const opened = { kind: 'opened', providerRef: ref, payload: qr, expiresAt: null };

const issuing: readonly Case[] = [
  {
    title: 'a code is issued',
    source,
    call: { method: 'openQr', input: order },
    exchanges: [token, created(issued)],
    outcome: opened,
  },
  {
    title: 'a code of another amount is not used',
    source,
    call: { method: 'openQr', input: order },
    exchanges: [token, created(success({ qrRawData: otherQr }))],
    outcome: { kind: 'unknown', reason: 'unreadable_answer' },
  },
  {
    title: 'an invalid code is refused',
    source,
    call: { method: 'openQr', input: order },
    exchanges: [token, created(failure(400, 1102, 'Invalid parameters entered'))],
    outcome: { kind: 'refused', code: '1102', message: 'Invalid parameters entered' },
  },
  {
    title: 'a lost code is requested again',
    source,
    call: inquiry({ providerRef: null, ref: null }),
    exchanges: [token, inquired(notFound), created(issued)],
    outcome: { kind: 'waiting', opened },
  },
];

const confirmation = {
  transactionDateandTime: '2026-11-22T16:55:00+07:00',
  sendingBankCode: '014',
  payerName: 'Test Payer',
  payerProxyType: 'ACCOUNT',
  payerProxyId: '1112223334',
  payerAccountNumber: '1112223334',
  receivingBankCode: '014',
  payeeName: 'TestBiller',
  payeeProxyType: 'BILLERID',
  payeeProxyId: billerId,
  payeeAccountNumber: '0987654321',
  amount: '100',
  currencyCode: '764',
  transactionId: '201907169lbqgPbt1Bl3oiA',
  transactionType: 'Domestic Transfers',
  billPaymentRef1: ref,
  billPaymentRef2: '',
  billPaymentRef3: 'SPN',
  channelCode: 'PMH',
};

const callbacksOf = <Settings extends object>(
  account: AccountView<Settings>,
  about: { readonly orderId: string } | { readonly providerRef: string },
): Callbacks<Settings> => ({
  authenticates: 'url',
  sign: () => ({}),
  signedHeaders: [],
  secret: unused,
  otherSecret: unused,
  accountWith: () => account,
  severalSignatures: false,
  toleranceSeconds: null,
  cases: [
    {
      title: 'a payment confirmation',
      source,
      topic: null,
      json: confirmation,
      states: { amount: { at: 'amount', unit: 'baht' }, currency: 'currencyCode' },
      reading: { kind: 'hint', about },
    },
    {
      title: 'the confirmation of a card payment',
      source,
      topic: null,
      json: { transactionId: '1', merchantTranID: '2', amount: '100.00', currencyCode: '764' },
      reading: { kind: 'ignored', reason: expect.any(String) as unknown as string },
    },
  ],
});

const base = {
  now,
  cases,
  returns: {
    never: [],
    flags: [{ of: ['payment'] as const, at: 'reverseFlag', value: 'R' }],
    events: [],
  },
  secrets: [accessToken],
  freshHeaders: ['requestuid'],
  billChecks: [],
  sandbox: null,
};

const encoded = {
  order: { ref, ref2: null, amountSatang: 10_000 },
  payload: qr,
};

export const scbSubject: Subject<ScbSettings> = {
  ...base,
  account: (url) => accountOf<ScbSettings>({ ...settings, url }),
  ownQrs: [encoded],
  callbacks: callbacksOf(accountOf<ScbSettings>(settings), { orderId: ref }),
  startFake: () => startFake<ScbSettings>({}),
  sandbox: {
    variables: ['CONTRACT_SCB_API_KEY', 'CONTRACT_SCB_API_SECRET', 'CONTRACT_SCB_BILLER_ID'],
    account: ([key = '', secret = '', biller = '']) =>
      accountOf<ScbSettings>({ ...settings, apiKey: key, apiSecret: secret, billerId: biller }),
  },
};

export const scbQrSubject: Subject<ScbQrSettings> = {
  ...base,
  account: (url) => accountOf<ScbQrSettings>({ ...settings, url, expiringCodes: false }),
  cases: [...cases, ...issuing],
  ownQrs: [],
  callbacks: callbacksOf(accountOf<ScbQrSettings>({ ...settings, expiringCodes: false }), {
    providerRef: ref,
  }),
  startFake: () => startFake<ScbQrSettings>({ expiringCodes: false }),
};

const bank = { bankUser: 'bank-user', bankPassword: 'marker-password-of-the-bank' };
const check = {
  request: 'verify',
  user: bank.bankUser,
  password: bank.bankPassword,
  tranID: '0123456789',
  tranDate: '2026-11-22T16:55:00',
  channel: 'ATM',
  account: '0987654321',
  amount: 100,
  reference1: ref,
  reference2: '',
  reference3: 'SPN',
  branchCode: '0111',
  terminalID: '1',
};

export const scbBillSubject: Subject<ScbBillSettings> = {
  ...base,
  account: (url) => accountOf<ScbBillSettings>({ ...settings, ...bank, url }),
  ownQrs: [encoded],
  callbacks: callbacksOf(accountOf<ScbBillSettings>({ ...settings, ...bank }), { orderId: ref }),
  billChecks: [
    {
      title: 'a question before a payment',
      topic: 'verify',
      json: check,
      credentials: ['user', 'password'],
      question: { kind: 'verify', ref, amountSatang: 10_000, transactionId: '0123456789' },
    },
    {
      title: 'a confirmation by the bank',
      topic: 'verify',
      json: { ...check, request: 'confirm', amount: '100.25' },
      credentials: ['user', 'password'],
      question: { kind: 'confirm', ref, amountSatang: 10_025, transactionId: '0123456789' },
    },
    {
      title: 'a question about part of a satang',
      topic: 'verify',
      json: { ...check, amount: 100.005 },
      credentials: ['user', 'password'],
      question: null,
    },
  ],
  startFake: () => startFake<ScbBillSettings>(bank),
};

async function startFake<Settings extends ScbSettings>(
  more: Omit<Settings, keyof ScbSettings>,
): Promise<Fake<Settings>> {
  const fake = await startFakeScb({
    apiKey,
    apiSecret,
    billerId,
    references: 1,
    referencePrefix: 'SPN',
    confirmationUrl: null,
    callsPerSecond: 1_000,
  });
  closeAfterFile(fake.close);
  const all = { ...settings, ...more, url: fake.url } as unknown as Settings;
  return {
    account: accountOf(all),
    stranger: accountOf({ ...all, apiSecret: 'secret-of-nobody' }),
    requests: [],
    async pay({ payload }) {
      const response = await fetch(`${fake.controlsUrl}/payments`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ qrData: payload }),
      });
      if (!response.ok) throw new Error(await response.text());
    },
    settle: () => Promise.resolve(),
    count: () => Promise.resolve(0),
  };
}
