import { createMerchant } from '../../../../src/merchants/create-merchant';
import { runGatewayIn } from '../../../commands/gateway';
import {
  linkIn,
  PASSWORD,
  startDashboard,
  type Dashboard,
} from '../../../pages/dashboard/dashboard';
import { testOperator, type TestOperator } from '../../../pages/console/operators';

const KEYS = { ENCRYPTION_KEYS: `test:${Buffer.alloc(32, 9).toString('base64')}` };

let dashboard: Dashboard;
let operator: TestOperator;
beforeAll(async () => {
  dashboard = await startDashboard(KEYS);
  operator = await testOperator(dashboard, 'operator');
});

const PATH = '/console/merchants';
const get = (path: string) => dashboard.get(path, { as: operator });
const post = (path: string, fields: Record<string, string>) =>
  dashboard.post(path, fields, { as: operator });

/** A merchant after a sign-up in live mode. */
async function waiting(name: string): Promise<string> {
  const { merchantId } = await createMerchant(dashboard.deps.db, name, 0);
  await dashboard.deps.db('merchants').where('id', merchantId).update({ status: 'disabled' });
  return merchantId;
}

async function statusOf(id: string): Promise<string> {
  const row = await dashboard.deps.db('merchants').where({ id }).first('status');
  return row.status as string;
}

describe('a merchant to approve', () => {
  it('is listed until an operator enables it with a reason', async () => {
    const id = await waiting('Waiting shop');
    expect((await get(`${PATH}?state=waiting`)).text).toContain(id);
    expect((await get('/console')).text).toContain('Merchants to approve');
    expect((await post(`${PATH}/${id}/enable`, { reason: '' })).status).toBe(400);
    expect(await statusOf(id)).toBe('disabled');
    const done = await post(`${PATH}/${id}/enable`, { reason: 'Papers seen.' });
    expect(done.headers.get('location')).toBe(`${PATH}/${id}?done=merchant_enabled`);
    expect(await statusOf(id)).toBe('active');
    expect((await get(`${PATH}?state=waiting`)).text).not.toContain(id);
    expect((await get(`${PATH}/${id}`)).text).toContain('Papers seen.');
  });

  it('is enabled once for concurrent requests', async () => {
    const id = await waiting('Twice shop');
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => post(`${PATH}/${id}/enable`, { reason: 'Known.' })),
    );
    const statuses = answers.map(({ status }) => String(status)).sort();
    expect(statuses).toEqual(['303', '409', '409', '409', '409']);
    const lines = await dashboard.deps.db('audit_log').where({ scope: 'operators', subject: id });
    expect(lines).toHaveLength(1);
  });
});

it('a disabled merchant is not listed for approval, and sees no reason', async () => {
  const merchant = await dashboard.openMerchant('Stopped shop');
  const owner = await dashboard.addMember('owner', merchant);
  await post(`${PATH}/${merchant.id}/disable`, { reason: 'Suspected of fraud.' });
  expect(await statusOf(merchant.id)).toBe('disabled');
  expect((await get(`${PATH}?state=waiting`)).text).not.toContain(merchant.id);
  expect((await get(`${PATH}?state=disabled`)).text).toContain(merchant.id);
  const { text } = await dashboard.get('/dashboard/settings/activity', { as: owner });
  expect(text).toContain('Disabled the merchant');
  expect(text).not.toContain('Suspected of fraud.');
});

it('merchants are found by a literal part of the name and by id', async () => {
  const percent = (await dashboard.openMerchant('100% coffee')).id;
  const other = (await dashboard.openMerchant('1000 coffees')).id;
  const { text } = await get(`${PATH}?q=${encodeURIComponent('100%')}`);
  expect([text.includes(percent), text.includes(other)]).toEqual([true, false]);
  expect((await get(`${PATH}?q=${other}`)).text).toContain(other);
});

it('an operator sets the payout limit in baht, and an admin removes it', async () => {
  const { id } = await dashboard.openMerchant();
  async function limit(): Promise<number | null> {
    const row = await dashboard.deps
      .db('balances')
      .where('merchant_id', id)
      .first('day_limit_satang');
    return row.day_limit_satang as number | null;
  }
  await post(`${PATH}/${id}/limit`, { limit: '49,999.50' });
  expect(await limit()).toBe(4_999_950);
  expect((await get(`${PATH}/${id}`)).text).toContain('฿49,999.50');
  expect((await post(`${PATH}/${id}/limit`, { limit: 'much' })).status).toBe(400);
  expect(await limit()).toBe(4_999_950);
  const admin = await testOperator(dashboard, 'admin');
  await dashboard.post(`${PATH}/${id}/limit`, { limit: '' }, { as: admin });
  expect(await limit()).toBeNull();
});

describe('a merchant created by a command', () => {
  const gateway = (...args: readonly string[]) =>
    runGatewayIn(
      { ...KEYS, DATABASE_URL: dashboard.databaseUrl, PUBLIC_URL: dashboard.url },
      ...args,
    );

  it('gets its first owner by `gateway merchant invite`', async () => {
    const made = await gateway('merchant', 'create', 'Command shop', '--json');
    const { merchantId } = JSON.parse(made.out) as { merchantId: string };
    const invite = [
      'merchant',
      'invite',
      merchantId,
      '--email',
      'first@example.com',
      '--lang',
      'en',
    ];
    expect((await gateway(...invite)).code).toBe(0);
    const [letter] = await dashboard.deliverMail();
    const link = linkIn(letter ?? { to: '', subject: '', text: '' });
    expect((await dashboard.post(link, { name: 'Owner', password: PASSWORD })).status).toBe(303);
    const roles = await dashboard.deps
      .db('memberships')
      .where('merchant_id', merchantId)
      .pluck('role');
    expect(roles).toEqual(['owner']);
    expect((await gateway(...invite)).code).toBe(2);
    expect((await gateway('merchant', 'invite', 'mer_none', '--email', 'a@b.co')).code).toBe(2);
  });

  it('gets its first owner from the console', async () => {
    const { id } = await dashboard.openMerchant();
    await post(`${PATH}/${id}/owner`, { email: 'second@example.com' });
    expect((await get(`${PATH}/${id}`)).text).toContain('second@example.com');
    expect(await dashboard.deliverMail()).toMatchObject([{ to: 'second@example.com' }]);
  });
});
