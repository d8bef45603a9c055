import { createHmac } from 'node:crypto';
import type { AccountView, ProviderRequest } from '../../../../src/providers/connectors/connector';
import { closeAfterFile } from '../../../support/close-after-file';
import { startGatewayStub } from '../../../sandbox/bank/gateway-stub';
import { startBank } from '../../../sandbox/bank/bank';
import type { Call, Case, Exchange, Fake, Subject } from './subject';

const source = 'the generic contract';
const key = 'marker-key-of-the-account';
const otherKey = 'marker-key-of-another-account';
const billerId = '099999999999990';
const orderId = '0192f0c1-0000-7000-8000-000000000001';
const now = new Date('2026-11-22T10:00:00Z');
const account = {
  bankCode: '014',
  bankName: 'SCB',
  accountNumber: '1234567890',
  accountName: 'ACCOUNT NAME',
};
const money = { orderId, amountSatang: 199_999 };
const wire = { orderId, amount: 1999.99, currency: 'THB' };

const accountWith = (
  keys: readonly string[],
  url = 'http://127.0.0.1:9',
): AccountView<{
  url: string;
  keys: readonly string[];
  billerId: string;
  callbackSecrets?: readonly string[];
}> => ({
  id: 'default',
  mode: 'test',
  settings: { url, keys, billerId },
  callbackUrl: 'https://pay.example.test/callbacks/generic/token',
});

const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
const places = { payout: '/payouts', refund: '/refunds', charge: '/charges' } as const;
type Kind = keyof typeof places;

const requests: Readonly<Record<Kind, ProviderRequest>> = {
  payout: { ...money, kind: 'payout', account },
  refund: { ...money, kind: 'refund', paymentId: 'pay_1', account },
  charge: { ...money, kind: 'charge', token: 'tok_success' },
};
const bodies: Readonly<Record<Kind, object>> = {
  payout: { ...wire, ...account },
  refund: { ...wire, paymentId: 'pay_1', account },
  charge: { ...wire, token: 'tok_success' },
};

function sent(kind: Kind, title: string, status: number, json: object, outcome: object): Case {
  const input = requests[kind];
  const request = { method: 'POST', path: places[kind], headers, body: bodies[kind] } as const;
  const exchanges: Exchange[] = [{ ...request, acts: true, answer: { status, json } }];
  return { title, source, call: { method: 'send', input }, exchanges, outcome };
}

function found(kind: Kind, title: string, status: number, json: object, outcome: object): Case {
  const states = { amount: { at: 'amount', unit: 'baht' }, order: 'orderId' } as const;
  const call: Call = {
    method: 'find',
    input: {
      kind,
      orderId,
      ref: null,
      providerRef: null,
      paymentRef: null,
      amountSatang: 199_999,
      createdAt: now,
      expiresAt: null,
      sentForMs: 0,
    },
  };
  const path = `${places[kind]}/${orderId}`;
  const authorization = { authorization: headers.authorization };
  const exchange = {
    method: 'GET',
    path,
    headers: authorization,
    answer: { status, json },
  } as const;
  const stated = 'amount' in json ? { states } : {};
  const currency = 'currency' in json ? { states: { ...states, currency: 'currency' } } : {};
  return { title, source, call, exchanges: [exchange], outcome, ...stated, ...currency };
}

const processing = { orderId, status: 'processing' };
const accepted = { kind: 'accepted', providerRef: null };
const failure = { code: 'account_closed', message: 'The account is closed.' };
const movement = { transactionId: 'T1', amountSatang: 199_999, movedAt: null, payer: null };

const casesOf = (kind: Kind): Case[] => [
  sent(kind, `a ${kind} is accepted`, 202, processing, accepted),
  sent(
    kind,
    `a ${kind} was accepted before`,
    409,
    { error: { code: 'duplicate_reference', message: '' } },
    accepted,
  ),
  sent(kind, `a ${kind} is refused`, 422, { error: failure }, { kind: 'refused', ...failure }),
  found(
    kind,
    `a ${kind} succeeded`,
    200,
    { ...wire, status: 'success', transactionId: 'T1' },
    { kind: 'succeeded', movements: [movement] },
  ),
  found(
    kind,
    `a ${kind} is being carried out`,
    200,
    { ...wire, status: 'processing' },
    { kind: 'waiting' },
  ),
  found(
    kind,
    `a ${kind} failed`,
    200,
    { orderId, amount: 1999.99, status: 'failed', failure },
    { kind: 'failed', ...failure },
  ),
  found(
    kind,
    `a ${kind} is unknown`,
    404,
    { error: { code: `${kind}_not_found`, message: 'No such request.' } },
    { kind: 'not_found' },
  ),
];

const paid = {
  orderId: 'REF00000000000000001',
  status: 'success',
  amount: 1999.99,
  currency: 'THB',
  transactionId: 'T1',
  paidAt: '2026-11-22T16:59:58+07:00',
  payer: { bankName: 'SCB', accountNumber: '123-4-56789-0', accountName: 'PAYER' },
};

/** Bearer keys are the only authentication in both directions. */
export const genericSubject: Subject<ReturnType<typeof accountWith>['settings']> = {
  account: (url) => accountWith([key], url),
  now,
  cases: [
    ...casesOf('payout'),
    ...casesOf('refund'),
    sent('refund', 'a refund of a part of a payment is accepted', 202, processing, accepted),
    ...casesOf('charge'),
    {
      title: 'the credentials are valid',
      source,
      call: { method: 'probe', input: null },
      exchanges: [
        {
          method: 'GET',
          path: '/payouts/connection-test',
          headers: { authorization: headers.authorization },
          answer: { status: 404, json: { error: { code: 'payout_not_found', message: '' } } },
        },
      ],
      outcome: { kind: 'ok' },
    },
  ],
  returns: { never: ['payout', 'refund', 'charge'], flags: [], events: [] },
  secrets: [],
  freshHeaders: [],
  ownQrs: [
    {
      order: { ref: 'REF00000000000000001', ref2: null, amountSatang: 10_000 },
      payload:
        '00020101021230630016A00000067701011201150999999999999900220REF00000000000000001' +
        '53037645406100.005802TH63044055',
    },
  ],
  callbacks: {
    authenticates: 'headers',
    sign: (_body, { secrets }) => ({ authorization: `Bearer ${secrets[0]}` }),
    signedHeaders: ['authorization'],
    secret: key,
    otherSecret: otherKey,
    accountWith: (keys) => accountWith(keys),
    severalSignatures: false,
    toleranceSeconds: null,
    cases: [
      {
        title: 'the callback of a paid payment',
        source,
        topic: 'payment',
        json: paid,
        states: { amount: { at: 'amount', unit: 'baht' }, currency: 'currency' },
        reading: {
          kind: 'reports',
          reports: [
            {
              orderKind: 'payment',
              orderId: 'REF00000000000000001',
              outcome: 'succeeded',
              amountSatang: 199_999,
              transactionId: 'T1',
              movedAt: new Date('2026-11-22T09:59:58Z'),
              payer: { bankName: 'SCB', accountNumber: '123-4-56789-0', accountName: 'PAYER' },
              failure: null,
              unread: [],
            },
          ],
        },
      },
      {
        title: 'the callback of a failed withdrawal',
        source,
        topic: 'withdrawal',
        json: { orderId, status: 'failed', failure },
        reading: {
          kind: 'reports',
          reports: [
            {
              orderKind: 'withdrawal',
              orderId,
              outcome: 'failed',
              amountSatang: null,
              transactionId: null,
              movedAt: null,
              payer: null,
              failure,
              unread: [],
            },
          ],
        },
      },
    ],
  },
  billChecks: [],
  startFake,
  sandbox: null,
};

/** The sandbox bank. */
async function startFake(): Promise<Fake<ReturnType<typeof accountWith>['settings']>> {
  const stub = await startGatewayStub();
  const bank = await startBank({ gatewayUrl: stub.url, providerKey: key, refundsWait: true });
  closeAfterFile(() => bank.close());
  const apis = { payout: bank.payouts, refund: bank.refunds, charge: bank.charges };
  return {
    account: accountWith([key], bank.url),
    stranger: accountWith([otherKey], bank.url),
    requests: [
      requests.payout,
      { ...money, kind: 'refund', paymentId: 'pay_1', account },
      requests.charge,
    ],
    pay: ({ payload }) => bank.pay({ qrData: payload }).then(() => undefined),
    async settle({ kind, orderId: id }) {
      if (kind !== 'charge') await apis[kind].decide(id, 'succeed');
    },
    async count(id) {
      const book = await bank.book();
      return [...book.payouts, ...book.refunds, ...book.charges].filter((one) => one.orderId === id)
        .length;
    },
  };
}

/** The same with signed callbacks: the bearer key alone authenticates none. */
const { callbacks } = genericSubject;
if (callbacks === null) throw new Error('the generic contract has callbacks');
export const signedGenericSubject: typeof genericSubject = {
  ...genericSubject,
  callbacks: {
    ...callbacks,
    authenticates: 'body',
    sign(body, { secrets, at }) {
      const time = Math.floor(at.getTime() / 1000);
      const signatures = secrets.map((secret) => {
        const hmac = createHmac('sha256', secret).update(
          `${time}.${body.toString('latin1')}`,
          'latin1',
        );
        return `,v1=${hmac.digest('hex')}`;
      });
      const signature = `t=${time}${signatures.join('')}`;
      return { authorization: `Bearer ${key}`, 'callback-signature': signature };
    },
    signedHeaders: ['authorization', 'callback-signature'],
    secret: 'marker-callback-secret-of-the-account',
    otherSecret: 'marker-callback-secret-of-another-one',
    // Without secrets, the bearer key is not the account's either.
    accountWith(callbackSecrets) {
      const view = accountWith(callbackSecrets.length === 0 ? [] : [key]);
      return { ...view, settings: { ...view.settings, callbackSecrets } };
    },
    severalSignatures: true,
    toleranceSeconds: 300,
  },
};
