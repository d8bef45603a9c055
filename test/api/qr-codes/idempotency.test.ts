import { request } from 'node:http';
import { testMerchant } from '../../support/gateway';
import { until } from '../../support/until';
import { startApi } from '../../http/api';
import type { Answered, Api } from '../../http/api';
import { asOwner } from '../../support/database';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
beforeEach(() => asOwner(api.deps.db, 'truncate idempotency_keys, orders cascade'));

const path = '/Thai/v1/qr-codes';
const asked = { amount: 100, currency: 'THB', metadata: { a: 1, b: 2 } };

const create = (key: string, body: unknown = asked, to = path): Promise<Answered> =>
  api.post(to, body, { headers: { 'Idempotency-Key': key } });

const isReplay = ({ headers }: Answered): boolean => headers.get('idempotent-replayed') === 'true';

describe('the same key with the same request', () => {
  it('gets the first response byte for byte and creates nothing', async () => {
    const first = await create('k');
    const second = await create('k');
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.text).toBe(first.text);
    expect([isReplay(first), isReplay(second)]).toEqual([false, true]);
    expect(await api.countOrders()).toBe(1);
  });

  it('50 times at once creates one, with 49 replays', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => create('k')));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect(answers.filter(isReplay)).toHaveLength(49);
    expect(await api.countOrders()).toBe(1);
  });

  it.each([
    ['another order of members', '{"metadata":{"b":2,"a":1},"currency":"THB","amount":100}'],
    ['white space', `  ${JSON.stringify(asked, null, 4)}\n`],
    ['another way to write a number', '{"amount":1e2,"currency":"THB","metadata":{"a":1,"b":2}}'],
    ['fields that mean nothing', { ...asked, colour: 'red', reference: null }],
    ['the default written out', { ...asked, expiry_minutes: 15 }],
  ])('is the same in %s', async (_name, body) => {
    const first = await create('k');
    const second = await create('k', body);
    expect([second.text, isReplay(second)]).toEqual([first.text, true]);
  });

  it('is the same at every alias, and with the key in the body', async () => {
    const first = await create('k');
    const others = [
      await create('k', asked, '/v1/qr-codes'),
      await create('k', asked, '/Thai/qr-codes'),
      await api.post(path, { ...asked, idempotency_key: 'k' }),
      await create('k', { ...asked, idempotency_key: 'k' }),
    ];
    expect(others.map(({ text }) => text)).toEqual(others.map(() => first.text));
  });
});

describe('the same key with another request', () => {
  it.each([
    ['amount', { ...asked, amount: 101 }],
    ['metadata', { ...asked, metadata: { a: 1, b: 3 } }],
    [
      'metadata under __proto__',
      '{"amount":100,"currency":"THB","metadata":{"__proto__":{"a":1,"b":2}}}',
    ],
    ['deadline', { ...asked, expiry_minutes: 16 }],
  ])('gets 409 and leaves the first unchanged: %s', async (_name, body) => {
    const first = await create('k');
    const { status, code } = await create('k', body);
    expect([status, code]).toEqual([409, 'idempotency_key_reused']);
    expect((await create('k')).text).toBe(first.text);
    expect(await api.countOrders()).toBe(1);
  });

  it('50 times at once succeeds once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => create('k', { ...asked, amount: index + 1 })),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(49);
    expect(await api.countOrders()).toBe(1);
  });
});

describe('a key', () => {
  it('is independent for other merchants and operations', async () => {
    const first = await create('k');
    const other = await testMerchant(api.deps.db);
    const headers = { 'Idempotency-Key': 'k' };
    const theirs = await api.post(path, asked, { key: other.apiKey, headers });
    expect([theirs.status, isReplay(theirs)]).toEqual([200, false]);
    expect(theirs.text).not.toBe(first.text);
    const webhook = { url: 'http://127.0.0.1:9', events: ['payment.succeeded'] };
    expect((await create('k', webhook, '/v1/webhooks')).code).toBe('invalid_url');
  });

  it.each([
    ['was refused with 400', { ...asked, amount: 'x' }],
    ['was refused with 422', { ...asked, amount: 0 }],
  ])('is free when the first request %s', async (_name, refused) => {
    expect((await create('k', refused)).status).toBeGreaterThanOrEqual(400);
    const corrected = await create('k');
    expect([corrected.status, isReplay(corrected)]).toEqual([200, false]);
  });

  it("is kept for 24 hours by the database's clock", async () => {
    const first = await create('k');
    const age = (interval: string) =>
      api.deps.db.raw('update idempotency_keys set expires_at = expires_at - ?::interval', [
        interval,
      ]);
    await age('23 hours 59 minutes');
    expect((await create('k')).text).toBe(first.text);
    await age('1 minute');
    const fresh = await create('k');
    expect([fresh.status, isReplay(fresh)]).toEqual([200, false]);
    expect(fresh.text).not.toBe(first.text);
    expect(await api.countOrders()).toBe(2);
    expect((await create('k')).text).toBe(fresh.text);
  });
});

describe('a crashed request', () => {
  it('before the commit gets 500, creates nothing and leaves the key free', async () => {
    await asOwner(
      api.deps.db,
      `
      create function refuse() returns trigger language plpgsql as
        $$ begin raise exception 'planted'; end $$;
      create trigger refuse before insert on events for each row execute function refuse()`,
    );
    const { status, code, text } = await create('k');
    expect([status, code]).toEqual([500, 'internal_error']);
    expect(text).not.toContain('planted');
    expect(await api.countOrders()).toBe(0);
    await asOwner(api.deps.db, 'drop trigger refuse on events');
    const again = await create('k');
    expect([again.status, isReplay(again)]).toEqual([200, false]);
  });

  it('after the commit is replayed by its key', async () => {
    const headers = {
      authorization: `Bearer ${api.apiKey}`,
      'content-type': 'application/json',
      'idempotency-key': 'k',
    };
    const lost = request(`${api.url}${path}`, { method: 'POST', headers });
    lost.on('response', (response) => response.destroy()).on('error', () => undefined);
    lost.end(JSON.stringify(asked));
    await until(async () => (await api.countOrders()) === 1, { describe: 'the order' });
    lost.destroy();
    const again = await create('k');
    expect([again.status, isReplay(again)]).toEqual([200, true]);
    expect(await api.countOrders()).toBe(1);
  });
});

describe('the form of a key', () => {
  it('is valid up to 255 characters', async () => {
    expect((await create('x'.repeat(255))).status).toBe(200);
  });

  it.each([
    ['of 256 characters', 'x'.repeat(256)],
    ['that is empty', ''],
    ['in Thai, as the bytes of UTF-8', Buffer.from('กข').toString('latin1')],
    ['with an accent', 'caf\u00e9'],
  ])('%s gets 400', async (_name, key) => {
    const { status, code } = await create(key);
    expect([status, code]).toEqual([400, 'invalid_idempotency_key']);
  });

  it.each([['x'.repeat(256)], [''], ['กข'], ['a\u0000'], [5], [{}]])(
    'gets 400 in the body for %p',
    async (idempotency_key) => {
      const { status, code, param } = await api.post(path, { ...asked, idempotency_key });
      expect([status, code, param]).toEqual([400, 'invalid_idempotency_key', 'idempotency_key']);
    },
  );

  it.each(['other', 'k'])('gets 400 when sent twice: k and %s', async (second) => {
    const status = await new Promise((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${api.apiKey}`,
        'content-type': 'application/json',
        'idempotency-key': ['k', second],
      };
      const sent = request(`${api.url}${path}`, { method: 'POST', headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      sent.on('error', reject);
      sent.end(JSON.stringify(asked));
    });
    expect(status).toBe(400);
  });

  it('gets 400 when header and body differ', async () => {
    const { status, code } = await create('k', { ...asked, idempotency_key: 'other' });
    expect([status, code]).toEqual([400, 'invalid_idempotency_key']);
    expect(await api.countOrders()).toBe(0);
  });
});
