import { crc32 } from 'node:zlib';
import { testDeposit, testMerchant } from '../support/gateway';
import { until } from '../support/until';
import { PROVIDER_KEY, startApi } from './api';

const OPERATOR_KEY = 'an-operator-key-for-tests';

const times = (count: number, call: () => Promise<{ status: number }>) =>
  Promise.all(Array.from({ length: count }, call));
const count = (answers: readonly { status: number }[], status: number) =>
  answers.filter((answer) => answer.status === status).length;

describe('a merchant', () => {
  it('gets the remaining requests in headers, and Retry-After at the limit', async () => {
    const api = await startApi({ RATE_LIMIT_PER_SECOND: '2' });
    const first = await api.get('/v1/payments');
    expect(first.headers.get('ratelimit-limit')).toBe('2');
    expect(first.headers.get('ratelimit-remaining')).toBe('1');
    expect(first.headers.get('ratelimit-reset')).toBe('1');

    // Within 45 seconds, more than the limit of those and the burst.
    const answers = await Promise.all(Array.from({ length: 100 }, () => api.get('/v1/payments')));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    for (const { code, headers } of refused) {
      expect([code, headers.get('retry-after')]).toEqual(['rate_limit_exceeded', '1']);
      expect(headers.get('ratelimit-remaining')).toBe('0');
    }
  });

  it("creates nothing over its limit and does not consume another merchant's", async () => {
    const api = await startApi({ RATE_LIMIT_PER_SECOND: '3' });
    const { apiKey } = await testMerchant(api.deps.db);
    const body = { amount: 100, currency: 'THB' };
    const answers = await times(20, () => api.post('/v1/qr-codes', body));
    expect(count(answers, 200) + count(answers, 429)).toBe(20);
    expect(await api.countOrders()).toBe(count(answers, 200));
    expect((await api.get('/v1/payments', { key: apiKey })).status).toBe(200);
  });
});

describe('the provider', () => {
  it('is never rate-limited', async () => {
    const api = await startApi({ RATE_LIMIT_PER_SECOND: '1' });
    const body = { orderId: 'pay_unknown', status: 'success' };
    const answers = await times(20, () =>
      api.post('/payment/gw/webhook', body, { key: PROVIDER_KEY }),
    );
    expect(count(answers, 404)).toBe(20);
  });
});

describe('an IP address', () => {
  it('gets 429 after 300 refused credentials in a minute', async () => {
    const api = await startApi();
    expect((await api.get('/v1/payments')).status).toBe(200);
    const refused = await times(301, () => api.get('/v1/payments', { key: 'wrong' }));
    expect([count(refused, 401), count(refused, 429)]).toEqual([300, 1]);
    const { status, code, headers } = await api.get('/v1/payments', { key: null });
    expect([status, code]).toEqual([429, 'rate_limit_exceeded']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(1);
    // A key accepted from the address before is exempt.
    expect((await api.get('/v1/payments')).status).toBe(200);
  });

  it.each([
    ['a merchant’s', 'GET', '/v1/payments', null],
    ['the provider’s', 'POST', '/payment/gw/webhook', PROVIDER_KEY],
    ['the operators’', 'GET', '/ops/exceptions', OPERATOR_KEY],
  ])('over the limit gets 429 even for a valid key: %s', async (_name, method, path, key) => {
    const api = await startApi({ OPERATOR_KEY, TRUSTED_PROXIES: '1' });
    const body = method === 'POST' ? { orderId: 'pay_unknown', status: 'success' } : undefined;
    const ask = (sent: string, address: string) =>
      api.call(method, path, { key: sent, body, headers: { 'x-forwarded-for': address } });
    const refused = await times(330, () => ask('a wrong key', '203.0.113.1'));
    expect([count(refused, 401), count(refused, 429)]).toEqual([300, 30]);
    const right = key ?? api.apiKey;
    expect((await ask(right, '203.0.113.1')).status).toBe(429);
    expect((await ask(right, '203.0.113.2')).status).toBe(method === 'POST' ? 404 : 200);
  });

  it('is not locked out by a network that was chosen for its hash', async () => {
    const api = await startApi({ TRUSTED_PROXIES: '1' });
    const provider = '203.0.113.1';
    const hashOf = (network: string) => crc32(network) % 65_536;
    let subnet = 0;
    while (hashOf(`2001:db8:0:${subnet.toString(16)}::/64`) !== hashOf(provider)) subnet++;
    const call = (key: string, address: string) =>
      api.call('POST', '/payment/gw/webhook', {
        key,
        body: { orderId: 'pay_unknown', status: 'success' },
        headers: { 'x-forwarded-for': address },
      });
    const refused = await times(301, () => call('wrong', `2001:db8:0:${subnet.toString(16)}::1`));
    expect(count(refused, 429)).toBe(1);
    expect((await call(PROVIDER_KEY, provider)).status).toBe(404);
  });

  it('is the same in each notation', async () => {
    const api = await startApi({ TRUSTED_PROXIES: '1' });
    const wrong = (address: string) =>
      api.get('/v1/payments', { key: 'wrong', headers: { 'x-forwarded-for': address } });
    await times(300, () => wrong('203.0.113.1'));
    for (const same of ['::ffff:203.0.113.1', '::ffff:cb00:7101', '0:0:0:0:0:ffff:cb00:7101']) {
      expect([same, (await wrong(same)).status]).toEqual([same, 429]);
    }
  });

  it('is counted by its first 64 bits for IPv6', async () => {
    const api = await startApi({ TRUSTED_PROXIES: '1' });
    const wrong = (address: string) =>
      api.get('/v1/payments', { key: 'wrong', headers: { 'x-forwarded-for': address } });
    const refused = await Promise.all(
      Array.from({ length: 301 }, (_, n) => wrong(`2001:db8:1:2::${n.toString(16)}`)),
    );
    expect([count(refused, 401), count(refused, 429)]).toEqual([300, 1]);
    expect((await wrong('2001:db8:1:3::1')).status).toBe(401);
  });

  it('gets 429 after 300 images in a minute, and can still pay', async () => {
    const api = await startApi();
    const { pageToken } = await testDeposit(api.deps, api.merchant, { amountSatang: 10_000 });
    const drawn = [];
    // Requests for a completed deposit count too.
    await api.deps.db('orders').update({ status: 'failed' });
    const draw = () => times(43, () => api.get(`/pay/${pageToken}/qr.png`, { key: null }));
    drawn.push(...(await draw()));
    // A slow machine takes longer than the minute, which therefore becomes an hour.
    const shared = api.deps.db('attempt_counts').whereLike('key', 'rate:drawings:%');
    const anHour = { ends_at: api.deps.db.raw(`now() + interval '1 hour'`) };
    await until(() => shared.clone().update(anHour), { describe: 'the count is shared' });
    while (drawn.length < 301) drawn.push(...(await draw()));
    expect([count(drawn, 410), count(drawn, 429)]).toEqual([300, 1]);
    expect((await api.get(`/pay/${pageToken}`, { key: null })).status).toBe(200);
    // The code of the page has a limit of its own. It is drawn as ended.
    const code = await api.get(`/pay/${pageToken}/qr-code.png`, { key: null });
    expect(code.status).toBe(200);
  });
});
