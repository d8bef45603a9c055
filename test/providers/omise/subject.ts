import { createHmac } from 'node:crypto';
import { startOmise } from '../../../sandbox/providers/omise/server';
import type { OmiseSettings } from '../../../src/providers/omise/settings';
import { closeAfterFile } from '../../support/close-after-file';
import type { Fake, Subject } from '../kit/subject';
import { account as bankAccount, accountAt, orderId, secretKey, webhookSecret } from './account';
import { authorization, cases, charge, digest, now, paid, recipient, requests } from './documented';
import { returnUrl, source, token, transfer, transferId, write } from './documented';

const token3ds = 'tokn_test_6sqhgjedme2u2atfhuc';
const otherSecret = Buffer.from('another secret of the tests').toString('base64');

const event = (key: string, data: object) => ({
  object: 'event',
  id: 'evnt_test_5sqhgjedme2u2atfhuc',
  livemode: false,
  key,
  data,
});

/** Requests are signed with Basic authentication, events with an HMAC. */
export const omiseSubject: Subject<OmiseSettings> = {
  account: (url) => accountAt(url),
  now,
  cases,
  neverFails: ['refund'],
  secrets: [authorization, authorization.slice('Basic '.length)],
  freshHeaders: [],
  ownQrs: [],
  callbacks: {
    authenticates: 'body',
    sign(body, { secrets, at }) {
      const timestamp = String(Math.floor(at.getTime() / 1000));
      const signatures = secrets.map((secret) =>
        createHmac('sha256', Buffer.from(secret, 'base64'))
          .update(`${timestamp}.${body.toString()}`)
          .digest('hex'),
      );
      return {
        'omise-signature': signatures.join(','),
        'omise-signature-timestamp': timestamp,
      };
    },
    signedHeaders: ['omise-signature', 'omise-signature-timestamp'],
    secret: webhookSecret,
    otherSecret,
    accountWith: (webhookSecrets) => accountAt('http://127.0.0.1:9', { webhookSecrets }),
    severalSignatures: true,
    toleranceSeconds: 300,
    cases: [
      {
        title: 'the event of a paid charge',
        source,
        topic: null,
        json: event('charge.complete', charge(paid)),
        states: { livemode: 'livemode' },
        reading: { kind: 'hint', about: { orderId } },
      },
      {
        title: 'the event of a paid transfer without an order id',
        source,
        topic: null,
        json: event('transfer.pay', transfer({ metadata: {} })),
        reading: { kind: 'hint', about: { providerRef: transferId } },
      },
      {
        title: 'the event of a verified recipient',
        source,
        topic: null,
        json: event('recipient.verify', recipient),
        reading: { kind: 'ignored', reason: 'other_event' },
      },
    ],
  },
  billChecks: [],
  authenticated: { ...requests.charge, token: token3ds, returnUrl },
  startFake,
  sandbox: {
    variables: ['CONTRACT_OMISE_KEY'],
    account: ([key = '']) => accountAt('https://api.omise.co', { secretKey: key }),
  },
};

/** Its account has a verified recipient, a paid charge and a token. */
async function startFake(): Promise<Fake<OmiseSettings>> {
  const server = await startOmise({ secretKey });
  closeAfterFile(() => server.close());
  const { upstream } = server;
  const api = async (method: string, path: string, body?: object): Promise<{ id: string }> => {
    const response = await fetch(`${server.url}${path}`, {
      method,
      headers: write,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (response.status !== 200) throw new Error(`${path}: ${await response.text()}`);
    return (await response.json()) as { id: string };
  };
  const { accountNumber: number, accountName: name } = bankAccount;
  const verified = await api('POST', '/recipients', {
    name,
    type: 'individual',
    bank_account: { brand: 'scb', number, name },
    metadata: { account_digest: digest },
  });
  await api('PATCH', `/recipients/${verified.id}/verify`);
  const promptpay = { amount: 20_000, currency: 'THB', source: { type: 'promptpay' } };
  const { id: paymentRef } = await api('POST', '/charges', promptpay);
  await api('POST', `/charges/${paymentRef}/mark_as_paid`);
  upstream.tokens.set(token, { result: 'success', used: false });
  upstream.tokens.set(token3ds, { result: '3ds', used: false });
  return {
    account: accountAt(server.url),
    stranger: accountAt(server.url, { secretKey: 'skey_test_000000000000000000' }),
    requests: [requests.charge, { ...requests.refund, paymentRef }, requests.payout],
    async pay({ providerRef }) {
      await api('POST', `/charges/${providerRef}/mark_as_paid`);
    },
    async settle({ kind }, providerRef) {
      if (kind === 'payout') await api('POST', `/transfers/${providerRef}/mark_as_paid`);
      for (const { refunds } of upstream.charges.values()) {
        for (const one of refunds) one.status = 'closed';
      }
    },
    count: (id) =>
      Promise.resolve(
        [
          ...upstream.charges.values(),
          ...upstream.transfers.values(),
          ...upstream.charge(paymentRef).refunds,
        ].filter(({ metadata }) => metadata['order_id'] === id).length,
      ),
  };
}
