// Each is a test of `npm run test:wordpress`; the later ones use what the earlier ones have made.
import assert from 'node:assert/strict';
import { createHmac, randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createBrowser } from './browser.mjs';

const WAIT_MS_MAX = 60_000;

async function until(what, read) {
  for (const endMs = Date.now() + WAIT_MS_MAX; Date.now() < endMs; await pause(100)) {
    const found = await read();
    if (found) return found;
  }
  throw new Error(`It never happened: ${what}.`);
}

/** Adds the gateway's API with the merchant's key. */
export const openContext = ({ facts, ...given }) => ({
  ...given,
  facts,
  async gateway(method, route, body) {
    const response = await fetch(facts.apiUrl + route, {
      method,
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${facts.apiKey}`,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${route}: ${response.status} ${text}`);
    return text === '' ? {} : JSON.parse(text);
  },
});

const found = (text, pattern) => {
  const match = pattern.exec(text);
  const visible = text.replace(/<(script|style)[\s\S]*?<\/\1>/g, '').trim();
  assert.ok(match, `${pattern} is not in:\n${visible.slice(-3_000)}`);
  return match[1].replaceAll('&amp;', '&').replaceAll('&#038;', '&');
};

/** A shop in baht with a product, open to visitors, whose checkout page has the shortcode. */
async function openShop(shop) {
  const { admin, api } = shop;
  for (const plugin of ['woocommerce/woocommerce', 'saphan-for-woocommerce/saphan-for-woocommerce'])
    assert.equal(
      (await api('PUT', `/wp/v2/plugins/${plugin}`, { status: 'active' })).status,
      'active',
    );
  const page = { title: 'Checkout', content: '[woocommerce_checkout]', status: 'publish' };
  const { id: checkoutId, link } = await api('POST', '/wp/v2/pages', page);
  const settings = {
    'general/woocommerce_currency': 'THB',
    'general/woocommerce_default_country': 'TH:TH-10',
    'advanced/woocommerce_checkout_page_id': String(checkoutId),
  };
  for (const [name, value] of Object.entries(settings)) {
    await api('PUT', `/wc/v3/settings/${name}`, { value });
  }
  await api('POST', '/wc-admin/options', { woocommerce_coming_soon: 'no' });
  // The first page of the admin is the setup wizard.
  await admin.get('/wp-admin/');
  const product = (price) =>
    api('POST', '/wc/v3/products', { name: 'Coffee', virtual: true, regular_price: price });
  shop.checkout = link;
  shop.productIds = { whole: (await product('150')).id, satang: (await product('150.50')).id };
}

const settingsRoute = '/wp-admin/admin.php?page=wc-settings&tab=checkout&section=saphan';

/** Saves the form of the payment method. Returns the page that shows them. */
async function saveSettings({ admin }, fields) {
  const { text: form } = await admin.get(settingsRoute);
  await admin.post(settingsRoute, {
    _wpnonce: found(form, /name="_wpnonce" value="(\w+)"/),
    save: 'Save changes',
    ...Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [`woocommerce_saphan_${name}`, value]),
    ),
  });
  return (await admin.get(settingsRoute)).text;
}

/** A customer's checkout page with one product in the cart. */
async function fillCart({ url, productIds, checkout }, size) {
  const customer = createBrowser(url);
  await customer.get(`/?add-to-cart=${productIds[size]}`);
  const { text: page } = await customer.get(checkout);
  return { customer, page };
}

const billing = {
  first_name: 'สมชาย',
  last_name: 'ใจดี',
  country: 'TH',
  address_1: '1 ถนนสุขุมวิท',
  city: 'คลองเตย',
  state: 'TH-10',
  postcode: '10110',
  phone: '0812345678',
  email: 'payer@example.com',
};

/** Places the order of a cart. Returns it and the address to which the customer is sent. */
async function checkOut(shop, { customer, page }) {
  const { text } = await customer.post('/?wc-ajax=checkout', {
    ...Object.fromEntries(
      Object.entries(billing).map(([name, value]) => [`billing_${name}`, value]),
    ),
    payment_method: 'saphan',
    'woocommerce-process-checkout-nonce': found(
      page,
      /name="woocommerce-process-checkout-nonce" value="(\w+)"/,
    ),
  });
  const { result, redirect } = JSON.parse(text);
  assert.equal(result, 'success', text);
  const [order] = await shop.api('GET', '/wc/v3/orders?per_page=1&orderby=id');
  return { customer, order, checkoutUrl: redirect };
}

const buy = async (shop) => checkOut(shop, await fillCart(shop, 'whole'));

/** The customer of an unpaid order presses its button to pay. Returns the checkout's address. */
async function payAgain(customer, { payment_url: paymentUrl }) {
  const { text: page } = await customer.get(paymentUrl);
  const answer = await customer.post(paymentUrl, {
    woocommerce_pay: '1',
    payment_method: 'saphan',
    'woocommerce-pay-nonce': found(page, /name="woocommerce-pay-nonce" value="(\w+)"/),
  });
  return answer.location;
}

/** As the script of the checkout block does. Returns the address to which the customer is sent. */
async function checkOutByBlock(customer) {
  const { headers: given } = await customer.get('/?rest_route=/wc/store/v1/cart');
  const headers = { 'content-type': 'application/json', nonce: given.get('nonce') };
  const { text } = await customer.send('/?rest_route=/wc/store/v1/checkout', {
    method: 'POST',
    headers,
    body: JSON.stringify({ billing_address: billing, payment_method: 'saphan' }),
  });
  return JSON.parse(text).payment_result.redirect_url;
}

/** Presses the button of the checkout with which the sandbox bank pays its code. */
async function pay(checkoutUrl) {
  const page = await (await fetch(checkoutUrl)).text();
  const action = found(page, /action="([^"]*\/sandbox-payment[^"]*)"/);
  const response = await fetch(new URL(action, checkoutUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    redirect: 'manual',
  });
  assert.equal(response.status, 303);
}

const paymentsOf = async ({ gateway }, name, order) =>
  (await gateway('GET', `/Thai/v1/payments?reference=${name}-${order.id}`)).payments;

const statusOf = async ({ api }, { id }) => (await api('GET', `/wc/v3/orders/${id}`)).status;

const untilStatus = (shop, order, status) =>
  until(`order ${order.id} is ${status}`, async () => (await statusOf(shop, order)) === status);

const webhookUrl = ({ url }) => `${url}/?wc-api=saphan`;

/** Sends a webhook as the gateway would. Returns the status of the answer. */
async function send(shop, secret, event, payment) {
  const id = `evt_${randomBytes(8).toString('hex')}`;
  const body = JSON.stringify({
    id,
    event,
    data: { ...payment, kind: 'payment', status: event.split('.')[1] },
    timestamp: new Date().toISOString(),
    sequence: 9,
  });
  const seconds = String(Math.floor(Date.now() / 1_000));
  const signature = createHmac('sha256', secret).update(`${id}.${seconds}.${body}`);
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': `v1,${signature.digest('base64')}`,
  };
  return (await fetch(webhookUrl(shop), { method: 'POST', headers, body })).status;
}

/** What WordPress does on schedule with unpaid orders. Makes an order older first. */
const cancelUnpaid = (shop, { id }) =>
  shop.run(`
    global $wpdb;
    [$table, $column] =
      Automattic\\WooCommerce\\Utilities\\OrderUtil::custom_orders_table_usage_is_enabled()
        ? ["{$wpdb->prefix}wc_orders", 'date_updated_gmt']
        : [$wpdb->posts, 'post_modified'];
    $wpdb->query("update $table set $column = $column - interval 2 hour where id = ${id}");
    update_option('woocommerce_hold_stock_minutes', '60');
    wc_cancel_unpaid_orders();
  `);

export const tests = {
  async 'the plug-ins are activated'({ shops }) {
    for (const shop of shops) await openShop(shop);
  },
  async 'the form of the settings is saved, and a webhook reaches each shop'(given) {
    const { shops, gateway, facts } = given;
    for (const [at, shop] of shops.entries()) {
      shop.secret = randomBytes(24).toString('hex');
      const settings = {
        enabled: '1',
        title: 'Thai QR',
        api_key: facts.apiKey,
        base_url: facts.apiUrl,
        webhook_secret: shop.secret,
        shop: `shop${at + 1}`,
      };
      const page = await saveSettings(shop, settings);
      for (const value of [facts.apiUrl, shop.secret]) assert.ok(page.includes(`value="${value}"`));
      assert.ok(page.includes(webhookUrl(shop)));
      shop.webhook = await gateway('POST', '/Thai/v1/webhooks', {
        url: webhookUrl(shop),
        events: ['payment.succeeded', 'payment.expired'],
        secret: shop.secret,
      });
    }
  },
  async 'a customer whose total has satang is not offered the method'({ shops: [shop] }) {
    const method = /value="saphan"/;
    assert.match((await fillCart(shop, 'whole')).page, method);
    assert.doesNotMatch((await fillCart(shop, 'satang')).page, method);
  },
  async 'a forged webhook is refused, and a signed one of an unpaid payment pays nothing'(given) {
    const [shop] = given.shops;
    const bought = await buy(shop);
    const [payment] = await paymentsOf(given, 'shop1', bought.order);
    const forged = randomBytes(24).toString('hex');
    assert.equal(await send(shop, forged, 'payment.succeeded', payment), 400);
    assert.equal(await send(shop, shop.secret, 'payment.succeeded', payment), 204);
    assert.equal(await statusOf(shop, bought.order), 'pending');
    given.bought = bought;
  },
  async 'the webhook completes an order that is paid at the checkout'(given) {
    const [shop] = given.shops;
    const { order, checkoutUrl } = given.bought;
    await pay(checkoutUrl);
    await untilStatus(shop, order, 'processing');
    const [{ payment_id: paymentId }] = await paymentsOf(given, 'shop1', order);
    const paid = await shop.api('GET', `/wc/v3/orders/${order.id}`);
    assert.equal(paid.transaction_id, paymentId);
  },
  async 'an expired attempt does not cancel a paid order'(given) {
    const [shop] = given.shops;
    const { customer, order } = await buy(shop);
    const [first] = await paymentsOf(given, 'shop1', order);
    await given.gateway('POST', `/Thai/v1/payments/${first.payment_id}/expire`, {});
    await pay(await payAgain(customer, order));
    await untilStatus(shop, order, 'processing');
    assert.equal(await send(shop, shop.secret, 'payment.expired', first), 204);
    cancelUnpaid(shop, order);
    assert.equal(await statusOf(shop, order), 'processing');
  },
  async 'an unpaid order is cancelled after its payment has ended'(given) {
    const [shop] = given.shops;
    const { order } = await buy(shop);
    cancelUnpaid(shop, order);
    assert.equal(await statusOf(shop, order), 'cancelled');
    const [{ status }] = await paymentsOf(given, 'shop1', order);
    assert.equal(status, 'expired');
  },
  async 'a refund of the admin is paid by the gateway'(given) {
    const [shop] = given.shops;
    const { order } = given.bought;
    const { text: page } = await shop.admin.get(`/wp-admin/post.php?post=${order.id}&action=edit`);
    const { text } = await shop.admin.post('/wp-admin/admin-ajax.php', {
      action: 'woocommerce_refund_line_items',
      order_id: String(order.id),
      refund_amount: '50',
      refunded_amount: '0',
      refund_reason: 'out of stock',
      line_item_qtys: '{}',
      line_item_totals: '{}',
      line_item_tax_totals: '{}',
      api_refund: 'true',
      restock_refunded_items: 'false',
      security: found(page, /"order_item_nonce":"(\w+)"/),
    });
    assert.equal(JSON.parse(text).success, true, text);
    const [{ payment_id: id }] = await paymentsOf(given, 'shop1', order);
    const refund = await until('a refund that has succeeded', async () => {
      const { refunds } = await given.gateway('GET', `/Thai/v1/refunds?payment_id=${id}`);
      return refunds.find(({ status }) => status === 'succeeded');
    });
    assert.deepEqual([refund.amount, refund.reason], [50, 'out of stock']);
  },
  async 'a second shop on the account ignores the payments of the first'(given) {
    const [first, second] = given.shops;
    const ordersOf = async ({ api }) =>
      (await api('GET', '/wc/v3/orders')).map(({ id, status }) => [id, status]);
    const before = await ordersOf(first);
    const { order, checkoutUrl } = await buy(second);
    assert.ok(before.some(([id]) => id === order.id));
    await pay(checkoutUrl);
    await untilStatus(second, order, 'processing');
    const [payment] = await paymentsOf(given, 'shop2', order);
    assert.equal(await send(first, first.secret, 'payment.succeeded', payment), 204);
    assert.deepEqual(await ordersOf(first), before);
  },
  async 'the block of the checkout offers the method and leads to the gateway'(given) {
    const [shop] = given.shops;
    const block = '<div class="wp-block-woocommerce-checkout"></div>';
    const content = `<!-- wp:woocommerce/checkout -->${block}<!-- /wp:woocommerce/checkout -->`;
    const page = { title: 'Block', content, status: 'publish' };
    const { id, link } = await shop.api('POST', '/wp/v2/pages', page);
    const setting = '/wc/v3/settings/advanced/woocommerce_checkout_page_id';
    await shop.api('PUT', setting, { value: String(id) });
    const { customer } = await fillCart(shop, 'whole');
    const { text } = await customer.get(link);
    assert.match(text, /assets\/checkout-block\.js/);
    assert.match(text, /Thai(?:%20| )QR/);
    await pay(await checkOutByBlock(customer));
    const [order] = await shop.api('GET', '/wc/v3/orders?per_page=1&orderby=id');
    await untilStatus(shop, order, 'processing');
  },
  async 'the return of the customer completes an order whose webhook does not arrive'(given) {
    const [shop] = given.shops;
    await given.gateway('DELETE', `/Thai/v1/webhooks/${shop.webhook.webhook_id}`);
    const { customer, order, checkoutUrl } = await buy(shop);
    await pay(checkoutUrl);
    await until('a payment that has succeeded', async () => {
      const [{ status }] = await paymentsOf(given, 'shop1', order);
      return status === 'succeeded';
    });
    assert.equal(await statusOf(shop, order), 'pending');
    const { id, order_key: key } = order;
    await customer.get(`${shop.checkout}order-received/${id}/?key=${key}`);
    assert.equal(await statusOf(shop, order), 'processing');
  },
  async 'PHP has nothing to say about the plug-in'({ log }) {
    assert.doesNotMatch(log(), /.*saphan-for-woocommerce.*/);
  },
};
