// The provider against a running gateway, by the interface of Medusa's payment module.
// `npm run test:clients -- medusa` installs Medusa's packages and sets the environment.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { AbstractPaymentProvider, Modules } from '@medusajs/utils';
import plugin from 'medusa-payment-saphan';
import { Saphan, signTestEvent } from 'saphan';

const { SAPHAN_URL: baseUrl, SAPHAN_API_KEY: apiKey, SAPHAN_BANK_URL: bankUrl } = process.env;
const { SaphanPaymentProvider } = plugin;
const saphan = new Saphan({ apiKey, baseUrl });
const received = [];
let receiver;
let webhook;
let provider;

const providerWith = (options = {}) =>
  new SaphanPaymentProvider({}, { apiKey, baseUrl, webhookSecret: webhook.secret, ...options });

before(async () => {
  receiver = createServer((request, response) => {
    const parts = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', () => {
      const rawData = Buffer.concat(parts);
      received.push({ rawData, headers: request.headers, data: JSON.parse(rawData.toString()) });
      response.end();
    });
  });
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${receiver.address().port}/hooks/payment/saphan_saphan`;
  webhook = await saphan.createWebhook({ url, events: ['payment.succeeded', 'payment.expired'] });
  provider = providerWith();
});

after(async () => {
  await saphan.deleteWebhook(webhook.webhook_id);
  receiver.close();
});

const idOfSession = () => `payses_${randomUUID().replaceAll('-', '').slice(0, 26)}`;

async function initiate(amount = 100, by = provider) {
  const session_id = idOfSession();
  const input = { amount, currency_code: 'thb', data: { session_id } };
  return by.initiatePayment(input);
}

async function pay(data) {
  const { qr_data } = await qrOf(data);
  const response = await fetch(`${bankUrl}/api/payments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ qrData: qr_data }),
  });
  assert.ok(response.ok, await response.text());
}

/** The code of a payment: its creation is repeated with the provider's idempotency key. */
async function qrOf({ session_id, payment_id, amount, previous = 'first' }) {
  const qr = await saphan.createQrCode(
    {
      amount,
      currency: 'THB',
      reference: session_id,
      metadata: { shop: 'medusa', session_id },
    },
    { idempotencyKey: `medusa-${session_id}-${previous}-${amount}` },
  );
  assert.equal(qr.payment_id, payment_id);
  return qr;
}

async function eventOf(paymentId, name) {
  for (const endMs = Date.now() + 60_000; Date.now() < endMs; await pause(20)) {
    const found = received.find(
      ({ data }) => data.event === name && data.data.payment_id === paymentId,
    );
    if (found !== undefined) return found;
  }
  throw new Error(`${name} of ${paymentId} was not received`);
}

const signed = (event) => {
  const { headers, body } = signTestEvent(webhook.secret, event);
  return { headers, rawData: body, data: event };
};

const succeeded = (payment_id, metadata = null) => ({
  id: `evt_${randomUUID()}`,
  event: 'payment.succeeded',
  data: { payment_id, kind: 'payment', status: 'succeeded', amount: 100, metadata },
  timestamp: new Date().toISOString(),
  sequence: 2,
});

describe('the module', () => {
  it('is a payment provider of Medusa', () => {
    const { module, services } = plugin.default;
    assert.equal(module, Modules.PAYMENT);
    assert.deepEqual(services, [SaphanPaymentProvider]);
    assert.ok(AbstractPaymentProvider.isPaymentProvider(SaphanPaymentProvider.prototype));
    assert.ok(provider instanceof AbstractPaymentProvider);
    assert.equal(provider.getIdentifier(), 'saphan');
  });

  it('refuses options that are missing, without their values', () => {
    for (const options of [{}, { apiKey }, { webhookSecret: 'x' }, { apiKey, webhookSecret: '' }]) {
      assert.throws(() => SaphanPaymentProvider.validateOptions(options), /is missing/);
    }
    const shop = { apiKey, webhookSecret: 'x', shop: 'a shop' };
    assert.throws(() => SaphanPaymentProvider.validateOptions(shop), /The option shop/);
    SaphanPaymentProvider.validateOptions({ apiKey, webhookSecret: 'x', shop: 'a' });
    assert.throws(() => providerWith({ webhookSecret: '' }), /webhookSecret/);
  });
});

describe('a session', () => {
  it('leads to a checkout, and is captured after its payment', async () => {
    const { id, status, data } = await initiate();
    assert.equal(status, 'pending');
    assert.equal(data.payment_id, id);
    assert.equal((await fetch(data.checkout_url)).status, 200);
    assert.equal((await provider.authorizePayment({ data })).status, 'requires_more');
    await assert.rejects(provider.capturePayment({ data }), /not paid/);
    await pay(data);
    const event = await eventOf(id, 'payment.succeeded');
    assert.deepEqual(await provider.getWebhookActionAndData(event), {
      action: 'captured',
      data: { session_id: data.session_id, amount: 100 },
    });
    const authorized = await provider.authorizePayment({ data });
    assert.equal(authorized.status, 'captured');
    assert.equal((await provider.getPaymentStatus({ data })).status, 'captured');
    const captured = await provider.capturePayment({ data: authorized.data });
    assert.equal(captured.data.payment_id, id);
    const { payment } = (await provider.retrievePayment({ data })).data;
    assert.equal(payment.status, 'succeeded');
  });

  it('makes one payment when Medusa repeats its creation', async () => {
    const input = { amount: 100, currency_code: 'THB', data: { session_id: idOfSession() } };
    const first = await provider.initiatePayment(input);
    assert.deepEqual(await provider.initiatePayment(input), first);
  });

  it('takes whole baht only', async () => {
    const input = { data: { session_id: idOfSession() } };
    for (const amount of [100.5, '0', -1, { value: '99.99' }]) {
      const call = provider.initiatePayment({ ...input, amount, currency_code: 'thb' });
      await assert.rejects(call, /whole baht/);
    }
    const call = provider.initiatePayment({ ...input, amount: 1, currency_code: 'usd' });
    await assert.rejects(call, /takes THB, not USD/);
    const { data } = await provider.initiatePayment({
      ...input,
      amount: { value: '99.00' },
      currency_code: 'thb',
    });
    assert.equal(data.amount, 99);
  });

  it('gets another payment when its amount changes, and the expired one cancels nothing', async () => {
    const { data: first } = await initiate(100);
    assert.deepEqual(
      (await provider.updatePayment({ amount: 100, currency_code: 'thb', data: first })).data,
      first,
    );
    const { data } = await provider.updatePayment({
      amount: 120,
      currency_code: 'thb',
      data: first,
    });
    assert.notEqual(data.payment_id, first.payment_id);
    assert.equal((await saphan.readPayment(first.payment_id)).status, 'expired');
    await pay({ ...data, previous: first.payment_id });
    await eventOf(data.payment_id, 'payment.succeeded');
    const expired = await eventOf(first.payment_id, 'payment.expired');
    assert.deepEqual(await provider.getWebhookActionAndData(expired), { action: 'not_supported' });
    // Medusa may know the expired payment only.
    const paid = await provider.authorizePayment({ data: first });
    assert.equal(paid.status, 'captured');
    assert.equal(paid.data.payment_id, data.payment_id);
    const change = { amount: 130, currency_code: 'thb', data };
    await assert.rejects(provider.updatePayment(change), /paid already/);
  });

  it('is not paid by an earlier payment of less', async () => {
    const { data: first } = await initiate(100);
    await pay(first);
    await eventOf(first.payment_id, 'payment.succeeded');
    const dearer = { ...first, amount: 200 };
    assert.equal((await provider.authorizePayment({ data: first })).status, 'captured');
    assert.equal((await provider.authorizePayment({ data: dearer })).status, 'requires_more');
  });

  it('is ended by Medusa unless it is paid', async () => {
    const { data } = await initiate();
    await provider.cancelPayment({ data });
    assert.equal((await saphan.readPayment(data.payment_id)).status, 'expired');
    await provider.deletePayment({ data });
    assert.deepEqual(await provider.deletePayment({ data: {} }), { data: {} });
    const { data: paid } = await initiate();
    await pay(paid);
    await eventOf(paid.payment_id, 'payment.succeeded');
    await assert.rejects(provider.cancelPayment({ data: paid }), /paid: refund it/);
    await assert.rejects(provider.deletePayment({ data: paid }), /paid: refund it/);
  });
});

describe('a refund', () => {
  it('is made once when Medusa repeats it', async () => {
    const { data } = await initiate();
    await pay(data);
    await eventOf(data.payment_id, 'payment.succeeded');
    const refund = (amount, idempotency_key) =>
      provider.refundPayment({ data, amount, context: { idempotency_key } });
    const first = await refund(40, 'ref_1' + data.session_id);
    const again = await refund(40, 'ref_1' + data.session_id);
    assert.equal(first.data.last_refund_id, again.data.last_refund_id);
    await refund({ value: '10' }, 'ref_2' + data.session_id);
    const { refunds } = await saphan.listRefunds({ payment_id: data.payment_id });
    assert.deepEqual(
      refunds.map(({ amount }) => amount),
      [10, 40],
    );
    await assert.rejects(refund(1.005, 'ref_3'), /two decimals/);
    const satang = refund(1.5, 'ref_5' + data.session_id);
    await assert.rejects(satang, { code: 'invalid_amount' });
    await assert.rejects(refund(100, 'ref_4' + data.session_id), {
      code: 'refund_exceeds_remaining',
    });
  });
});

describe('a webhook', () => {
  it('of another secret, a changed body or without a signature is refused', async () => {
    const { data } = await initiate();
    const event = signed(succeeded(data.payment_id));
    const { headers, body } = signTestEvent('another secret', event.data);
    const forged = { headers, rawData: body, data: event.data };
    await assert.rejects(provider.getWebhookActionAndData(forged));
    const changed = { ...event, rawData: event.rawData.replace('evt_', 'evt-') };
    await assert.rejects(provider.getWebhookActionAndData(changed));
    await assert.rejects(provider.getWebhookActionAndData({ ...event, headers: {} }));
  });

  it('completes nothing when the payment, read again, is not paid', async () => {
    const { data } = await initiate();
    const event = signed(succeeded(data.payment_id, { shop: 'medusa' }));
    assert.deepEqual(await provider.getWebhookActionAndData(event), { action: 'not_supported' });
  });

  it('of another shop on the same account is ignored', async () => {
    const other = providerWith({ shop: 'other' });
    const { data } = await initiate();
    await pay(data);
    const event = await eventOf(data.payment_id, 'payment.succeeded');
    assert.deepEqual(await other.getWebhookActionAndData(event), { action: 'not_supported' });
    assert.equal((await provider.getWebhookActionAndData(event)).action, 'captured');
    const foreign = await saphan.createQrCode({ amount: 1, currency: 'THB' });
    const strange = signed(succeeded(foreign.payment_id));
    assert.deepEqual(await provider.getWebhookActionAndData(strange), { action: 'not_supported' });
  });

  it('about anything else is ignored', async () => {
    const ping = signed({ ...succeeded('pay_1'), event: 'webhook.ping', data: {} });
    assert.deepEqual(await provider.getWebhookActionAndData(ping), { action: 'not_supported' });
  });
});
