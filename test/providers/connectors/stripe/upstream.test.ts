import { stripe } from '../../../../src/providers/connectors/stripe';
import type { ProviderClient } from '../../../../src/providers/connectors/connector';
import { startStripe, type StripeUpstream } from '../../../../sandbox/providers/stripe/server';
import { closeAfterFile } from '../../../support/close-after-file';
import { startReceiver, type Receiver } from '../../../support/receiver';
import { accountAt, clientOf, inquiryOf, secretKey, webhookSecret } from './account';

/** The connector against a server that keeps the state of payments: each verifies the other. */
let callbacks: Receiver;
let upstream: StripeUpstream;
let client: ProviderClient;
/** The clock of the upstream. */
let nowMs: () => number = Date.now;

beforeAll(async () => {
  callbacks = await startReceiver();
  const options = { secretKey, webhookSecrets: [webhookSecret], callbackUrl: callbacks.url };
  upstream = await startStripe({ ...options, now: () => nowMs() });
  closeAfterFile(() => upstream.close());
  client = clientOf(accountAt(upstream.url));
});
beforeEach(() => {
  nowMs = Date.now;
});

let count = 0;
const newOrder = () => {
  count += 1;
  return { orderId: `0192f0c1-0000-7000-8000-${String(count).padStart(12, '0')}` };
};
const qrOf = (orderId: string) => ({
  orderId,
  amountSatang: 150_000,
  expiresAt: new Date(Date.now() + 900_000),
});
const chargeOf = (orderId: string, token: string) =>
  ({ kind: 'charge', orderId, amountSatang: 150_000, token }) as const;
const refundOf = (orderId: string, paymentRef: string, amountSatang: number) =>
  ({ kind: 'refund', orderId, amountSatang, paymentRef, paymentId: 'x', account: null }) as const;
const intentsOf = (orderId: string) =>
  [...upstream.intents.values()].filter(({ metadata }) => metadata.saphan_order_id === orderId);

async function paidIntent(): Promise<string> {
  const { orderId } = newOrder();
  await client.openQr?.(qrOf(orderId));
  const [intent] = intentsOf(orderId);
  upstream.pay(intent?.id ?? '');
  return intent?.id ?? '';
}

describe('a PromptPay payment', () => {
  it('is opened, waits, is paid, and the event and the inquiry agree', async () => {
    const { orderId } = newOrder();
    const opened = await client.openQr?.(qrOf(orderId));
    if (opened?.kind !== 'opened') throw new Error(`it is ${opened?.kind}`);
    const { providerRef } = opened;
    expect(opened.payload).toMatch(/^000201.*5303764.*54071500\.00.*5802TH/);
    const inquiry = inquiryOf({ orderId, providerRef });
    expect(await client.find(inquiry)).toEqual({ kind: 'waiting' });
    upstream.pay(providerRef);
    expect(await client.find(inquiry)).toMatchObject({
      kind: 'succeeded',
      movements: [{ transactionId: providerRef, amountSatang: 150_000, costSatang: 2_648 }],
    });
    const { headers, body } = await callbacks.waitFor((one) => one.body.includes(orderId));
    const raw = { headers, body: Buffer.from(body), topic: null, receivedAt: new Date() };
    const account = accountAt(upstream.url);
    expect(stripe.verifyCallback(raw, account)).toBe(true);
    expect(stripe.readCallback(raw, account)).toMatchObject({
      kind: 'reports',
      reports: [{ orderId, transactionId: providerRef, amountSatang: 150_000 }],
    });
  });

  it('whose answer is lost is found by the idempotency key, as one payment intent', async () => {
    const { orderId } = newOrder();
    upstream.disturbNext('lose_answer');
    expect(await client.openQr?.(qrOf(orderId))).toMatchObject({ kind: 'unknown' });
    const [intent] = intentsOf(orderId);
    const opened = {
      kind: 'opened',
      providerRef: intent?.id,
      payload: intent?.qr,
      expiresAt: null,
    };
    expect(await client.find(inquiryOf({ orderId }))).toEqual({ kind: 'waiting', opened });
    upstream.pay(intent?.id ?? '');
    expect(await client.find(inquiryOf({ orderId }))).toMatchObject({ kind: 'succeeded' });
    expect(intentsOf(orderId)).toHaveLength(1);
  });

  it('that failed at Stripe is denied only after the list has settled', async () => {
    const { orderId } = newOrder();
    upstream.disturbNext('fail');
    const failed = { kind: 'unknown', reason: 'HTTP 500' };
    expect(await client.openQr?.(qrOf(orderId))).toEqual(failed);
    // The saved error is replayed, so that the list decides.
    expect(await client.find(inquiryOf({ orderId }))).toEqual({ kind: 'waiting' });
    const sentForMs = 61_000;
    expect(await client.find(inquiryOf({ orderId, sentForMs }))).toEqual({ kind: 'not_found' });
  });

  it('is not created by an inquiry after its deadline or the life of the key', async () => {
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
    const sentForMs = 3_600_000;
    const late = { createdAt: hoursAgo(1), sentForMs, expiresAt: hoursAgo(0.5) };
    const old = { createdAt: hoursAgo(23.1), sentForMs };
    const { orderId } = newOrder();
    for (const times of [late, old]) {
      expect(await client.find(inquiryOf({ orderId, ...times }))).toEqual({ kind: 'not_found' });
    }
    expect(intentsOf(orderId)).toEqual([]);
  });

  it('that was created before is found after its deadline by the list', async () => {
    const { orderId } = newOrder();
    const createdAt = new Date(Date.now() - 3_600_000);
    nowMs = () => createdAt.getTime() + 2_000;
    upstream.disturbNext('lose_answer');
    await client.openQr?.(qrOf(orderId));
    upstream.pay(intentsOf(orderId)[0]?.id ?? '', 149_000);
    const times = { createdAt, sentForMs: Date.now() - createdAt.getTime(), expiresAt: createdAt };
    expect(await client.find(inquiryOf({ orderId, ...times }))).toMatchObject({
      kind: 'succeeded',
      movements: [{ amountSatang: 149_000 }],
    });
  });

  it('is found unknown when its order is repeated with another amount', async () => {
    const { orderId } = newOrder();
    await client.openQr?.(qrOf(orderId));
    const other = await client.openQr?.({ ...qrOf(orderId), amountSatang: 1_000 });
    expect(other).toEqual({ kind: 'unknown', reason: 'HTTP 400' });
  });

  it('fails when the attempt expires', async () => {
    const { orderId } = newOrder();
    await client.openQr?.(qrOf(orderId));
    const providerRef = intentsOf(orderId)[0]?.id ?? '';
    upstream.fail(providerRef, 'payment_intent_payment_attempt_expired');
    expect(await client.find(inquiryOf({ orderId, providerRef }))).toMatchObject({
      kind: 'failed',
      code: 'payment_intent_payment_attempt_expired',
    });
  });

  it('is canceled only where the setting says so, and never after it was paid', async () => {
    const { orderId } = newOrder();
    await client.openQr?.(qrOf(orderId));
    const providerRef = intentsOf(orderId)[0]?.id ?? '';
    expect(await client.closeQr?.(providerRef)).toBe('not_closed');
    expect(intentsOf(orderId)[0]?.status).toBe('requires_action');
    const canceling = clientOf(accountAt(upstream.url, { cancelsExpired: true }));
    expect(await canceling.closeQr?.(`${providerRef}/../x`)).toBe('not_closed');
    expect(await canceling.closeQr?.(providerRef)).toBe('closed');
    expect(intentsOf(orderId)[0]?.status).toBe('canceled');
    expect(await canceling.closeQr?.(await paidIntent())).toBe('not_closed');
  });
});

describe('a charge', () => {
  it('of a good card is accepted and found', async () => {
    const { orderId } = newOrder();
    const sent = await client.send(chargeOf(orderId, 'pm_card_visa'));
    expect(sent).toEqual({ kind: 'accepted', providerRef: intentsOf(orderId)[0]?.id });
    const asked = inquiryOf({ kind: 'charge', orderId, expiresAt: null });
    expect(await client.find(asked)).toMatchObject({ kind: 'succeeded' });
  });

  it.each([
    ['pm_card_chargeDeclined', 'card_declined'],
    ['pm_card_authenticationRequired', 'authentication_required'],
  ])('of %s is refused, also when it is repeated', async (token, code) => {
    const { orderId } = newOrder();
    const refused = { kind: 'refused', code, message: 'Your card was declined.' };
    expect(await client.send(chargeOf(orderId, token))).toEqual(refused);
    expect(await client.send(chargeOf(orderId, token))).toEqual(refused);
    const asked = inquiryOf({ kind: 'charge', orderId, expiresAt: null });
    expect(await client.find(asked)).toMatchObject({ kind: 'failed', code });
  });

  it('whose answer is lost is charged once when it is repeated', async () => {
    const { orderId } = newOrder();
    upstream.disturbNext('lose_answer');
    const request = chargeOf(orderId, 'ctoken_visa');
    expect(await client.send(request)).toMatchObject({ kind: 'unknown' });
    expect(await client.send(request)).toMatchObject({ kind: 'accepted' });
    expect(intentsOf(orderId)).toHaveLength(1);
  });

  it('that was limited was not carried out', async () => {
    const { orderId } = newOrder();
    upstream.disturbNext('limit_rate');
    const limited = { kind: 'unreachable', reason: 'HTTP 429' };
    expect(await client.send(chargeOf(orderId, 'pm_card_visa'))).toEqual(limited);
    expect(intentsOf(orderId)).toEqual([]);
  });
});

describe('a refund', () => {
  it('waits for the payer, and succeeds with its own part', async () => {
    const paymentRef = await paidIntent();
    const { orderId } = newOrder();
    const sent = await client.send(refundOf(orderId, paymentRef, 50_000));
    if (sent.kind !== 'accepted') throw new Error(`it is ${sent.kind}`);
    const other = newOrder();
    await client.send(refundOf(other.orderId, paymentRef, 60_000));
    const asked = inquiryOf({ kind: 'refund', orderId, paymentRef, expiresAt: null });
    expect(await client.find(asked)).toMatchObject({ kind: 'waiting' });
    upstream.decideRefund(sent.providerRef ?? '', 'succeeded');
    expect(await client.find(asked)).toMatchObject({
      kind: 'succeeded',
      movements: [{ transactionId: sent.providerRef, amountSatang: 50_000 }],
    });
  });

  it.each(['failed', 'canceled'] as const)('that %s is found as a failure', async (status) => {
    const paymentRef = await paidIntent();
    const { orderId } = newOrder();
    const sent = await client.send(refundOf(orderId, paymentRef, 150_000));
    if (sent.kind !== 'accepted') throw new Error(`it is ${sent.kind}`);
    upstream.decideRefund(sent.providerRef ?? '', status, 'declined');
    const asked = inquiryOf({ kind: 'refund', orderId, paymentRef, expiresAt: null });
    expect(await client.find(asked)).toMatchObject({ kind: 'failed', code: 'declined' });
  });

  it('whose answer is lost is refunded once', async () => {
    const paymentRef = await paidIntent();
    const { orderId } = newOrder();
    upstream.disturbNext('lose_answer');
    const request = refundOf(orderId, paymentRef, 100_000);
    expect(await client.send(request)).toMatchObject({ kind: 'unknown' });
    const asked = inquiryOf({ kind: 'refund', orderId, paymentRef, expiresAt: null });
    expect(await client.find(asked)).toMatchObject({ kind: 'waiting' });
    expect(await client.send(request)).toMatchObject({ kind: 'accepted' });
    const made = [...upstream.refunds.values()].filter((one) => one.payment_intent === paymentRef);
    expect(made).toHaveLength(1);
  });

  it('of more than is left is refused', async () => {
    const paymentRef = await paidIntent();
    await client.send(refundOf(newOrder().orderId, paymentRef, 100_000));
    const more = await client.send(refundOf(newOrder().orderId, paymentRef, 50_001));
    expect(more).toMatchObject({ kind: 'refused', code: 'charge_already_refunded' });
  });
});

it('the probe rejects a key that Stripe does not know', async () => {
  expect(await client.probe()).toEqual({ kind: 'ok' });
  const other = clientOf(accountAt(upstream.url, { secretKey: 'sk_test_other' }));
  expect(await other.probe()).toEqual({ kind: 'rejected', reason: 'HTTP 401' });
});

it('no secret and no personal data is in a reason', async () => {
  const { orderId } = newOrder();
  upstream.disturbNext('fail');
  const outcomes = [
    await client.openQr?.(qrOf(orderId)),
    await clientOf(accountAt(upstream.url, { secretKey: 'sk_test_other' })).send(
      chargeOf(newOrder().orderId, 'pm_secret_token'),
    ),
  ];
  expect(JSON.stringify(outcomes)).not.toMatch(/sk_test|whsec|merchant\.example|pm_secret/);
});
