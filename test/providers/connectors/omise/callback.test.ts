import type { IncomingHttpHeaders } from 'node:http';
import { omise } from '../../../../src/providers/connectors/omise';
import type { RawCallback } from '../../../../src/providers/connectors/connector';
import { startReceiver } from '../../../support/receiver';
import { accountAt, clientOf, openAccount, orderId, webhookSecret } from './account';

const body =
  '{"object":"event","id":"evnt_test_5sqhgjedme2u2atfhuc","livemode":false,' +
  '"key":"charge.complete","data":{"object":"charge","id":"chrg_test_5sqhgjedme2u2atfhuc",' +
  '"amount":1,"metadata":{"order_id":"pay_01jd0000000000000000000000"}}}';
const timestamp = '1763780000';
// printf '1763780000.%s' "$body" | openssl dgst -sha256 -mac HMAC -macopt hexkey:…
const signature = 'df678b8e2f210785de5b20beb4db00e1aca3b57592ede040c6faa275f32482b4';
const receivedAt = new Date(1_763_780_000_000);
const account = accountAt('http://127.0.0.1:1');

const signed = (
  headers: IncomingHttpHeaders = {},
  more: Partial<RawCallback> = {},
): RawCallback => ({
  headers: {
    'content-type': 'application/json',
    'omise-signature': signature,
    'omise-signature-timestamp': timestamp,
    ...headers,
  },
  body: Buffer.from(body),
  topic: null,
  receivedAt,
  ...more,
});
const isAuthentic = (headers?: IncomingHttpHeaders, more?: Partial<RawCallback>): boolean =>
  omise.verifyCallback(signed(headers, more), account);

describe('the signature of a callback', () => {
  it('is the HMAC of timestamp and body under the decoded secret', () => {
    expect(isAuthentic()).toBe(true);
  });

  it.each([`${'0'.repeat(64)},${signature}`, `${signature}, ${'0'.repeat(64)}`])(
    'may be one of several: %j',
    (several) => {
      expect(isAuthentic({ 'omise-signature': several })).toBe(true);
    },
  );

  it('may be of any secret of the account', () => {
    const other = Buffer.from('another secret of the tests').toString('base64');
    const rotated = accountAt(account.settings.url, { webhookSecrets: [other, webhookSecret] });
    expect(omise.verifyCallback(signed(), rotated)).toBe(true);
    const replaced = accountAt(account.settings.url, { webhookSecrets: [other] });
    expect(omise.verifyCallback(signed(), replaced)).toBe(false);
  });

  it('is forged when any byte of body, timestamp or signature differs', () => {
    const flip = (text: string, at: number) =>
      `${text.slice(0, at)}${text[at] === '0' ? '1' : '0'}${text.slice(at + 1)}`;
    for (let at = 0; at < body.length; at++) {
      expect(isAuthentic({}, { body: Buffer.from(flip(body, at)) })).toBe(false);
    }
    for (let at = 0; at < signature.length; at++) {
      expect(isAuthentic({ 'omise-signature': flip(signature, at) })).toBe(false);
    }
    const late = new Date(1_763_780_001_000);
    expect(isAuthentic({ 'omise-signature-timestamp': '1763780001' }, { receivedAt: late })).toBe(
      false,
    );
  });

  it.each([
    [-300, true],
    [300, true],
    [-301, false],
    [301, false],
  ])('%d seconds from now is accepted: %p', (ageS, expected) => {
    const at = new Date(receivedAt.getTime() + ageS * 1000);
    expect(isAuthentic({}, { receivedAt: at })).toBe(expected);
  });

  it.each<IncomingHttpHeaders>([
    { 'omise-signature': undefined },
    { 'omise-signature': '' },
    { 'omise-signature': ',' },
    { 'omise-signature': signature.toUpperCase() },
    { 'omise-signature': signature.slice(1) },
    { 'omise-signature': `${'0,'.repeat(10)}${signature}` },
    { 'omise-signature-timestamp': undefined },
    { 'omise-signature-timestamp': '' },
    { 'omise-signature-timestamp': ` ${timestamp}` },
    { 'omise-signature-timestamp': `${timestamp}.0` },
    { 'omise-signature-timestamp': '1.76378e9' },
  ])('is refused with the headers %j', (headers) => {
    expect(isAuthentic(headers)).toBe(false);
  });

  it('is not required of an account without secrets', () => {
    const open = accountAt(account.settings.url, { webhookSecrets: [] });
    expect(omise.verifyCallback(signed({ 'omise-signature': undefined }), open)).toBe(true);
  });
});

const read = (event: unknown, more: Partial<RawCallback> = {}) => {
  const bytes = Buffer.from(typeof event === 'string' ? event : JSON.stringify(event));
  return omise.readCallback(signed({}, { body: bytes, ...more }), account);
};
const event = (key: string, data: object, more = {}) => ({
  object: 'event',
  id: 'evnt_test_5sqhgjedme2u2atfhuc',
  livemode: false,
  key,
  data,
  ...more,
});

describe('a callback', () => {
  it('is a hint about the order that its object names', () => {
    expect(read(body)).toEqual({ kind: 'hint', about: { orderId } });
    const payoutId = '0192f0c1-0000-7000-8000-000000000001';
    const metadata = { order_id: payoutId };
    const transfer = event('transfer.pay', { id: 'trsf_test_12345', metadata });
    expect(read(transfer)).toEqual({ kind: 'hint', about: { orderId: payoutId } });
  });

  it.each([undefined, null, {}, { order_id: 'P26042018-01' }, { order_id: 7 }])(
    'with the metadata %j is a hint about the object',
    (metadata) => {
      const id = 'chrg_test_5sqhgjedme2u2atfhuc';
      const hint = { kind: 'hint', about: { providerRef: id } };
      expect(read(event('charge.complete', { id, metadata }))).toEqual(hint);
    },
  );

  it.each(['charge.complete', 'charge.expire', 'transfer.fail', 'charge.unheard_of'])(
    'of the key %s is a hint',
    (key) => expect(read(event(key, { id: 'rfnd_test_12345' }))).toMatchObject({ kind: 'hint' }),
  );

  it.each([
    'charge.create',
    'transfer.create',
    'recipient.verify',
    'chargeback.x',
    'something.new',
    '',
  ])('of the key %j is ignored', (key) => {
    expect(read(event(key, { id: 'x' }))).toEqual({ kind: 'ignored', reason: 'other_event' });
  });

  it('of live mode is ignored by a test account', () => {
    const live = event('charge.complete', { id: 'chrg_12345' }, { livemode: true });
    expect(read(live)).toEqual({ kind: 'ignored', reason: 'event_of_other_mode' });
  });

  it.each<[string, unknown]>([
    ['no JSON', 'text'],
    ['an array', []],
    [
      'an object of another kind',
      event('charge.complete', { id: 'chrg_12345' }, { object: 'charge' }),
    ],
    ['an event without data', event('charge.complete', {})],
    ['an id with a path', event('charge.complete', { id: 'chrg_1/../../balance' })],
    ['an id of a recipient', event('charge.complete', { id: 'recp_test_12345' })],
    [
      'an event id with a path',
      event('charge.complete', { id: 'chrg_12345' }, { id: 'evnt_../x' }),
    ],
  ])('with %s is unreadable', (_, sent) => {
    expect(read(sent)).toMatchObject({ kind: 'unreadable' });
  });

  it('to a path with a topic is unreadable', () => {
    const problem = { code: 'not_found' };
    expect(read(body, { topic: 'payment' })).toMatchObject({ kind: 'unreadable', problem });
  });

  it('of the upstream is an authentic hint, in a rotation and in an older version', async () => {
    const receiver = await startReceiver();
    const webhookSecrets = [
      Buffer.from('a new secret of the tests').toString('base64'),
      webhookSecret,
    ];
    const { server } = await openAccount({ webhookSecrets, accountVersion: '2017-11-02' });
    const view = { ...accountAt(server.url), callbackUrl: `${receiver.url}/callbacks/omise/token` };
    const opened = await clientOf(view).openQr?.({
      orderId,
      amountSatang: 156_000,
      expiresAt: new Date(Date.now() + 900_000),
    });
    expect(opened).toMatchObject({ kind: 'opened' });
    const [charge] = server.upstream.charges.values();
    if (charge !== undefined) server.upstream.finish(charge, 'successful', null);
    const paid = await receiver.waitFor(({ body: text }) => text.includes('charge.complete'));
    expect(JSON.parse(paid.body)).toMatchObject({ data: { currency: 'thb', refunded: 0 } });
    const raw = { ...paid, body: Buffer.from(paid.body), topic: null, receivedAt: new Date() };
    expect(omise.verifyCallback(raw, view)).toBe(true);
    expect(omise.readCallback(raw, view)).toEqual({ kind: 'hint', about: { orderId } });
  });
});
