import { createHmac } from 'node:crypto';
import { startOmise } from '../../../../sandbox/providers/omise/server';
import type { OmiseSettings } from '../../../../src/providers/connectors/omise/settings';
import { closeAfterFile } from '../../../support/close-after-file';
import type { Fake, Subject } from '../kit/subject';
import {
  account as bankAccount,
  accountAt,
  orderId,
  payoutId,
  secretKey,
  webhookSecret,
} from './account';
import {
  authorization,
  cases,
  charge,
  digest,
  dispute,
  now,
  paid,
  recipient,
  requests,
  returnUrl,
  source,
  token,
  transfer,
  transferId,
  write,
} from './documented';

const token3ds = 'tokn_test_6sqhgjedme2u2atfhuc';
const otherSecret = Buffer.from('another secret of the tests').toString('base64');

const refundOfOthers = {
  object: 'refund',
  id: 'rfnd_test_63444yucggg93yxa027',
  charge: dispute('open').charge,
  metadata: {},
};

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
  returns: {
    never: ['refund'],
    flags: [
      { of: ['payment', 'charge'], object: 'charge', at: 'reversed', value: true },
      { of: ['payment', 'charge'], object: 'charge', at: 'voided', value: true },
      { of: ['payment', 'charge'], object: 'charge', at: 'expired', value: true },
      { of: ['payment', 'charge'], object: 'charge', at: 'refunded_amount', value: 4_000 },
      { of: ['payment', 'charge'], object: 'charge', at: 'dispute', value: dispute('open') },
      {
        of: ['payment', 'charge'],
        object: 'charge',
        at: 'dispute',
        value: 'dspt_test_5sqhgjedme2u2atfhuc',
      },
      { of: ['payout'], at: 'failure_code', value: 'transfer_failed' },
      { of: ['payout'], at: 'deleted', value: true },
    ],
    events: [
      {
        title: 'the event of a dispute',
        json: event('dispute.create', dispute('open')),
        reading: { kind: 'hint', about: { providerRef: dispute('open').charge } },
      },
      {
        title: 'the event of a refund by others',
        json: event('refund.create', { ...refundOfOthers }),
        reading: { kind: 'hint', about: { providerRef: dispute('open').charge } },
      },
      {
        title: 'the event of a reversed charge',
        json: event('charge.reverse', charge({ reversed: true })),
        reading: { kind: 'hint', about: { orderId } },
      },
      {
        title: 'the event of a returned transfer',
        json: event('transfer.fail', transfer({ paid: true, failure_code: 'transfer_failed' })),
        reading: { kind: 'hint', about: { orderId: payoutId } },
      },
      {
        title: 'a signed event that is not interpreted',
        json: event('link.update', { id: 'link_test_1', metadata: { order_id: orderId } }),
        reading: { kind: 'hint', about: { orderId }, event: 'link.update' },
      },
    ],
  },
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
