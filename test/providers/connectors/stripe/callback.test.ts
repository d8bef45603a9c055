import { createHmac } from 'node:crypto';
import { stripe } from '../../../../src/providers/connectors/stripe';
import type { RawCallback } from '../../../../src/providers/connectors/connector';
import { accountAt, intentOf, orderId, refundOf, webhookSecret } from './account';

const account = accountAt('https://api.stripe.com');
const createdS = 1_763_812_800;
const createdAt = new Date(createdS * 1_000);

/** Signed by `webhooks.generateTestHeaderString` of the npm package stripe 23.1.0. */
const body =
  '{"id":"evt_1","object":"event","created":1763812800,"livemode":false,' +
  '"type":"payment_intent.succeeded","data":{"object":{"id":"pi_3QfA","object":"payment_intent",' +
  '"amount":150000,"amount_received":150000,"currency":"thb","livemode":false,' +
  '"status":"succeeded","metadata":{"saphan_order_id":"0192f0c1-0000-7000-8000-000000000001"}}}}';
const signature = 'c8d451ae8f6ba1c4b47f871573443fc94f13644cb979eef08a562489f4039a74';
const signatureOfOther = 'c066d2e2bf151430a8193f31938df22c1e484164293ce4279399f59b3efffe80';

const rawOf = (text: string, header?: string, receivedAt = createdAt): RawCallback => ({
  headers: header === undefined ? {} : { 'stripe-signature': header },
  body: Buffer.from(text),
  topic: null,
  receivedAt,
});
const verify = (header?: string, receivedAt = createdAt, text = body): boolean =>
  stripe.verifyCallback(rawOf(text, header, receivedAt), account);
const signed = `t=${createdS},v1=${signature}`;

describe('a signature', () => {
  it('of Stripe’s own library is accepted', () => {
    expect(verify(signed)).toBe(true);
    expect(verify(`v0=ab,${signed},v2=cd`)).toBe(true);
  });

  it.each<[string, string | undefined]>([
    ['no header', undefined],
    ['an empty header', ''],
    ['no time', `v1=${signature}`],
    ['no signature', `t=${createdS}`],
    ['another scheme', `t=${createdS},v0=${signature}`],
    ['another time', `t=${createdS + 1},v1=${signature}`],
    ['a time that is no number', `t=x,v1=${signature}`],
    ['upper case', `t=${createdS},v1=${signature.toUpperCase()}`],
    ['a shorter signature', `t=${createdS},v1=${signature.slice(2)}`],
    ['a longer signature', `t=${createdS},v1=${signature}00`],
    ['another secret', `t=${createdS},v1=${signatureOfOther}`],
  ])('with %s is refused', (_, header) => {
    expect(verify(header)).toBe(false);
  });

  it('is refused when a byte of the body or a digit of the signature differs', () => {
    for (let at = 0; at < body.length; at++) {
      const flipped = Buffer.from(body);
      flipped[at] = (flipped[at] ?? 0) ^ 1;
      const raw = { ...rawOf('', signed), body: flipped };
      expect(stripe.verifyCallback(raw, account)).toBe(false);
    }
    for (let at = 0; at < signature.length; at++) {
      const digit = signature[at] === '0' ? '1' : '0';
      const flipped = `${signature.slice(0, at)}${digit}${signature.slice(at + 1)}`;
      expect(verify(`t=${createdS},v1=${flipped}`)).toBe(false);
    }
  });

  it('is accepted for 300 seconds around its time', () => {
    const at = (seconds: number) => new Date(createdAt.getTime() + seconds * 1_000);
    expect([-301, -300, 0, 300, 301].map((seconds) => verify(signed, at(seconds)))).toEqual([
      false,
      true,
      true,
      true,
      false,
    ]);
  });

  it('is one of several while a secret is rolled, on either side', () => {
    expect(verify(`t=${createdS},v1=${signatureOfOther},v1=${signature}`)).toBe(true);
    const two = accountAt('https://x.example', { webhookSecrets: ['whsec_other', webhookSecret] });
    for (const one of [signature, signatureOfOther]) {
      expect(stripe.verifyCallback(rawOf(body, `t=${createdS},v1=${one}`), two)).toBe(true);
    }
    const none = accountAt('https://x.example', { webhookSecrets: [] });
    expect(stripe.verifyCallback(rawOf(body, signed), none)).toBe(false);
  });

  it('is computed over bytes, not over text', () => {
    const bytes = Buffer.from([0x7b, 0xff, 0xfe, 0x7d]);
    const mac = createHmac('sha256', webhookSecret).update(`${createdS}.`).update(bytes);
    const raw = { ...rawOf('', `t=${createdS},v1=${mac.digest('hex')}`), body: bytes };
    expect(stripe.verifyCallback(raw, account)).toBe(true);
  });
});

const eventOf = (type: string, object: object, fields: object = {}): string =>
  JSON.stringify({
    id: 'evt_1',
    object: 'event',
    created: createdS,
    livemode: false,
    type,
    data: { object },
    ...fields,
  });
const read = (text: string, of = account) => stripe.readCallback(rawOf(text), of);
const paid = intentOf({ status: 'succeeded', amount_received: 150_000 });
const report = {
  orderKind: 'incoming',
  orderId,
  outcome: 'succeeded',
  transactionId: 'pi_3QfA',
  amountSatang: 150_000,
  movedAt: createdAt,
  payer: null,
  failure: null,
};
const failure = {
  ...report,
  outcome: 'failed',
  transactionId: null,
  amountSatang: null,
  movedAt: null,
};
const reports = (one: object) => ({ kind: 'reports', reports: [one] });

describe('an event', () => {
  it('about a paid payment intent reports what was received, at the time of the event', () => {
    expect(read(body)).toEqual(reports(report));
    const short = intentOf({ status: 'succeeded', amount_received: 149_999 });
    expect(read(eventOf('payment_intent.succeeded', short))).toEqual(
      reports({ ...report, amountSatang: 149_999 }),
    );
  });

  it('about a failed attempt reports its reason', () => {
    const error = { code: 'card_declined', decline_code: 'insufficient_funds', message: 'No.' };
    const failed = intentOf({ status: 'requires_payment_method', last_payment_error: error });
    expect(read(eventOf('payment_intent.payment_failed', failed))).toEqual(
      reports({ ...failure, failure: { code: 'insufficient_funds', message: 'No.' } }),
    );
  });

  it('about a canceled payment intent reports a failure', () => {
    const canceled = intentOf({ status: 'canceled', cancellation_reason: null });
    const why = { code: 'canceled', message: 'Stripe gave no reason.' };
    expect(read(eventOf('payment_intent.canceled', canceled))).toEqual(
      reports({ ...failure, failure: why }),
    );
  });

  it.each(['refund.created', 'refund.updated', 'charge.refund.updated'])(
    '%s reports a refund that succeeded',
    (type) => {
      expect(read(eventOf(type, refundOf({ status: 'succeeded' })))).toEqual(
        reports({ ...report, orderKind: 'refund', transactionId: 'pyr_1QfA' }),
      );
    },
  );

  it.each(['failed', 'canceled'])('about a refund that %s reports a failure', (status) => {
    const object = refundOf({ status, failure_reason: 'declined' });
    const why = { code: 'declined', message: 'Stripe gave no reason.' };
    expect(read(eventOf('refund.failed', object))).toEqual(
      reports({
        ...failure,
        orderKind: 'refund',
        transactionId: 'pyr_1QfA',
        amountSatang: 150_000,
        failure: why,
      }),
    );
  });

  it.each<[string, string, object]>([
    ['a refund that waits for the payer', 'refund.updated', refundOf()],
    ['a refund in progress', 'refund.created', refundOf({ status: 'pending' })],
    ['a processing payment', 'payment_intent.processing', intentOf({ status: 'processing' })],
    ['a refunded charge', 'charge.refunded', { id: 'ch_1', object: 'charge', metadata: {} }],
    ['a payout to the merchant', 'payout.paid', { id: 'po_1', object: 'payout' }],
    [
      'an intent of another system',
      'payment_intent.succeeded',
      intentOf({ metadata: { order_id: '1' } }),
    ],
    ['an intent without metadata', 'payment_intent.succeeded', intentOf({ metadata: null })],
  ])('about %s is ignored', (_, type, object) => {
    expect(read(eventOf(type, object))).toMatchObject({ kind: 'ignored' });
  });

  it('named as a method of objects is not interpreted', () => {
    const noted = { kind: 'hint', about: { orderId }, event: 'constructor' };
    expect(read(eventOf('constructor', paid))).toEqual(noted);
  });

  it('in another currency is refused, without an amount', () => {
    const usd = { ...paid, currency: 'usd' };
    const about = { orderKind: 'incoming', orderId, outcome: 'succeeded', transactionId: null };
    expect(read(eventOf('payment_intent.succeeded', usd))).toMatchObject({
      kind: 'refused',
      problem: { code: 'foreign_currency' },
      report: about,
    });
  });

  it.each<[string, string]>([
    ['of the other mode', eventOf('payment_intent.succeeded', paid, { livemode: true })],
    ['without an amount', eventOf('payment_intent.succeeded', { ...paid, amount_received: null })],
    [
      'with an amount as text',
      eventOf('payment_intent.succeeded', { ...paid, amount_received: '1' }),
    ],
    ['with half a satang', eventOf('payment_intent.succeeded', { ...paid, amount_received: 1.5 })],
    ['with no money', eventOf('payment_intent.succeeded', { ...paid, amount_received: 0 })],
    [
      'with too much money',
      eventOf('payment_intent.succeeded', { ...paid, amount_received: 1e12 }),
    ],
    ['with an unknown status', eventOf('payment_intent.succeeded', { ...paid, status: 'x' })],
    ['without JSON', 'hello'],
    ['that is null', 'null'],
    ['that is no event', '{"object":"charge"}'],
    ['without data', '{"object":"event","type":"payment_intent.succeeded"}'],
    ['nested too deep', '['.repeat(100_000)],
  ])('%s is unreadable', (_, text) => {
    expect(read(text)).toMatchObject({ kind: 'unreadable' });
  });

  it('of a live account is read by a live account', () => {
    const live = accountAt('https://x.example', { secretKey: 'sk_live_x' }, 'live');
    const text = eventOf(
      'payment_intent.succeeded',
      { ...paid, livemode: true },
      { livemode: true },
    );
    expect(read(text, live)).toEqual(reports(report));
    expect(read(text)).toMatchObject({ kind: 'unreadable' });
  });
});
