import { openLog } from '../support/open-log';
import { PROVIDER_KEY, startApi } from './api';
import { startDashboard } from '../pages/dashboard/dashboard';
import { asOwner } from '../support/database';

const secrets = {
  reference: 'marker-reference',
  client_name: 'marker-name',
  client_bank_account: '55501234567',
  metadata: { note: 'marker-metadata' },
};
const markers = /marker-|55501234567|sk_test_|provider-key/;

/** Starts the API with a log and returns its lines about requests and events. */
async function startLogging(env: Readonly<Record<string, string>> = {}) {
  const opened = openLog();
  const api = await startApi(env, { log: opened.log });
  const said = (msg: string) => opened.parsed().filter((line) => line['msg'] === msg);
  return {
    api,
    lines: opened.lines,
    requests: () => said('request'),
    events: () => said('security event'),
  };
}

describe('the log', () => {
  it("contains a request's route and status and none of its content", async () => {
    const { log, lines } = openLog();
    const api = await startApi({}, { log });
    const { payment_id } = await api.createQrCode({ ...secrets, idempotency_key: 'marker-key' });
    const { headers } = await api.get(`/v1/payments/${payment_id}?reference=marker-query`);
    const payer = { accountName: 'marker-payer', accountNumber: '55501234567' };
    const body = { orderId: 'marker-order', status: 'success', payer };
    await api.post('/payment/gw/webhook', body, { key: PROVIDER_KEY });

    expect(JSON.parse(lines[1] ?? '')).toMatchObject({
      request_id: headers.get('x-request-id'),
      method: 'GET',
      route: '/Thai/v1/payments/:id',
      status: 400,
      ms: expect.any(Number),
    });
    expect(lines).toHaveLength(3);
    expect(lines.join('')).not.toMatch(markers);
  });

  it('contains the details of an internal error with its request id', async () => {
    const { log, lines } = openLog();
    const api = await startApi({}, { log });
    await asOwner(
      api.deps.db,
      `
      create function refuse() returns trigger language plpgsql as
        $$ begin raise exception 'planted fault'; end $$;
      create trigger refuse before insert on events for each row execute function refuse()`,
    );
    const asked = { amount: 100, currency: 'THB', ...secrets };
    const { status, text, headers } = await api.post('/v1/qr-codes', asked);
    expect(status).toBe(500);
    expect(text).not.toContain('planted');
    const error = lines.find((line) => line.includes('request failed')) ?? '';
    expect(error).toContain('planted fault');
    expect(error).toContain(headers.get('x-request-id'));
    expect(lines.join('')).not.toMatch(markers);
  });
});

describe('a refused or writing request', () => {
  it('is logged with merchant, key and address, unlike a successful read', async () => {
    const { api, requests, lines } = await startLogging();
    const { keyId } = await api.deps.db('api_keys').first('id as keyId');
    await api.createQrCode(secrets);
    await api.get('/v1/payments');
    await api.get('/v1/payments/pay_unknown');
    const who = { merchant: api.merchant.id, key: keyId, address: '127.0.0.1' };
    const [created, read, missing] = requests();
    expect(created).toMatchObject({ method: 'POST', status: 200, ...who });
    expect(Object.keys(read ?? {})).not.toEqual(expect.arrayContaining(['address']));
    expect(missing).toMatchObject({ status: 404, code: 'payment_not_found', ...who });
    expect(lines.join('')).not.toMatch(markers);
  });

  it('is logged with its person, and a refusal as a security event', async () => {
    const { log, parsed, lines } = openLog();
    const dashboard = await startDashboard({}, { log });
    const member = await dashboard.addMember('viewer');
    const refused = await dashboard.post(
      '/dashboard/developers/keys',
      { name: 'x' },
      { as: member },
    );
    expect(refused.status).toBe(403);
    const who = { merchant: member.merchant.id, actor: member.userId, address: '127.0.0.1' };
    expect(parsed().filter(({ msg }) => msg === 'request')).toMatchObject([
      { method: 'POST', status: 403, code: 'not_permitted', ...who },
    ]);
    expect(parsed().filter(({ msg }) => msg === 'security event')).toMatchObject([
      { event: 'permission_denied', ...who },
    ]);
    expect(lines.join('')).not.toContain(member.email);
  });
});

describe('a security event', () => {
  it("is written for a refused key, with the client's address", async () => {
    const { api, events } = await startLogging({ TRUSTED_PROXIES: '1' });
    const headers = { 'x-forwarded-for': '203.0.113.5' };
    const { headers: answered } = await api.get('/v1/payments', { key: 'sk_test_marker', headers });
    await api.post('/payment/gw/webhook', { orderId: 'x' }, { key: 'marker-wrong', headers });
    expect(events()).toMatchObject([
      {
        event: 'key_refused',
        address: '203.0.113.5',
        request_id: answered.get('x-request-id'),
        route: '/Thai/v1/payments',
      },
      { event: 'callback_refused', address: '203.0.113.5', route: '/payment/gw/webhook' },
    ]);
    expect(JSON.stringify(events())).not.toMatch(/marker/);
    const { text } = await api.get('/metrics');
    expect(text).toContain('saphan_security_events_total{event="key_refused"} 1');
    expect(text).toContain('saphan_security_events_total{event="callback_refused"} 1');
    expect(text).toContain('saphan_security_events_total{event="sign_in_failed"} 0');
  });

  it('is written for a missing permission, with the key', async () => {
    const { api, events } = await startLogging();
    await api.deps.db('api_keys').update({ permission: 'read' });
    const { id } = await api.deps.db('api_keys').first('id');
    const { status } = await api.post('/v1/qr-codes', { amount: 1, currency: 'THB' });
    expect(status).toBe(403);
    expect(events()).toMatchObject([
      { event: 'permission_denied', merchant: api.merchant.id, key: id, address: '127.0.0.1' },
    ]);
  });

  it.each(['/dashboard/sign-in', '/console/sign-in'])(
    'is written for a failed sign-in at %s and its lockout, with a digest of the account',
    async (path) => {
      const { api, lines, events } = await startLogging();
      const guess = (email: string) =>
        fetch(`${api.url}${path}`, {
          method: 'POST',
          headers: { 'sec-fetch-site': 'same-origin' },
          body: new URLSearchParams({ email, password: 'marker-password' }),
        });
      const guesses = [];
      for (let n = 0; n < 11; n++) guesses.push(await guess('marker-owner@example.com'));
      await guess('marker-other@example.com');
      const failed = { event: 'sign_in_failed', address: '127.0.0.1', code: 'wrong_credentials' };
      const limited = { event: 'attempts_limited', address: '127.0.0.1' };
      const seen = events();
      expect(seen.at(0)).toMatchObject(failed);
      expect(seen.at(10)).toMatchObject(limited);
      expect(seen.at(11)).toMatchObject(failed);
      const accounts = seen.map(({ account }) => account);
      // One digest per e-mail address, never the address.
      // By a key of the installation, which its first part names.
      expect(accounts[0]).toMatch(/^test:[\w+/]{43}=$/);
      expect(new Set(accounts.slice(0, 11)).size).toBe(1);
      expect(accounts[11]).not.toBe(accounts[0]);
      expect(lines.join('')).not.toMatch(/marker/);
      const { text } = await api.get('/metrics');
      expect(text).toContain('saphan_security_events_total{event="sign_in_failed"} 11');
      expect(text).toContain('saphan_security_events_total{event="attempts_limited"} 1');
    },
  );

  it('is written for an unknown secret link and callback URL', async () => {
    const { api, events } = await startLogging();
    await api.get(`/pay/pt_${'0'.repeat(26)}`, { key: null });
    await api.post(`/callbacks/generic/${'0'.repeat(26)}`, {}, { key: null });
    expect(events()).toMatchObject([
      { event: 'link_refused', address: '127.0.0.1' },
      { event: 'callback_url_refused', address: '127.0.0.1' },
    ]);
  });

  it('is not written for a missing session, insufficient funds or 404', async () => {
    const { api, events } = await startLogging();
    await api.get('/dashboard', { key: null });
    await api.get('/v1/payments/pay_unknown');
    await api.post('/withdraw/gw', {
      amount: 100,
      username: 'c1',
      firstNameTH: 'a',
      lastNameTH: 'b',
      bankName: 'KBANK',
      accountNumber: '1234567890',
    });
    expect(events()).toEqual([]);
  });
});
