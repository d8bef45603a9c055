import { changeKey, createKey, type IssuedKey } from '../../src/merchants/api-keys';
import { revokeApiKey } from '../../src/merchants/store/api-keys';
import { withdrawalRequest } from './api/transfers';
import { closeAfterFile } from '../support/close-after-file';
import { commandAudit } from '../support/gateway';
import { startReceiver, type Receiver } from '../support/receiver';
import { until } from '../support/until';
import { startDashboard, type Dashboard } from '../pages/dashboard/dashboard';
import { dial } from './server/sockets';

let api: Dashboard;
let keyId: string;
let apiKey: string;
beforeEach(async () => {
  api = await startDashboard({}, { openingSatang: 1_000_000 });
  const asked = { name: 'held', permissions: ['withdraw'] } as const;
  ({ keyId, apiKey } = await createKey(api.deps, commandAudit, api.merchant.id, asked));
});

const withdrawal = JSON.stringify(withdrawalRequest);
const payment = JSON.stringify({ amount: 100, currency: 'THB' });

interface Held {
  readonly path: string;
  readonly headers: readonly string[];
  readonly body: string;
}

/**
 * Sends a request without the last byte of its body, and waits until it is authenticated. `finish`
 * lets `afterMs` pass on the server, sends that byte and resolves to the status and the text.
 */
async function hold({ path, headers, body }: Held) {
  const inFlight = jest.spyOn(api.deps.metrics.requestsInFlight, 'set');
  const client = await dial(api.port);
  const length = `Content-Length: ${Buffer.byteLength(body)}`;
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: 127.0.0.1:${api.port}`,
    'Connection: close',
    length,
  ];
  const sent = Buffer.from(`${[...head, ...headers].join('\r\n')}\r\n\r\n${body}`);
  client.socket.write(sent.subarray(0, -1));
  // An authenticated request gives its place up while it waits for its body.
  await until(() => inFlight.mock.lastCall?.[0] === 0, { describe: () => client.text() });
  return {
    async finish(afterMs: number): Promise<{ readonly status: number; readonly text: string }> {
      const now = performance.now.bind(performance);
      const clock = jest.spyOn(performance, 'now').mockImplementation(() => now() + afterMs);
      client.socket.write(sent.subarray(-1));
      await client.closed;
      clock.mockRestore();
      const text = client.text();
      return { status: Number(text.split(' ')[1]), text };
    },
  };
}

const byKey = (path: string, body: string): Held => ({
  path,
  headers: [`Authorization: Bearer ${apiKey}`, 'Content-Type: application/json'],
  body,
});

const ordersOf = async (): Promise<number> => (await api.deps.db('orders')).length;

const revoke = () => revokeApiKey(api.deps.db, keyId, null);
const disable = () =>
  api.deps.db('merchants').where('id', api.merchant.id).update({ status: 'disabled' });
const change = (changes: Parameters<typeof changeKey>[4]) => () =>
  changeKey(api.deps, commandAudit, null, keyId, changes);

describe('a request whose body comes late', () => {
  it.each([
    ['/withdraw/gw', withdrawal, 201],
    ['/Thai/v1/qr-codes', payment, 200],
  ])('to %s is served while its key is valid', async (path, body, status) => {
    const held = await hold(byKey(path, body));
    const { text } = await held.finish(25_000);
    expect(text).toMatch(`HTTP/1.1 ${status} `);
    expect(await ordersOf()).toBe(1);
  });

  it.each([
    ['a withdrawal whose key was revoked', '/withdraw/gw', withdrawal, revoke, 'was revoked'],
    ['a payment whose key was revoked', '/Thai/v1/qr-codes', payment, revoke, 'was revoked'],
    ['of a disabled merchant', '/withdraw/gw', withdrawal, disable, 'disabled'],
    [
      'from an address that its key lost',
      '/withdraw/gw',
      withdrawal,
      change({ addresses: ['192.0.2.0/24'] }),
      'not accepted from your address',
    ],
    [
      'to a payee that its key lost',
      '/withdraw/gw',
      withdrawal,
      change({ editPayees: () => [{ bankName: 'KBANK', accountNumber: '9999999999' }] }),
      'to the accounts of its list only',
    ],
    [
      'without the signature that its key needs',
      '/withdraw/gw',
      withdrawal,
      change({ mustSign: true }),
      'The signature of the request is missing',
    ],
  ])('is refused: %s', async (_, path, body, meanwhile, reason) => {
    const held = await hold(byKey(path, body));
    await meanwhile();
    expect((await held.finish(2_000)).text).toContain(reason);
    expect(await ordersOf()).toBe(0);
  });

  it('counts against the quota of open orders when the body is complete', async () => {
    await api.deps.db('merchants').where('id', api.merchant.id).update({ open_orders_max: 1 });
    const now = performance.now.bind(performance);
    const held = [];
    // The stored orders are counted again for each, at its begin and at its end.
    for (const atMs of [0, 2_000, 4_000]) {
      const clock = jest.spyOn(performance, 'now').mockImplementation(() => now() + atMs);
      held.push(await hold(byKey('/Thai/v1/qr-codes', payment)));
      clock.mockRestore();
    }
    const statuses = [];
    for (const [n, each] of held.entries()) {
      statuses.push((await each.finish(10_000 + 2_000 * n)).status);
    }
    expect(statuses).toEqual([200, 429, 429]);
    expect(await ordersOf()).toBe(1);
  });

  it('is refused when the session lost its role', async () => {
    const owner = await api.addMember('owner');
    const fields = { form_token: owner.formToken, name: 'late', permission: 'withdraw' };
    const held = await hold({
      path: '/dashboard/developers/keys',
      headers: [
        `Cookie: saphan-session=${owner.token}`,
        'Sec-Fetch-Site: same-origin',
        'Content-Type: application/x-www-form-urlencoded',
      ],
      body: new URLSearchParams(fields).toString(),
    });
    await api.deps.db('memberships').where('user_id', owner.userId).update({ role: 'viewer' });
    expect((await held.finish(2_000)).status).toBe(403);
    expect(await api.deps.db('api_keys').where('name', 'late')).toEqual([]);
  });
});

describe('a payout that waits for its turn', () => {
  it('is refused when its key is revoked meanwhile', async () => {
    const { db } = api.deps;
    const trx = await db.transaction();
    closeAfterFile(async () => void (trx.isCompleted() || (await trx.rollback())));
    await trx('balances').where('merchant_id', api.merchant.id).forUpdate();
    const post = () => api.call('POST', '/withdraw/gw', { key: apiKey, body: withdrawalRequest });
    const inFlight = jest.spyOn(api.deps.metrics.requestsInFlight, 'set');
    // Four turns. The others give their place up.
    const paying = Array.from({ length: 6 }, post);
    await until(async () => inFlight.mock.lastCall?.[0] === 4 && inFlight.mock.calls.length >= 20, {
      describe: 'two wait',
    });
    await revoke();
    const now = performance.now.bind(performance);
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => now() + 2_000);
    await trx.commit();
    const statuses = (await Promise.all(paying)).map(({ status }) => status);
    clock.mockRestore();
    expect(statuses.filter((status) => status === 201)).toHaveLength(4);
    expect(statuses.filter((status) => status === 401)).toHaveLength(2);
    expect(await ordersOf()).toBe(4);
  });
});

describe('a webhook whose URL answers its ping late', () => {
  const path = '/Thai/v1/webhooks';
  let receiver: Receiver;
  let key: IssuedKey;
  beforeEach(async () => {
    receiver = await startReceiver();
    const asked = { name: 'hooks', permissions: ['webhooks:write'] } as const;
    key = await createKey(api.deps, commandAudit, api.merchant.id, asked);
  });

  /** The URL answers two seconds after the request was authorized, and after `meanwhile`. */
  const answerAfter = (meanwhile: () => Promise<unknown>) => {
    const now = performance.now.bind(performance);
    receiver.answerWith(async (_request, response) => {
      await meanwhile();
      jest.spyOn(performance, 'now').mockImplementation(() => now() + 2_000);
      response.end();
    });
  };
  afterEach(() => jest.restoreAllMocks());
  const asked = () => ({ url: `${receiver.url}/hook`, events: ['payment.succeeded'] });
  const create = () => api.call('POST', path, { key: key.apiKey, body: asked() });
  const urls = () => api.deps.db('webhooks').pluck<string[]>('url');
  const nothing = async () => {};
  const revokeIt = () => revokeApiKey(api.deps.db, key.keyId, null);

  it('is registered while the key is valid', async () => {
    answerAfter(nothing);
    expect((await create()).status).toBe(200);
    expect(await urls()).toEqual([asked().url]);
  });

  it.each([
    ['the key was revoked', revokeIt, 401, 'unauthorized'],
    ['the merchant was disabled', disable, 403, 'merchant_disabled'],
  ])('is not registered when %s', async (_what, meanwhile, status, code) => {
    answerAfter(meanwhile);
    expect(await create()).toMatchObject({ status, code });
    expect(await urls()).toEqual([]);
  });

  it('keeps its former URL when the key was revoked', async () => {
    const created = await create();
    const { webhook_id: id } = created.body as { webhook_id: string };
    answerAfter(revokeIt);
    const url = `${receiver.url}/moved`;
    const changed = await api.call('PATCH', `${path}/${id}`, { key: key.apiKey, body: { url } });
    expect(changed).toMatchObject({ status: 401, code: 'unauthorized' });
    expect(await urls()).toEqual([asked().url]);
  });

  const loseRole = (userId: string) =>
    api.deps.db('memberships').where('user_id', userId).update({ role: 'viewer' });
  it.each([
    ['the session lost its role', loseRole],
    [
      'the person was removed',
      (userId: string) => api.deps.db('memberships').where('user_id', userId).delete(),
    ],
    ['the merchant was disabled', disable],
  ])('is not registered from the dashboard when %s', async (_what, lose) => {
    const owner = await api.addMember('owner');
    answerAfter(() => lose(owner.userId));
    const form = await hold({
      path: '/dashboard/developers/webhooks',
      headers: [
        `Cookie: saphan-session=${owner.token}`,
        'Sec-Fetch-Site: same-origin',
        'Content-Type: application/x-www-form-urlencoded',
      ],
      body: new URLSearchParams({
        form_token: owner.formToken,
        url: asked().url,
        description: '',
        events: 'payment.succeeded',
      }).toString(),
    });
    expect((await form.finish(0)).status).toBeGreaterThanOrEqual(303);
    expect(receiver.requests).toHaveLength(1);
    expect(await urls()).toEqual([]);
  });
});
