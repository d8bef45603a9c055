import type { ServerResponse } from 'node:http';
import type { StoredCharge } from '../../../../sandbox/providers/omise/records';
import type { OmiseServer } from '../../../../sandbox/providers/omise/server';
import type { ProviderClient } from '../../../../src/providers/connectors/connector';
import { atTheCall, inquiryOf, openAccount, orderId } from './account';

const amountSatang = 156_000;

let server: OmiseServer;
let client: ProviderClient;
let charge: StoredCharge;
let clock: () => number;
beforeEach(async () => {
  clock = atTheCall;
  ({ server, client } = await openAccount({ now: () => clock() }));
  const expiresAt = new Date(Date.now() + 900_000);
  await client.openQr?.({ orderId, amountSatang, expiresAt });
  charge = firstOf(server.upstream.charges.values());
});

const firstOf = <T>(values: Iterable<T>): T => {
  const [first] = values;
  if (first === undefined) throw new Error('there is none');
  return first;
};
const byId = () => client.find(inquiryOf({ providerRef: charge.id }));
const byWindow = (more = {}) => client.find(inquiryOf(more));

describe('an inquiry about a payment', () => {
  it('finds the money by its id and by its window', async () => {
    server.upstream.finish(charge, 'successful', null);
    const movedAt = new Date(Math.floor((charge.paidAt ?? 0) / 1000) * 1000);
    const costSatang = 2_574 + 180;
    const money = { transactionId: charge.id, amountSatang, movedAt, payer: null };
    const movement = { ...money, costSatang };
    const succeeded = { kind: 'succeeded', movements: [movement] };
    expect(await byId()).toEqual(succeeded);
    expect(await byWindow()).toEqual({ ...succeeded, providerRef: charge.id });
  });

  it('reports the amount of the charge, not the amount asked for', async () => {
    charge.reportedAmount = 155_999;
    server.upstream.finish(charge, 'successful', null);
    expect(await byId()).toMatchObject({ movements: [{ amountSatang: 155_999 }] });
  });

  it.each<[StoredCharge['status'], object]>([
    ['pending', { kind: 'waiting' }],
    ['unknown', { kind: 'waiting' }],
    ['failed', { kind: 'failed', code: 'failed_processing', message: 'the charge failed' }],
    ['expired', { kind: 'failed', code: 'expired', message: 'The charge is expired.' }],
    [
      'reversed',
      {
        kind: 'failed',
        code: 'reversed',
        message: 'The charge is reversed.',
        reversed: [expect.objectContaining({ amountSatang: 156_000 })],
      },
    ],
  ])('about a charge that is %s has that outcome', async (status, expected) => {
    charge.status = status;
    if (status === 'failed') charge.failureCode = 'failed_processing';
    expect(await byId()).toEqual(expected);
  });

  it.each(['settled', 'Successful', '', 1])('is unreadable for the status %p', async (status) => {
    charge.status = status as 'pending';
    const unreadable = { kind: 'unreachable', reason: 'unreadable_answer' };
    expect(await byId()).toEqual(unreadable);
    expect(await byWindow()).toEqual(unreadable);
  });

  it('does not read a QR code for an order that has its reference', async () => {
    server.upstream.qrTextOf = () => '';
    expect(await byId()).toEqual({ kind: 'waiting' });
    expect(server.requests.filter(({ path }) => path.includes('downloads'))).toHaveLength(1);
  });

  it.each([
    'chrg_test_1/../../balance',
    'chrg_test_12345?expand=1',
    'chrg_test_12345#',
    'chrg_',
    'rfnd_test_12345',
    '',
    `chrg_${'x'.repeat(101)}`,
    'chrg_test_12345\n',
  ])('claims nothing for the reference %j', async (providerRef) => {
    const before = server.requests.length;
    const invalid = { kind: 'unreachable', reason: 'invalid_reference' };
    expect(await client.find(inquiryOf({ providerRef }))).toEqual(invalid);
    expect(await client.find(inquiryOf({ kind: 'payout', providerRef }))).toEqual(invalid);
    expect(server.requests).toHaveLength(before);
  });

  it('of a reference is unreadable when its charge is of another order', async () => {
    server.upstream.finish(charge, 'successful', null);
    charge.metadata = { order_id: 'pay_01jd0000000000000000000001' };
    expect(await byId()).toEqual({ kind: 'unreachable', reason: 'unreadable_answer' });
  });

  it('of a reference that Omise does not know is not "not found"', async () => {
    const found = await client.find(inquiryOf({ providerRef: 'chrg_test_0000000000000' }));
    expect(found).toEqual({ kind: 'unreachable', reason: 'not_found' });
  });
});

describe('a window', () => {
  const other = { orderId: 'pay_01jd0000000000000000000001' };

  it('that is complete proves after 90 seconds that there is no charge', async () => {
    expect(await byWindow(other)).toEqual({ kind: 'not_found' });
  });

  it('that is complete proves nothing before', async () => {
    expect(await byWindow({ ...other, sentForMs: 60_000 })).toEqual({ kind: 'waiting' });
    const createdAt = new Date();
    expect(await byWindow({ ...other, createdAt, sentForMs: null })).toEqual({ kind: 'waiting' });
  });

  it('is short around the call, and then from an hour before the order until now', async () => {
    const createdAt = new Date('2026-11-22T03:00:00.700Z');
    const sentForMs = Date.now() - Date.parse('2026-11-22T03:05:00.100Z');
    const startedAt = new Date().toISOString().slice(0, 19);
    await byWindow({ ...other, createdAt, sentForMs });
    const queries = server.requests
      .slice(-2)
      .map(({ path }) => Object.fromEntries(new URL(path, server.url).searchParams));
    const page = { order: 'chronological', limit: '100', offset: '0' };
    expect(queries).toEqual([
      { from: '2026-11-22T02:59:00Z', to: '2026-11-22T03:06:30Z', ...page },
      { from: '2026-11-22T02:00:00Z', to: expect.any(String), ...page },
    ]);
    expect(String(queries[1]?.['to']) >= startedAt).toBe(true);
  });

  it.each([
    ['a minute behind the clock of Omise', 60_000],
    ['a minute ahead of it', -60_000],
    ['not compared', null],
  ])('proves nothing while the clock of the gateway is %s', async (_, ms) => {
    server.server.prependListener('request', (__, response: ServerResponse) => {
      response.sendDate = false;
      if (ms !== null) response.setHeader('date', new Date(Date.now() + ms).toUTCString());
    });
    const unproved = { kind: 'unreachable', reason: 'clock_differs' };
    expect(await byWindow(other)).toEqual(unproved);
    expect(await byWindow()).toMatchObject({ kind: 'waiting' });
  });

  it('is read to its end, page by page', async () => {
    for (let copies = 0; copies < 250; copies++) {
      const id = server.upstream.newId('chrg');
      server.upstream.charges.set(id, { ...charge, id, metadata: {} });
    }
    const late = {
      ...charge,
      id: server.upstream.newId('chrg'),
      metadata: { order_id: 'pay_late' },
    };
    server.upstream.charges.set(late.id, late);
    late.status = 'reversed';
    expect(await byWindow({ orderId: 'pay_late' })).toMatchObject({ code: 'reversed' });
    expect(await byWindow(other)).toEqual({ kind: 'not_found' });
    const offsets = server.requests.slice(-3).map(({ path }) => /offset=(\d+)/.exec(path)?.[1]);
    expect(offsets).toEqual(['0', '100', '200']);
  });

  it.each([
    ['without an answer', { kind: 'lose' }, expect.any(String)],
    ['answered 500', { kind: 'refuse', status: 500 }, 'HTTP 500'],
    ['answered 429', { kind: 'refuse', status: 429 }, 'HTTP 429'],
    ['answered in another form', { kind: 'refuse', status: 200, body: '{}' }, 'unreadable_answer'],
  ] as const)('with a page %s proves nothing', async (_, effect, reason) => {
    const page = { method: 'GET', path: /charges$/ } as const;
    server.plan({ ...page, effect });
    expect(await byWindow(other)).toEqual({ kind: 'unreachable', reason });
  });

  it.each([
    ['from a later time', { from: '2099-01-01T00:00:00Z' }, 'other_window'],
    ['to an earlier time', { to: '2020-01-01T00:00:00Z' }, 'other_window'],
    ['from another offset', { offset: 1 }, 'other_window'],
    ['with fewer objects than it says', { total: 1 }, 'unreadable_answer'],
    ['in another order', { order: 'reverse_chronological' }, 'unreadable_answer'],
    [
      'with an object of live mode',
      {
        total: 1,
        data: [{ id: 'chrg_12345', livemode: true, created_at: '2026-11-22T03:00:00Z' }],
      },
      'unreadable_answer',
    ],
  ])('that is answered %s proves nothing', async (_, shown, reason) => {
    const body = JSON.stringify({
      object: 'list',
      data: [],
      limit: 100,
      offset: 0,
      total: 0,
      order: 'chronological',
      from: '1970-01-01T00:00:00Z',
      to: '2099-01-01T00:00:00Z',
      ...shown,
    });
    server.plan({ method: 'GET', path: /charges$/, effect: { kind: 'refuse', status: 200, body } });
    expect(await byWindow(other)).toEqual({ kind: 'unreachable', reason });
  });

  it('finds no charge of an API version before 2019-05-29', async () => {
    charge.status = 'successful';
    server.upstream.forcedVersion = '2017-11-02';
    const unreadable = { kind: 'unreachable', reason: 'unreadable_answer' };
    expect(await byId()).toEqual(unreadable);
    expect(await byWindow()).toEqual(unreadable);
  });

  it('of live mode is unreadable for a test account', async () => {
    charge.status = 'successful';
    server.upstream.options.livemode = true;
    const unreadable = { kind: 'unreachable', reason: 'unreadable_answer' };
    expect(await byId()).toEqual(unreadable);
    expect(await byWindow()).toEqual(unreadable);
  });
});

describe('the probe', () => {
  it('is ok with the account of the key', async () => {
    expect(await client.probe()).toEqual({ kind: 'ok' });
  });

  it('is rejected with an unknown key', async () => {
    server.upstream.options.secretKey = 'skey_test_another000000';
    expect(await client.probe()).toEqual({ kind: 'rejected', reason: 'HTTP 401' });
  });

  it('is unreachable when Omise fails', async () => {
    server.plan({ method: 'GET', path: /balance/, effect: { kind: 'refuse', status: 503 } });
    expect(await client.probe()).toEqual({ kind: 'unreachable', reason: 'HTTP 503' });
  });
});
