import { applyPending } from '../../../src/orders/store/apply-transition';
import { findViolations } from '../../../src/reports/store/invariants';
import { startApi, type Api } from '../../http/api';
import { testCallback, testMerchant } from '../../support/gateway';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterEach(async () => {
  expect(await findViolations(api.deps.db)).toEqual([]);
});

interface Created {
  readonly payment_id: string;
  readonly checkout_url: string;
}

const headers = { 'accept-language': 'en' };
const terms = { token_id: 'tok_success', amount: 150, currency: 'THB' };
const charge = (changed: object = {}) => api.post('/Thai/v1/payments', { ...terms, ...changed });
const pathOf = ({ checkout_url }: Created): string => new URL(checkout_url).pathname;
const visit = async (created: Created): Promise<string> =>
  (await api.get(pathOf(created), { key: null, headers })).text;
const stateOf = async (created: Created) =>
  (await api.get(`${pathOf(created)}/state`, { key: null })).body;
const statusOf = async (id: string) => (await api.readPayment(id)).status;
const exceptionsOf = (id: string) => api.deps.db('exceptions').where('order_id', id).pluck('kind');

async function report(id: string, reported: 'succeeded' | 'failed', transactionId: string) {
  const money = reported === 'succeeded' ? { amountSatang: 15_000, transactionId } : {};
  await testCallback(api.deps, id, { reported, ...money });
  await applyPending(api.deps.db, id);
}

async function failed(changed: object = {}): Promise<Created> {
  const { status, body } = await charge(changed);
  expect(status).toBe(200);
  const created = body as Created;
  await report(created.payment_id, 'failed', '');
  return created;
}

const press = (created: Created) =>
  fetch(`${api.url}${pathOf(created)}/new-code`, {
    method: 'POST',
    body: new FormData(),
    headers: { 'sec-fetch-site': 'same-origin' },
    redirect: 'manual',
  });

const successorOf = async (id: string): Promise<string> =>
  (await api.deps.db('checkouts').where('previous_id', id).first('order_id')).order_id as string;

describe('the page of a card that has failed', () => {
  it('leads back to the shop and offers a QR code, and creates nothing by a visit', async () => {
    const created = await failed({ return_url: 'https://shop.example/7' });
    const before = await api.countOrders();
    const text = await visit(created);
    const back = `https://shop.example/7?payment_id=${created.payment_id}`;
    expect(text).toContain(`href="${back}"`);
    expect(text).toContain('Try again at ');
    expect(text).toContain(`action="${pathOf(created)}/new-code?lang=en"`);
    expect(await api.countOrders()).toBe(before);
  });

  it('makes one QR payment of the same terms for two presses, and shows it', async () => {
    const metadata = { cart: 'c1' };
    const created = await failed({ reference: 'order-7', metadata, description: 'Two coffees' });
    const before = await api.countOrders();
    const answers = await Promise.all([press(created), press(created)]);
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    expect(await api.countOrders()).toBe(before + 1);
    const id = await successorOf(created.payment_id);
    expect(await api.readPayment(id)).toMatchObject({
      method: 'qr',
      amount: 150,
      reference: 'order-7',
      metadata,
      previous_payment_id: created.payment_id,
    });
    expect(await stateOf(created)).toMatchObject({ state: 'waiting' });
    expect(await visit(created)).toContain('Two coffees');
    await report(id, 'succeeded', 'T-qr');
    expect(await stateOf(created)).toMatchObject({ state: 'paid' });
  });

  it('offers no QR code while the charge is pending', async () => {
    const created = (await charge()).body as Created;
    const before = await api.countOrders();
    expect(await visit(created)).not.toContain('new-code');
    await press(created);
    expect(await api.countOrders()).toBe(before);
  });
});

describe('a token payment with previous_payment_id', () => {
  it('shares the checkout of the failed one, and is named by its event', async () => {
    const created = await failed();
    const { status, body } = await charge({ previous_payment_id: created.payment_id });
    expect(status).toBe(200);
    const next = body as Created;
    expect(body).toMatchObject({ previous_payment_id: created.payment_id });
    expect(await api.readPayment(next.payment_id)).toEqual(body);
    const [event] = await api.deps.db('events').where('order_id', next.payment_id).pluck('body');
    expect(event).toContain(`"previous_payment_id":"${created.payment_id}"`);
    for (const page of [created, next]) {
      expect(await stateOf(page)).toMatchObject({ state: 'charging' });
    }
    await report(next.payment_id, 'succeeded', 'C-next');
    for (const page of [created, next])
      expect(await stateOf(page)).toMatchObject({ state: 'paid' });
  });

  it('is created once by ten requests at once with ten keys, and by a repeated key', async () => {
    const { payment_id: previous_payment_id } = await failed();
    const requests = Array.from({ length: 10 }, (_, n) =>
      charge({ previous_payment_id, reference: `try-${n}` }),
    );
    const answers = await Promise.all(requests);
    const codes = answers.map(({ code }) => code).filter((code) => code !== undefined);
    expect(codes).toEqual(Array(9).fill('state_conflict'));
    const other = await failed();
    const request = { ...terms, previous_payment_id: other.payment_id };
    const sending = { headers: { 'Idempotency-Key': 'try-once' } };
    const twice = await Promise.all(
      Array.from({ length: 5 }, () => api.post('/Thai/v1/payments', request, sending)),
    );
    const ids = new Set(twice.map(({ body }) => (body as Created).payment_id));
    expect([...ids]).toEqual([await successorOf(other.payment_id)]);
  });

  it('is refused for a payment that another failed one has replaced', async () => {
    const { payment_id: first } = await failed();
    const { payment_id: second } = await failed({ previous_payment_id: first });
    expect((await charge({ previous_payment_id: first })).code).toBe('state_conflict');
    expect((await charge({ previous_payment_id: second })).status).toBe(200);
  });

  it('follows a QR code in place of the card that has expired, up to the fifth', async () => {
    const created = await failed();
    await press(created);
    let id = await successorOf(created.payment_id);
    await api.deps
      .db('orders')
      .where({ id })
      .update({ expires_at: new Date(Date.now() - 60_000) });
    await applyPending(api.deps.db, id);
    for (let place = 3; place <= 5; place++) {
      const next = await failed({ previous_payment_id: id });
      expect(await stateOf(created)).toMatchObject({ state: 'failed' });
      id = next.payment_id;
    }
    expect((await charge({ previous_payment_id: id })).code).toBe('state_conflict');
    expect(await visit(created)).not.toContain('new-code');
  });

  it('is refused for a payment of others, another amount and an open payment', async () => {
    const created = await failed();
    const { payment_id: previous_payment_id } = created;
    const other = await testMerchant(api.deps.db);
    const body = { ...terms, previous_payment_id };
    const before = await api.countOrders();
    const foreign = await api.post('/Thai/v1/payments', body, { key: other.apiKey });
    expect(foreign.code).toBe('payment_not_found');
    expect(await charge({ previous_payment_id, amount: 151 })).toMatchObject({
      code: 'invalid_request',
      param: 'amount',
    });
    expect((await charge({ previous_payment_id: 'pay_no' })).code).toBe('payment_not_found');
    expect(await api.countOrders()).toBe(before);
    const { body: pending } = await charge();
    const { payment_id: open } = pending as Created;
    expect((await charge({ previous_payment_id: open })).code).toBe('state_conflict');
  });

  it('and a late success of the failed one are credited once: the second is held', async () => {
    const created = await failed();
    const { body } = await charge({ previous_payment_id: created.payment_id });
    const { payment_id: id } = body as Created;
    await Promise.all([
      report(id, 'succeeded', 'C-again'),
      report(created.payment_id, 'succeeded', 'C-first'),
    ]);
    const both = [created.payment_id, id];
    const statuses = await Promise.all(both.map(statusOf));
    expect(statuses.filter((status) => status === 'succeeded')).toHaveLength(1);
    expect((await Promise.all(both.map(exceptionsOf))).flat()).toEqual(['duplicate_payment']);
  });
});
