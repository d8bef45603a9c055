import { until } from '../../support/until';
import type { Deps } from '../../../src/deps';
import type { Merchant } from '../../../src/kernel/merchants/store';
import { applyPending } from '../../../src/orders/store/apply-transition';
import { connect } from '../../../src/platform/postgres/connect';
import { createGatewayApp } from '../../../src/app';
import { listen } from '../../../src/http/server';
import { closeAfterFile } from '../../support/close-after-file';
import { asOwner } from '../../support/database';
import {
  testCallback,
  testConfig,
  testDeps,
  testPayment,
  testWithdrawal,
} from '../../support/gateway';
import { resolveAs } from '../../support/resolve';
import { startApi, type Api } from '../../http/api';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});

const open = { key: null };

/** The API without Postgres: port 9 is closed. */
async function startWithoutDatabase(): Promise<string> {
  const db = connect('postgres://nobody@127.0.0.1:9/nothing', { poolMax: 2 });
  closeAfterFile(() => db.destroy());
  const deps = testDeps(db, testConfig());
  const outbox = { ...deps.outbox, state: () => ({ reachable: true }) };
  const http = { ...deps.config.http, host: '127.0.0.1', port: 0 };
  const server = await listen(createGatewayApp({ ...deps, outbox }), http, deps);
  closeAfterFile(() => server.close());
  return `http://127.0.0.1:${server.port}`;
}

describe('health checks', () => {
  it('need no key, and the root path links to them', async () => {
    const { status, body } = await api.get('/', open);
    expect([status, body]).toMatchObject([200, { mode: 'sandbox' }]);
    expect((await api.get('/healthz', open)).body).toEqual({ status: 'ok' });
  });

  it('report the outbox backlog', async () => {
    await api.createQrCode();
    const { status, body } = await api.get('/readyz', open);
    expect([status, body]).toMatchObject([
      200,
      { status: 'ok', database: 'ok', temporal: 'ok', dispatch_backlog: { waiting: 1 } },
    ]);
  });

  it('stay ready without Temporal and report it', async () => {
    api.temporal.reachable = false;
    const { status, body } = await api.get('/readyz', open);
    api.temporal.reachable = true;
    expect([status, body]).toMatchObject([200, { status: 'degraded', temporal: 'unreachable' }]);
  });
});

describe('without Postgres', () => {
  it('the process is live and not ready', async () => {
    const url = await startWithoutDatabase();
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    const ready = await fetch(`${url}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([
      503,
      { status: 'unavailable', database: 'unreachable', temporal: 'ok', dispatch_backlog: null },
    ]);
    const metrics = await (await fetch(`${url}/metrics`)).text();
    expect(metrics).toMatch(/^saphan_database_up 0$/m);
    expect(metrics).toMatch(/^saphan_provider_accounts_down Nan$/m);
    expect(metrics).not.toContain('saphan_work_waiting{');
  });

  it('a request gets 503 and can be retried', async () => {
    const url = await startWithoutDatabase();
    const authorization = `Bearer sk_test_${'x'.repeat(43)}`;
    const answer = await fetch(`${url}/v1/payments`, { headers: { authorization } });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await answer.json()).toMatchObject({
      error: { code: 'unavailable', type: 'api_error' },
    });
  });
});

const down = { account_id: 'default', health: 'down', buckets: '[]' };
const ago = (interval: string) => `now() - interval '${interval}'`;

/** A row or more for each gauge of the database. */
async function plantState(deps: Deps, merchant: Merchant): Promise<void> {
  const { db } = deps;
  const [paid, waiting, stuck, manual] = [
    await testPayment(deps, merchant),
    await testPayment(deps, merchant, { amountSatang: 25_000 }),
    await testPayment(deps, merchant),
    await testPayment(deps, merchant),
  ];
  await db('orders').whereIn('id', [paid, stuck, manual]).update({ status: 'succeeded' });
  await db('outbox_messages').del();
  await db.raw(
    `insert into outbox_messages (topic, subject, created_at)
     values ('mail', 'm', ${ago('40 seconds')})`,
  );
  await db('provider_account_health').insert(down);
  await db.raw(
    `insert into provider_requests (order_id, subject_sealed, is_manual, created_at)
     values (?, '', false, ${ago('2 days')}), (?, '', true, ${ago('1 hour')}),
            (?, '', false, ${ago('1 hour')})`,
    [stuck, manual, waiting],
  );
  await db('exceptions').insert({ id: 'exc_1', kind: 'conflict', order_id: paid });
  const webhooks = ['failing', 'disabled', 'resting'].map((id) => ({
    id,
    merchant_id: merchant.id,
    url: 'https://shop.example',
    events: [],
    secret_sealed: '',
    status: id === 'disabled' ? 'disabled' : 'active',
    disabled_reason: id === 'disabled' ? 'gone' : null,
    failing_since: id === 'failing' ? db.raw(ago('11 minutes')) : null,
    cooldown_until: id === 'resting' ? db.raw("now() + interval '5 minutes'") : null,
  }));
  await db('webhooks').insert(webhooks);
  const [event] = await db('events').where('order_id', waiting).select('id');
  await db('deliveries').insert(
    ['failing', 'resting'].map((webhook_id) => ({
      id: `dlv_${webhook_id}`,
      event_id: event.id,
      webhook_id,
      order_id: waiting,
      created_at: db.raw(ago('2 minutes')),
    })),
  );
  await db('merchants').insert({ id: 'mer_new', name: 'New', status: 'disabled' });
  await plantPayouts(deps, merchant);
  await plantPayees(deps, merchant);
  await db('check_runs').insert([
    { kind: 'audit', at: '2026-11-20T00:00:00Z', differences: 5, detail: '{}' },
    { kind: 'audit', at: '2026-11-21T00:00:00Z', differences: 3, detail: '{}' },
  ]);
  await db('order_rollup').update({ rolled_up_until: '2026-01-01T00:00:00Z' });
}

/** Payouts of the day: 2.5 times the past of a merchant, 3.25 times the minimum of a new one. */
async function plantPayouts({ db }: Deps, merchant: Merchant): Promise<void> {
  const day = (offset: number) =>
    db.raw(`(now() at time zone 'Asia/Bangkok')::date + ${offset}::integer`);
  // Of tomorrow, so that a test at midnight sees the same.
  const asked = { payouts_day: day(1), payouts_satang: 32_500_000 };
  await db('balances').where('merchant_id', merchant.id).update(asked);
  await db('balances').insert({ merchant_id: 'mer_new', ...asked });
  const past = [
    ['post', -2, 13_000_000],
    ['post', -3, 12_000_000],
    ['post', -30, 900_000_000],
    ['receive', -2, 900_000_000],
  ] as const;
  await db('transfer_days').insert(
    past.map(([kind, offset, satang]) => ({
      merchant_id: merchant.id,
      day: day(offset),
      kind,
      count: 1,
      satang,
    })),
  );
}

/**
 * Withdrawals of the day to three accounts: one that the merchant paid before, one that only
 * another merchant did, and one that nobody did.
 */
async function plantPayees({ db }: Deps, merchant: Merchant): Promise<void> {
  const withdrawals = [
    [merchant.id, '-3 days', 'succeeded', 'x-1111'],
    ['mer_new', '-3 days', 'succeeded', 'x-2222'],
    [merchant.id, '1 day', 'pending', 'x-1111'],
    [merchant.id, '1 day', 'pending', 'x-2222'],
    [merchant.id, '1 day', 'succeeded', 'x-2222'],
    [merchant.id, '1 day', 'failed', 'x-3333'],
  ] as const;
  for (const [index, [merchantId, offset, status, mask]] of withdrawals.entries()) {
    const orderId = `withdrawal-${index}`;
    await db('order_states').insert({
      merchant_id: merchantId,
      kind: 'withdrawal',
      status,
      created_at: db.raw(`now() + interval '${offset}'`),
      order_id: orderId,
    });
    await db('withdrawals').insert({
      order_id: orderId,
      username: 'u',
      bank_name: 'SCB',
      bank_code: '014',
      account_mask: mask,
    });
  }
}

/** The lines for the planted state. */
const planted = [
  'saphan_work_waiting{work="outbox"} 1',
  'saphan_work_waiting{work="payouts"} 2',
  'saphan_work_waiting{work="deliveries"} 2',
  'saphan_work_waiting{work="overdue_deliveries"} 1',
  'saphan_work_waiting{work="stuck_payouts"} 1',
  'saphan_work_waiting{work="manual_refunds"} 1',
  'saphan_work_waiting{work="new_merchants"} 1',
  'saphan_work_waiting{work="slips"} 0',
  'saphan_orders_pending{kind="payment"} 1',
  'saphan_orders_pending{kind="refund"} 0',
  'saphan_orders_pending_satang{kind="payment"} 25000',
  'saphan_exceptions_open{kind="conflict"} 1',
  'saphan_exceptions_open{kind="unknown_order"} 0',
  'saphan_webhooks_unhealthy{state="failing"} 1',
  'saphan_webhooks_unhealthy{state="disabled"} 1',
  'saphan_provider_accounts_down 1',
  'saphan_provider_accounts_degraded 0',
  `saphan_check_last_run_timestamp_seconds{check="audit"} ${Date.parse('2026-11-21') / 1000}`,
  // In a sandbox no provider has a statement.
  'saphan_check_last_run_timestamp_seconds{check="reconciliation"} Nan',
  'saphan_check_differences{check="audit"} 3',
  'saphan_partition_default_rows{table="provider_exchanges"} 0',
  // The test's Postgres has no archive.
  'saphan_wal_archived_timestamp_seconds Nan',
  'saphan_payouts_today_satang 65000000',
  'saphan_payouts_today_ratio_max 3.25',
  'saphan_new_payees_today_max 2',
  'saphan_database_up 1',
  'saphan_temporal_up 1',
] as const;

test('GET / sends a browser to the dashboard and answers JSON to other clients', async () => {
  const { url, deps } = api;
  const ask = async (accept: string) => fetch(url, { redirect: 'manual', headers: { accept } });
  const browser = await ask('text/html,application/xhtml+xml,*/*;q=0.8');
  expect([browser.status, browser.headers.get('location')]).toEqual([
    303,
    `${deps.config.http.publicUrl}/dashboard`,
  ]);
  for (const accept of ['*/*', 'application/json']) {
    const { status, headers } = await ask(accept);
    expect([status, headers.get('vary')]).toEqual([200, expect.stringContaining('Accept')]);
    expect(headers.get('content-type')).toContain('application/json');
  }
});

describe('the metrics', () => {
  it('count requests by operation and status for every alias', async () => {
    await api.get('/v1/payments?reference=private');
    await api.get('/Thai/payments', { key: 'wrong' });
    await api.get('/nothing/here');
    const { status, text } = await api.get('/metrics', open);
    expect(status).toBe(200);
    const counted = (operation: string, code: number) =>
      `saphan_http_request_seconds_count{operation="${operation}",status="${code}"} 1`;
    expect(text).toContain(counted('listPayments', 200));
    expect(text).toContain(counted('listPayments', 401));
    expect(text).toContain(counted('unmatched', 404));
    expect(text).not.toContain('private');
  });

  it('show the state of the database', async () => {
    const { get, deps, merchant } = await startApi();
    await plantState(deps, merchant);
    const { text } = await get('/metrics', open);
    const lines = text.split('\n');
    expect(planted.filter((line) => !lines.includes(line))).toEqual([]);
    const ageOf = (work: string) =>
      Number(text.split(`saphan_work_oldest_seconds{work="${work}"} `)[1]?.split('\n')[0]);
    expect([ageOf('outbox'), ageOf('slips')]).toEqual([expect.closeTo(40, -1), 0]);
    expect(ageOf('stuck_payouts')).toBeCloseTo(2 * 86_400, -2);
    const countedUntil = Number(/^saphan_orders_counted_until\S+ (\S+)$/m.exec(text)?.[1]);
    expect(countedUntil).toBe(Date.parse('2026-01-01T00:00:00Z') / 1000);
    const partitionsEnd = /^saphan_partitions_end\S+\{table="api_requests"\} (\S+)$/m.exec(
      text,
    )?.[1];
    const aheadDays = (Number(partitionsEnd) - Date.now() / 1000) / 86_400;
    // Eight days from the UTC day on which the test's database was created.
    expect(aheadDays).toBeGreaterThan(6);
    expect(aheadDays).toBeLessThanOrEqual(8);
  });

  it('show what merchants are owed by ledger account, as the postings have it', async () => {
    const { get, deps, merchant } = await startApi({}, { openingSatang: 100_000 });
    const { db } = deps;
    const payTooMuch = async (amountSatang: number) => {
      const id = await testPayment(deps, merchant);
      await testCallback(deps, id, { reported: 'succeeded', transactionId: id, amountSatang });
      await applyPending(db, id);
      return (await db('exceptions').where('order_id', id).first('id')).id as string;
    };
    await payTooMuch(10_500);
    await resolveAs(db, await payTooMuch(10_070), 'return');
    await testWithdrawal(deps, merchant, { amountSatang: 12_000 });
    const postings: { account: string; satang: number }[] = await db('postings')
      .groupBy('account')
      .select('account', db.raw('sum(amount_satang)::bigint as satang'));
    const posted = new Map(postings.map(({ account, satang }) => [account, satang]));
    expect(posted.get('suspense')).toBe(500);
    // A slow measurement shows no value, and is repeated.
    const lines = await until(
      async () => {
        const { text } = await get('/metrics', open);
        return /^saphan_owed_satang.* NaN$/m.test(text) ? null : text.split('\n');
      },
      { describe: 'the money that is owed was measured' },
    );
    for (const account of ['available', 'held', 'suspense']) {
      expect(lines).toContain(`saphan_owed_satang{account="${account}"} ${posted.get(account)}`);
    }
  });

  it.each([
    ['mails', ['work_oldest_seconds', 'work_waiting'], 0],
    [
      'order_rollup',
      [
        'database_size_bytes',
        'orders_counted_until_timestamp_seconds',
        'orders_pending',
        'orders_pending_satang',
        'webhooks_unhealthy',
      ],
      0,
    ],
    ['provider_account_health', ['provider_accounts_degraded', 'provider_accounts_down'], 0],
    ['check_runs', ['check_differences', 'check_last_run_timestamp_seconds'], 0],
    ['api_requests_default', ['partition_default_rows', 'partitions_end_timestamp_seconds'], 0],
    // Of the money, which says nothing of the health of Postgres.
    ['transfer_days', ['payouts_today_ratio_max', 'payouts_today_satang'], 1],
    ['withdrawals', ['new_payees_today_max'], 1],
  ])('lack only the gauges that are read from %s when that fails', async (table, own, up) => {
    const { get, deps } = await startApi();
    /** The metrics of the database that have a value. */
    const measured = async () => {
      const { text } = await get('/metrics', open);
      const lines = [...text.matchAll(/^(saphan_(\w+))(?:\{.*\})? (?!Nan$).+$/gm)];
      return [...new Set(lines.map(([, , name]) => name ?? ''))].toSorted();
    };
    const clock = jest.spyOn(performance, 'now');
    closeAfterFile(() => clock.mockRestore());
    const before = await measured();
    await asOwner(deps.db, `alter table ${table} rename to hidden`);
    clock.mockReturnValue(performance.now() + 61_000);
    const after = await measured();
    clock.mockRestore();
    expect(before.filter((name) => !after.includes(name))).toEqual(own);
    expect((await get('/metrics', open)).text).toContain(`\nsaphan_database_up ${up}\n`);
  });

  it('share one measurement of the database for five seconds', async () => {
    const { get, deps } = await startApi();
    const clock = jest.spyOn(performance, 'now').mockReturnValue(performance.now());
    closeAfterFile(() => clock.mockRestore());
    const accountsDownAt = async (laterMs: number) => {
      clock.mockReturnValue(performance.now() + laterMs);
      const { text } = await get('/metrics', open);
      return /^saphan_provider_accounts_down (\S+)$/m.exec(text)?.[1];
    };
    expect(await accountsDownAt(0)).toBe('0');
    await deps.db('provider_account_health').insert(down);
    expect(await accountsDownAt(4_999)).toBe('0');
    expect(await accountsDownAt(2)).toBe('1');
    clock.mockRestore();
  });
});

describe('security.txt', () => {
  it('names the contact, and an expiry in the next year', async () => {
    const { get } = await startApi({
      PUBLIC_URL: 'https://pay.example',
      SECURITY_CONTACT: 'mailto:security@pay.example',
    });
    const { status, headers, text } = await get('/.well-known/security.txt', open);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    const fields = new Map(
      text
        .trim()
        .split('\n')
        .map((line) => line.split(/: (.*)/) as [string, string]),
    );
    expect([...fields.keys()].toSorted()).toEqual([
      'Canonical',
      'Contact',
      'Expires',
      'Preferred-Languages',
    ]);
    expect(fields.get('Contact')).toBe('mailto:security@pay.example');
    expect(fields.get('Canonical')).toBe('https://pay.example/.well-known/security.txt');
    const expires = fields.get('Expires') ?? '';
    expect(new Date(expires).toISOString()).toBe(expires);
    const aheadDays = (Date.parse(expires) - Date.now()) / 86_400_000;
    expect(aheadDays).toBeGreaterThan(29);
    expect(aheadDays).toBeLessThan(365);
  });

  it('is not found without a contact', async () => {
    expect((await api.get('/.well-known/security.txt', open)).status).toBe(404);
  });
});

it('robots.txt admits crawlers to the documentation only', async () => {
  const { text } = await api.get('/robots.txt', open);
  expect(text).toBe('User-agent: *\nAllow: /docs\nDisallow: /\n');
});
