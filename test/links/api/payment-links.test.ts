import { testLink } from '../../support/payment-links';
import { startApi, type Api } from '../../http/api';
import { stopLink } from '../../../src/links/change-link';
import { testAudit, testMerchant } from '../../support/gateway';

const LINKS = '/Thai/v1/payment-links';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});

const request = { title: 'Workshop', amount: 990, currency: 'THB' };
const create = async (given: object = {}) => {
  const { status, body } = await api.post(LINKS, { ...request, ...given });
  expect(status).toBe(200);
  return body as { payment_link_id: string; url: string };
};

describe('POST /payment-links', () => {
  it('answers with a short URL and the terms', async () => {
    const created = await create({ payments_max: 3, metadata: { a: 1 }, description: 'Saturday' });
    expect(created).toEqual({
      payment_link_id: expect.stringMatching(/^pl_[0-9a-z]{26}$/),
      url: expect.stringMatching(/\/l\/[0-9a-z]{16}$/),
      status: 'active',
      title: 'Workshop',
      description: 'Saturday',
      amount: 990,
      amount_min: null,
      amount_max: null,
      currency: 'THB',
      payments_max: 3,
      payments_succeeded: 0,
      starts_at: null,
      ends_at: null,
      stopped_at: null,
      return_url: null,
      metadata: { a: 1 },
      monthly_mail_id: null,
      created_at: expect.any(String),
    });
    const read = await api.get(`${LINKS}/${created.payment_link_id}`);
    expect(read.body).toEqual(created);
  });

  it('gives an open amount the bounds of payments', async () => {
    expect(await create({ amount: null })).toMatchObject({ amount_min: 1, amount_max: 2_000_000 });
    const open = { amount: null, amount_min: 20, amount_max: 500 };
    expect(await create(open)).toMatchObject({ amount: null, amount_min: 20, amount_max: 500 });
  });

  it.each([
    [{ amount_max: 1 }, 'amount'],
    [{ amount: null, amount_min: 5, amount_max: 4 }, 'amount_max'],
    [{ payments_max: 0 }, 'payments_max'],
    [{ payments_max: 1.5 }, 'payments_max'],
    [{ title: ' ' }, 'title'],
    [{ return_url: 'https://me@shop.example' }, 'return_url'],
    [{ return_url: 'javascript:alert(1)' }, 'return_url'],
    [{ starts_at: '2027-01-02T00:00:00Z', ends_at: '2027-01-01T00:00:00Z' }, 'ends_at'],
  ])('refuses %j', async (given, param) => {
    const answer = await api.post(LINKS, { ...request, ...given });
    expect([answer.status, answer.param]).toEqual([param === 'return_url' ? 422 : 400, param]);
  });

  it('answers a repeated idempotency key with the first link', async () => {
    const headers = { 'idempotency-key': 'link-1' };
    const first = await api.post(LINKS, request, { headers });
    const again = await api.post(LINKS, request, { headers });
    expect(again.text).toBe(first.text);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    const other = await api.post(LINKS, { ...request, amount: 5 }, { headers });
    expect([other.status, other.code]).toEqual([409, 'idempotency_key_reused']);
  });
});

describe('GET /payment-links', () => {
  it('lists own links only, newest first, by cursor', async () => {
    const { merchant, apiKey: key } = await testMerchant(api.deps.db);
    const made = [];
    for (const ms of [1, 2, 3]) {
      made.push((await testLink(api.deps, merchant, { createdAt: new Date(ms) })).id);
    }
    const first = await api.get(`${LINKS}?limit=2`, { key });
    const page = first.body as {
      payment_links: { payment_link_id: string }[];
      next_cursor: string;
    };
    const next = await api.get(`${LINKS}?limit=2&cursor=${page.next_cursor}`, { key });
    const ids = [page, next.body as typeof page].flatMap(({ payment_links: links }) =>
      links.map(({ payment_link_id: id }) => id),
    );
    expect(ids).toEqual(made.toReversed());
    expect(page).toMatchObject({ total: 3, has_more: true });
  });
});

describe('PATCH /payment-links/{id}', () => {
  it('changes the given fields and records them', async () => {
    const { payment_link_id: id } = await create({ payments_max: 2 });
    const change = { title: 'Later', ends_at: '2027-01-01T00:00:00Z', payments_max: null };
    const changed = await api.call('PATCH', `${LINKS}/${id}`, { body: change });
    expect(changed.body).toMatchObject({ ...change, amount: 990, ends_at: expect.any(String) });
    const acts = await api.deps.db('audit_log').where('subject', id).orderBy('number').pluck('act');
    expect(acts).toEqual(['payment_link.created', 'payment_link.changed']);
  });

  it('records the fields that differ, and nothing without one', async () => {
    const { payment_link_id: id } = await create({ metadata: { a: 1 } });
    const change = { title: 'Workshop', metadata: { a: 1 }, return_url: null };
    await api.call('PATCH', `${LINKS}/${id}`, { body: change });
    const changes = api.deps.db('audit_log').where({ subject: id, act: 'payment_link.changed' });
    expect(await changes.clone()).toEqual([]);
    const body = { ...change, return_url: 'https://shop.example/a' };
    await api.call('PATCH', `${LINKS}/${id}`, { body });
    const [detail = ''] = await changes.pluck<string[]>('detail');
    expect(JSON.parse(detail)).toEqual({ fields: 'returnUrl' });
  });

  it('refuses a limit below the succeeded payments', async () => {
    const link = await testLink(api.deps, api.merchant);
    await api.deps.db('payment_links').where('id', link.id).update({ paid: 2 });
    const body = { payments_max: 1 };
    const answer = await api.call('PATCH', `${LINKS}/${link.id}`, { body });
    expect([answer.status, answer.param]).toEqual([400, 'payments_max']);
    const allowed = await api.call('PATCH', `${LINKS}/${link.id}`, { body: { payments_max: 2 } });
    expect(allowed.body).toMatchObject({ status: 'sold_out' });
  });
});

describe('POST /payment-links/{id}/stop', () => {
  it('stops for good', async () => {
    const { payment_link_id: id } = await create();
    const first = await api.post(`${LINKS}/${id}/stop`);
    expect(first.body).toMatchObject({ status: 'stopped', stopped_at: expect.any(String) });
    expect((await api.post(`${LINKS}/${id}/stop`)).text).toBe(first.text);
    const changed = await api.call('PATCH', `${LINKS}/${id}`, { body: { title: 'Again' } });
    expect([changed.status, changed.code]).toEqual([409, 'state_conflict']);
    const stops = await api.deps
      .db('audit_log')
      .where({ subject: id, act: 'payment_link.stopped' });
    expect(stops).toHaveLength(1);
  });

  it('is not found by another merchant', async () => {
    const { merchant } = await testMerchant(api.deps.db);
    const link = await testLink(api.deps, api.merchant);
    await expect(stopLink(api.deps, testAudit(merchant), merchant, link.id)).rejects.toMatchObject({
      code: 'payment_link_not_found',
    });
  });
});
