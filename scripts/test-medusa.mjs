#!/usr/bin/env node
// `npm run test:medusa`: a Medusa server with the packed provider takes a payment through a
// gateway: cart, session, checkout, webhook, order and refund, by Medusa's own APIs. By hand,
// because npm installs the whole of Medusa. The last line is `N passed, N failed`.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { freePorts } from './free-ports.mjs';
import { startGateway } from './fuzz-gateway.mjs';
import { makeReady } from './ready.mjs';
import { runInTurn } from './run-in-turn.mjs';

const WAIT_MS_MAX = 60_000;
const PROVIDER = 'pp_saphan_saphan';

/** Requests with JSON. Rejects a refusal with its text. */
const caller = (base, headers) => async (method, route, body, own) => {
  const response = await fetch(base + route, {
    method,
    headers: { 'content-type': 'application/json', ...headers, ...own },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${route}: ${response.status} ${text}`);
  return text === '' ? {} : JSON.parse(text);
};

async function until(what, read) {
  for (const endMs = Date.now() + WAIT_MS_MAX; Date.now() < endMs; await pause(100)) {
    const found = await read();
    if (found) return found;
  }
  throw new Error(`It never happened: ${what}.`);
}

/** A region with the provider, and a product of two prices. */
async function openShop({ url, admin: credentials }) {
  const { token } = await caller(url)('POST', '/auth/user/emailpass', credentials);
  const admin = caller(url, { authorization: `Bearer ${token}` });
  const { sales_channels: channels } = await admin('GET', '/admin/sales-channels');
  const [{ id: channel }] = channels;
  const { region } = await admin('POST', '/admin/regions', {
    name: 'Thailand',
    currency_code: 'thb',
    countries: ['th'],
    payment_providers: [PROVIDER],
  });
  const { api_key: key } = await admin('POST', '/admin/api-keys', {
    title: 'storefront',
    type: 'publishable',
  });
  await admin('POST', `/admin/api-keys/${key.id}/sales-channels`, { add: [channel] });
  const variant = (size, amount) => ({
    title: size,
    options: { Size: size },
    manage_inventory: false,
    prices: [{ currency_code: 'thb', amount }],
  });
  const { product } = await admin('POST', '/admin/products', {
    title: 'Coffee',
    status: 'published',
    options: [{ title: 'Size', values: ['whole', 'satang'] }],
    variants: [variant('whole', 150), variant('satang', 150.5)],
    sales_channels: [{ id: channel }],
  });
  const store = caller(url, { 'x-publishable-api-key': key.token });
  const variantOf = (size) => product.variants.find(({ title }) => title === size).id;
  return { admin, store, region, channel, variantOf };
}

/** A cart with one item, and the payment collection of its payment. */
async function fillCart({ store, region, channel, variantOf }, size) {
  const address = { first_name: 'สมชาย', last_name: 'ใจดี', country_code: 'th' };
  const { cart } = await store('POST', '/store/carts', {
    region_id: region.id,
    sales_channel_id: channel,
    email: 'payer@example.com',
    shipping_address: address,
  });
  const item = { variant_id: variantOf(size), quantity: 1 };
  await store('POST', `/store/carts/${cart.id}/line-items`, item);
  const { payment_collection: collection } = await store('POST', '/store/payment-collections', {
    cart_id: cart.id,
  });
  const route = `/store/payment-collections/${collection.id}/payment-sessions`;
  const startSession = async () => {
    const answer = await store('POST', route, { provider_id: PROVIDER });
    return answer.payment_collection.payment_sessions[0].data;
  };
  return { cartId: cart.id, startSession };
}

/** Pays the code of a session at the sandbox bank. */
async function pay({ gateway, bankUrl }, { session_id, payment_id }) {
  // The provider's own creation, repeated with its idempotency key, answers with the code.
  const request = {
    amount: 150,
    currency: 'THB',
    reference: session_id,
    metadata: { shop: 'medusa', session_id },
  };
  const key = { 'idempotency-key': `medusa-${session_id}-first-150` };
  const qr = await gateway('POST', '/Thai/v1/qr-codes', request, key);
  assert.equal(qr.payment_id, payment_id);
  await caller(bankUrl)('POST', '/api/payments', { qrData: qr.qr_data });
}

const ordersIn = async ({ admin }) => {
  const fields = 'id,payment_status,*payment_collections.payments';
  return (await admin('GET', `/admin/orders?fields=${fields}`)).orders;
};

/** Each is a test; the later ones use what the earlier ones have made. */
const tests = {
  async 'a total with satang is refused before an order exists'({ shop }) {
    const { startSession } = await fillCart(shop, 'satang');
    await assert.rejects(startSession(), /whole baht/);
    assert.deepEqual(await ordersIn(shop), []);
  },
  async 'a session leads to the checkout, and its cart is not completed unpaid'(given) {
    const { startSession, cartId } = await fillCart(given.shop, 'whole');
    given.session = await startSession();
    given.cartId = cartId;
    assert.equal((await fetch(given.session.checkout_url)).status, 200);
    const completion = given.shop.store('POST', `/store/carts/${cartId}/complete`);
    await assert.rejects(completion, /400 .*was not authorized/);
  },
  async 'the webhook makes an order of a paid cart whose customer does not return'(given) {
    await pay(given, given.session);
    const paid = await until('an order that is captured', async () =>
      (await ordersIn(given.shop)).find(({ payment_status: status }) => status === 'captured'),
    );
    const [{ payments }] = paid.payment_collections;
    assert.deepEqual([payments.length, payments[0].amount], [1, 150]);
    given.payment = payments[0];
  },
  async 'completing the cart again answers with the same order'({ shop, cartId }) {
    const { type } = await shop.store('POST', `/store/carts/${cartId}/complete`);
    assert.equal(type, 'order');
    assert.equal((await ordersIn(shop)).length, 1);
  },
  async 'a refund of the admin is paid by the gateway'({ shop, gateway, payment, session }) {
    await shop.admin('POST', `/admin/payments/${payment.id}/refund`, { amount: 50 });
    const query = `payment_id=${session.payment_id}`;
    const refund = await until('a refund that has succeeded', async () => {
      const { refunds } = await gateway('GET', `/Thai/v1/refunds?${query}`);
      return refunds.find(({ status }) => status === 'succeeded');
    });
    assert.equal(refund.amount, 50);
  },
};

async function start(folder, closers) {
  await makeReady();
  // It imports packages, which are installed by now.
  const { startMedusa } = await import('./medusa-server.mjs');
  const { facts, close, postgresUrl } = await startGateway();
  closers.push(close);
  const webhookSecret = randomBytes(24).toString('hex');
  const [port] = await freePorts(1);
  const medusa = await startMedusa(folder, {
    serverUrl: await postgresUrl(),
    port,
    provider: { apiKey: facts.apiKey, baseUrl: facts.apiUrl, webhookSecret },
  });
  closers.push(medusa.close);
  const gateway = caller(facts.apiUrl, { authorization: `Bearer ${facts.apiKey}` });
  await gateway('POST', '/Thai/v1/webhooks', {
    url: `${medusa.url}/hooks/payment/saphan_saphan`,
    events: ['payment.succeeded'],
    secret: webhookSecret,
  });
  const given = { gateway, bankUrl: facts.bankUrl, shop: await openShop(medusa) };
  return { tests, given, log: medusa.log };
}

await runInTurn('saphan-medusa', start);
