import { findHostedPayment } from '../../../src/orders/payment/find-hosted-payment';
import { renewPayment } from '../../../src/orders/payment/renew-payment';
import { applyPending } from '../../../src/orders/store/apply-transition';
import { findViolations } from '../../../src/reports/store/invariants';
import { testCallback } from '../../support/gateway';
import { startApi, type Api } from '../../http/api';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterEach(async () => {
  expect(await findViolations(api.deps.db)).toEqual([]);
});

type Created = Awaited<ReturnType<Api['createQrCode']>>;

const headers = { 'accept-language': 'en' };
const pathOf = ({ checkout_url }: Created): string => new URL(checkout_url).pathname;
const visit = async (created: Created): Promise<string> =>
  (await api.get(pathOf(created), { key: null, headers })).text;
const stateOf = async (created: Created) =>
  (await api.get(`${pathOf(created)}/state`, { key: null })).body;

async function expire(id: string): Promise<void> {
  const past = new Date(Date.now() - 60_000);
  await api.deps.db('orders').where('id', id).update({ expires_at: past });
  await applyPending(api.deps.db, id);
}

async function pay(id: string, transactionId: string, amountSatang = 15_000): Promise<void> {
  const { deps } = api;
  await testCallback(deps, id, { reported: 'succeeded', amountSatang, transactionId });
  await applyPending(deps.db, id);
}

const press = (created: Created, sent: Record<string, string> = {}) =>
  fetch(`${api.url}${pathOf(created)}/new-code`, {
    method: 'POST',
    body: new FormData(),
    headers: { 'sec-fetch-site': 'same-origin', ...sent },
    redirect: 'manual',
  });

async function expired(request: object = {}): Promise<Created> {
  const created = await api.createQrCode({ amount: 150, ...request });
  await expire(created.payment_id);
  return created;
}

const successorOf = async (id: string): Promise<string> =>
  (await api.deps.db('checkouts').where('previous_id', id).first('order_id')).order_id as string;

async function renewed(created: Created): Promise<string> {
  expect((await press(created)).status).toBe(303);
  return successorOf(created.payment_id);
}

const statusOf = async (id: string) => (await api.readPayment(id)).status;
const exceptionsOf = (id: string) => api.deps.db('exceptions').where('order_id', id).pluck('kind');

describe('New code', () => {
  it('is offered once the payment has expired, and creates nothing by a visit', async () => {
    const created = await api.createQrCode();
    expect(await visit(created)).not.toContain('new-code');
    await expire(created.payment_id);
    const before = await api.countOrders();
    expect(await visit(created)).toContain(`action="${pathOf(created)}/new-code?lang=en"`);
    expect(await api.countOrders()).toBe(before);
  });

  it('is a payment of the same terms that names its predecessor, under the same link', async () => {
    const request = {
      reference: 'order-7',
      metadata: { cart: 'c1' },
      expiry_minutes: 45,
      description: 'Two coffees',
      return_url: 'https://shop.example/7',
      client_name: 'สมชาย',
    };
    const created = await expired(request);
    const id = await renewed(created);
    const payment = await api.readPayment(id);
    expect(payment).toMatchObject({
      amount: 150,
      reference: 'order-7',
      metadata: { cart: 'c1' },
      status: 'pending',
      previous_payment_id: created.payment_id,
    });
    expect(await stateOf(created)).toMatchObject({
      state: 'waiting',
      expires_at: payment.expires_at,
    });
    expect(await visit(created)).toContain('Two coffees');
    const [event] = await api.deps.db('events').where('order_id', id).pluck('body');
    expect(JSON.parse(event as string)).toMatchObject({
      data: { previous_payment_id: created.payment_id },
    });
    await pay(id, 'T-terms');
    const text = await visit(created);
    expect(text).toContain(`href="https://shop.example/7?payment_id=${id}"`);
    const bodies = await api.deps.db('events').where('order_id', id).pluck('body');
    for (const body of bodies) expect(body).toContain(created.payment_id);
  });

  it('pressed ten times at once creates one, which every press shows', async () => {
    const created = await expired();
    const before = await api.countOrders();
    const answers = await Promise.all(Array.from({ length: 10 }, () => press(created)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(303));
    expect(await api.countOrders()).toBe(before + 1);
  });

  it('is created at most four times', async () => {
    const created = await expired();
    let id = created.payment_id;
    for (let n = 2; n <= 5; n++) {
      expect((await press(created)).status).toBe(303);
      id = await successorOf(id);
      await expire(id);
    }
    expect(await visit(created)).not.toContain('new-code');
    expect((await press(created)).status).toBe(409);
    expect(await api.deps.db('checkouts').where('previous_id', id)).toEqual([]);
  });

  it('is refused from another site', async () => {
    const created = await expired();
    const before = await api.countOrders();
    expect((await press(created, { 'sec-fetch-site': 'cross-site' })).status).toBe(400);
    expect(await api.countOrders()).toBe(before);
  });

  it('is refused while the payment can be paid', async () => {
    const created = await api.createQrCode();
    const before = await api.countOrders();
    await press(created);
    expect(await api.countOrders()).toBe(before);
  });

  it('is refused for a payment that its merchant has expired', async () => {
    const created = await api.createQrCode();
    await api.post(`/Thai/v1/payments/${created.payment_id}/expire`);
    const before = await api.countOrders();
    expect((await press(created)).status).toBe(409);
    expect(await api.countOrders()).toBe(before);
  });

  it('is refused once money has arrived, also less than the amount', async () => {
    const created = await expired();
    await pay(created.payment_id, 'T-short', 5_000);
    const before = await api.countOrders();
    await press(created);
    expect(await api.countOrders()).toBe(before);
    expect(await stateOf(created)).toMatchObject({ state: 'short' });
  });

  it('is refused when less than the amount arrives after the page was read', async () => {
    const created = await expired();
    const { deps } = api;
    const read = await findHostedPayment(deps, pathOf(created).replace('/pay/', ''));
    await pay(created.payment_id, 'T-meanwhile', 5_000);
    const before = await api.countOrders();
    await expect(renewPayment(deps, read)).rejects.toMatchObject({ code: 'state_conflict' });
    expect(await api.countOrders()).toBe(before);
  });

  it("leaves half of the merchant's quota to its own requests", async () => {
    const created = await expired();
    const { db } = api.deps;
    const open = await db('orders')
      .where({ merchant_id: api.merchant.id, status: 'pending' })
      .pluck('id');
    const merchants = db('merchants').where('id', api.merchant.id);
    await merchants.clone().update({ open_orders_max: Math.max(1, open.length * 2) });
    await api.createQrCode();
    expect((await press(created)).status).toBe(429);
    await merchants.update({ open_orders_max: null });
  });
});

describe('money for a payment that was replaced', () => {
  it('is credited when it comes first, and the page shows no code any more', async () => {
    const created = await expired();
    const id = await renewed(created);
    await pay(created.payment_id, 'T-late');
    expect(await statusOf(created.payment_id)).toBe('succeeded');
    expect(await stateOf(created)).toMatchObject({ state: 'paid' });
    const { qr_code_id } = await api.readPayment(id);
    expect(await stateOf({ ...created, checkout_url: `http://x/pay/${qr_code_id}` })).toMatchObject(
      {
        state: 'paid',
      },
    );
  });

  it.each(['old first', 'new first'])(
    'and for its successor is credited once, %s: the second is an exception',
    async (sequence) => {
      const created = await expired();
      const id = await renewed(created);
      const old = created.payment_id;
      const [first, second] = sequence === 'old first' ? [old, id] : [id, old];
      await pay(first, `T1-${sequence}`);
      await pay(second, `T2-${sequence}`);
      expect(await statusOf(first)).toBe('succeeded');
      expect(await statusOf(second)).not.toBe('succeeded');
      expect(await exceptionsOf(first)).toEqual([]);
      expect(await exceptionsOf(second)).toEqual(['duplicate_payment']);
      const text = await visit(created);
      expect(text).toContain('Payment received');
      expect(text).toContain('More than one of your transfers arrived.');
    },
  );

  it('at once with that for its successor is credited once', async () => {
    for (let n = 0; n < 5; n++) {
      const created = await expired();
      const id = await renewed(created);
      const both = [created.payment_id, id];
      await Promise.all(both.map((each, at) => pay(each, `T-race-${n}-${at}`)));
      const statuses = await Promise.all(both.map(statusOf));
      expect(statuses.filter((status) => status === 'succeeded')).toHaveLength(1);
      const kinds = (await Promise.all(both.map(exceptionsOf))).flat();
      expect(kinds).toEqual(['duplicate_payment']);
    }
  });
});
