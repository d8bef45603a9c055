import { applyPending } from '../../../src/orders/store/apply-transition';
import { eraseSubjects } from '../../../src/personal-data/store/erase-subject';
import { startApi, type Answered, type Api } from '../../http/api';
import { depositRequest } from '../../http/api/transfers';
import { testCallback } from '../../support/gateway';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});

const qr = { amount: 100, currency: 'THB' };
const card = { token_id: 'tok_success', ...qr };

interface Created {
  readonly id: string;
  readonly page: string;
}

const creations = {
  'QR payment': ['/Thai/v1/qr-codes', qr],
  'token payment': ['/Thai/v1/payments', card],
  deposit: ['/deposit/gw', depositRequest],
} as const;
type Kind = keyof typeof creations;
const kinds = Object.keys(creations) as Kind[];

const post = (kind: Kind, fields: object, at = api): Promise<Answered> => {
  const [path, body] = creations[kind];
  return at.post(path, { ...body, ...fields });
};

async function create(kind: Kind, fields: object): Promise<Created> {
  const { body, code } = await post(kind, fields);
  expect(code).toBeUndefined();
  const outer = body as { data?: object };
  const { payment_id, orderId, checkout_url } = { ...outer, ...outer.data } as Record<
    string,
    string
  >;
  return { id: payment_id ?? orderId ?? '', page: new URL(checkout_url ?? '').pathname };
}

const visit = async ({ page }: Created): Promise<string> =>
  (await api.get(page, { key: null, headers: { 'accept-language': 'en' } })).text;

async function report(kind: Kind, { id }: Created, reported: 'succeeded' | 'failed') {
  const route = kind === 'deposit' ? ('deposit' as const) : ('payment' as const);
  await testCallback(api.deps, id, { route, reported });
  await applyPending(api.deps.db, id);
}

async function expire({ id }: Created): Promise<void> {
  const past = new Date(Date.now() - 60_000);
  await api.deps.db('orders').where('id', id).update({ expires_at: past });
  await applyPending(api.deps.db, id);
}

const shopUrl = 'https://shop.example/orders/7?from=pay&x=%20';
const linkOf = ({ id }: Created) =>
  `href="${shopUrl.replaceAll('&', '&amp;')}&amp;payment_id=${id}"`;

describe.each(kinds)('return_url of a %s', (kind) => {
  it('is on the page with its host once paid, with the payment and its parameters', async () => {
    const created = await create(kind, { return_url: shopUrl });
    expect(await visit(created)).not.toContain('shop.example');
    await report(kind, created, 'succeeded');
    const text = await visit(created);
    expect(text).toContain(linkOf(created));
    expect(text).toContain(`Back to ${api.merchant.name}`);
    expect(text).toContain('<small>shop.example</small>');
  });

  it('is on the page of a failed one', async () => {
    const created = await create(kind, { return_url: shopUrl });
    await report(kind, created, 'failed');
    expect(await visit(created)).toContain(linkOf(created));
  });

  it('is not taken from the URL of the page', async () => {
    const created = await create(kind, {});
    await report(kind, created, 'succeeded');
    const page = `${created.page}?return_url=https%3A%2F%2Fevil.example`;
    const text = await visit({ ...created, page });
    expect(text).toContain('Payment received');
    expect(text).not.toContain('evil.example');
    expect(text).not.toContain('Back to');
  });

  it.each([
    '/paid',
    'javascript:alert(1)',
    'data:text/html,x',
    'shop://paid',
    'https://user@shop.example/',
    'https://:secret@shop.example/',
    'https:user@shop.example/',
    'https:/user@shop.example/',
    'https:///user@shop.example/',
    'https:\\\\evil.example',
    'https://shop.example/\npaid',
    'https://shop.example/\u202epaid',
    `https://shop.example/${'x'.repeat(2_028)}`,
    '',
    7,
  ])('refuses %j', async (return_url) => {
    const refusal = kind === 'deposit' ? [400, 'invalid_request'] : [422, 'invalid_url'];
    const { status, code } = await post(kind, { return_url });
    expect([status, code]).toEqual(refusal);
  });

  it('is stored sealed, and goes with the data of its customer', async () => {
    const created = await create(kind, { return_url: 'https://shop.example/?mail=somchai' });
    await report(kind, created, 'succeeded');
    const { db, vault } = api.deps;
    const rows = await Promise.all(['checkouts', 'events'].map((table) => db(table).select('*')));
    expect(JSON.stringify(rows)).not.toContain('somchai');
    await db.transaction((trx) => eraseSubjects(trx, vault, [created.id]));
    const text = await visit(created);
    expect(text).toContain('Payment received');
    expect(text).not.toContain('shop.example');
  });

  it('has the URL of the page in each event', async () => {
    const created = await create(kind, {});
    await report(kind, created, 'succeeded');
    const bodies = await api.deps.db('events').where('order_id', created.id).pluck('body');
    expect(bodies).toHaveLength(2);
    const checkout_url = expect.stringMatching(`${created.page}$`);
    for (const body of bodies) {
      expect(JSON.parse(body as string)).toMatchObject({ data: { checkout_url } });
    }
  });
});

describe('return_url', () => {
  it.each(kinds)('of a %s is https in live mode', async (kind) => {
    const live = await startApi({
      PROVIDER: 'gw',
      PROVIDER_URL: 'http://127.0.0.1:9',
      BILLER_ID: '012345678901234',
    });
    const refused = await post(kind, { return_url: 'http://shop.example/paid' }, live);
    const code = kind === 'deposit' ? 'invalid_request' : 'invalid_url';
    expect([refused.code, refused.param]).toEqual([code, 'return_url']);
    const accepted = await post(kind, { return_url: 'HTTPS://shop.example/paid' }, live);
    expect(accepted.code).toBeUndefined();
  });

  it('of an expired QR payment is on its page', async () => {
    const created = await create('QR payment', { return_url: 'http://localhost:3000/back' });
    await expire(created);
    expect(await visit(created)).toContain(
      `href="http://localhost:3000/back?payment_id=${created.id}"`,
    );
  });

  it('imitates no other host: it is shown in ASCII', async () => {
    const created = await create('QR payment', { return_url: 'https://shоp.example/' });
    await report('QR payment', created, 'succeeded');
    expect(await visit(created)).toContain('<small>xn--shp-ted.example</small>');
  });
});

describe('page of a token payment', () => {
  it('shows the charge, the step at the bank, and the outcome', async () => {
    const { db, vault } = api.deps;
    const created = await create('token payment', {});
    expect(await visit(created)).toContain('Your card is being charged');
    const url = 'https://bank.example/acs?id=1&n=2';
    const next = vault.seal(
      JSON.stringify({ type: 'redirect', url }),
      'provider_requests.next_action',
    );
    const request = db('provider_requests').where('order_id', created.id);
    await request.update({ next_action_sealed: next });
    const waiting = await visit(created);
    expect(waiting).toContain('Confirm the payment with your bank');
    expect(waiting).toContain('href="https://bank.example/acs?id=1&amp;n=2"');
    expect(waiting).not.toContain('<img');
    await report('token payment', created, 'failed');
    const failed = await visit(created);
    expect(failed).toContain('The card payment failed.');
    expect(failed).not.toContain('bank.example');
  });

  it('has its state, a title of its own, and no code', async () => {
    const created = await create('token payment', {});
    const state = await api.get(`${created.page}/state`, { key: null });
    expect(state.body).toMatchObject({ state: 'charging', expires_at: null });
    expect(await visit(created)).toContain(`<title>`);
    for (const name of ['qr-code.png', 'qr.png']) {
      expect((await api.get(`${created.page}/${name}`, { key: null })).status).toBe(410);
    }
  });

  it('is unknown by another token', async () => {
    const { status } = await api.get(`/pay/ct_${'0'.repeat(26)}`, { key: null });
    expect(status).toBe(404);
  });
});
