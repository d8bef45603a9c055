import { noticeExpiringKeys } from '../../src/merchants/notice-expiring-keys';
import { linkIn, PASSWORD, startDashboard, type Dashboard } from '../pages/dashboard/dashboard';
import { testOperator } from '../pages/console/operators';

let dashboard: Dashboard;
beforeEach(async () => {
  dashboard = await startDashboard({ TRUSTED_PROXIES: '1' });
});

const subjectsOf = async () =>
  (await dashboard.deliverMail()).map(({ to, subject }) => [to, subject] as const);

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

const signIn = async (site: string, email: string, address: string, device?: string) => {
  const cookie = device === undefined ? {} : { cookie: `saphan-device=${device}` };
  const headers = { 'x-forwarded-for': address, 'user-agent': FIREFOX, ...cookie };
  const answer = await dashboard.post(
    `/${site}/sign-in`,
    { email, password: PASSWORD },
    { headers },
  );
  expect(answer.status).toBe(303);
  const cookies = answer.headers.getSetCookie().join('\n');
  return /saphan-device=([\w-]{43})/.exec(cookies)?.[1] ?? '';
};

describe.each(['dashboard', 'console'])('a sign-in at the %s', (site) => {
  it('is notified by mail only from a new device or network', async () => {
    const { email } =
      site === 'dashboard'
        ? await dashboard.addMember('viewer')
        : await testOperator(dashboard, 'viewer');
    const device = await signIn(site, email, '203.0.113.1');
    const letters = await dashboard.deliverMail();
    expect(letters.map(({ to, subject }) => [to, subject])).toEqual([
      [email, 'New sign-in to your Saphan account'],
    ]);
    expect(letters[0]?.text).toContain('IP address: 203.0.113.1\n');
    expect(letters[0]?.text).toContain('Browser: Firefox · Linux\n');
    expect(letters[0]?.text).toContain('If this was not you');
    await signIn(site, email, '203.0.113.1', device);
    expect(await subjectsOf()).toEqual([]);
    await signIn(site, email, '203.0.113.2', device);
    expect(await subjectsOf()).toHaveLength(1);
    await signIn(site, email, '203.0.113.2');
    expect(await subjectsOf()).toHaveLength(1);
    await signIn(site, email, '203.0.113.2', device);
    expect(await subjectsOf()).toEqual([]);
  });

  it('is not notified when it fails', async () => {
    const { email } = await dashboard.addMember('viewer');
    await dashboard.post(`/${site}/sign-in`, { email, password: 'wrong' });
    expect(await subjectsOf()).toEqual([]);
  });
});

describe('a new password', () => {
  const fields = { old_password: PASSWORD, password: 'correct staple battery' };

  it('of a member is notified by mail after a change and after a reset', async () => {
    const owner = await dashboard.addMember('owner');
    await dashboard.post('/dashboard/settings/password', fields, { as: owner });
    expect(await subjectsOf()).toEqual([[owner.email, 'Your Saphan password was changed']]);
    await dashboard.post('/dashboard/forgot-password', { email: owner.email });
    const [letter] = await dashboard.deliverMail();
    const link = linkIn(letter ?? { to: '', subject: '', text: '' });
    await dashboard.post(link, { password: 'third staple battery' });
    expect(await subjectsOf()).toEqual([[owner.email, 'Your Saphan password was changed']]);
  });

  it('of an operator is notified by mail', async () => {
    const operator = await testOperator(dashboard, 'viewer');
    await dashboard.post('/console/settings/password', fields, { as: operator });
    expect(await subjectsOf()).toEqual([[operator.email, 'Your Saphan password was changed']]);
  });
});

describe('an API key that expires', () => {
  /** Hours since its creation, and until its expiry. */
  async function testKey(hoursAgo: number, hoursLeft: number, more: object = {}) {
    const { db } = dashboard.deps;
    const key = { name: `key ${hoursAgo} ${hoursLeft}`, permission: 'read', ...more };
    const owner = await dashboard.addMember('owner', await dashboard.openMerchant());
    await dashboard.post('/dashboard/developers/keys', key, { as: owner });
    await db('api_keys')
      .where('merchant_id', owner.merchant.id)
      .update({
        created_at: db.raw(`now() - make_interval(hours => ${hoursAgo})`),
        expires_at: db.raw(`now() + make_interval(hours => ${hoursLeft})`),
      });
    await dashboard.deliverMail();
    return owner;
  }

  it.each([
    // A quarter of a life of 90 days is more than 14 days, of 12 days less.
    ['14 days before', 2_000, 14 * 24 - 1, 1],
    ['earlier', 2_000, 14 * 24 + 1, 0],
    ['in the last quarter of a short life', 216, 71, 1],
    ['before the last quarter of a short life', 214, 73, 0],
    ['after its expiry', 2_000, -1, 0],
  ])('is notified %s to the owners, once', async (_name, hoursAgo, hoursLeft, mails) => {
    const { email } = await testKey(hoursAgo, hoursLeft);
    await noticeExpiringKeys(dashboard.deps, 100);
    const letters = await dashboard.deliverMail();
    expect(letters.map(({ to }) => to)).toEqual(mails === 1 ? [email] : []);
    if (mails === 1) expect(letters[0]?.subject).toMatch(/^An API key of .* expires soon$/);
    await noticeExpiringKeys(dashboard.deps, 100);
    expect(await dashboard.deliverMail()).toEqual([]);
  });

  it('loses its payees and its signing secret with its expiry', async () => {
    const limits = { payees: 'KBANK: 1234567890', signed: 'on' };
    const [ended, active] = [await testKey(10, -1, limits), await testKey(10, 1, limits)];
    await noticeExpiringKeys(dashboard.deps, 100);
    const sealed = ({ merchant }: typeof ended): Promise<object> =>
      dashboard.deps
        .db('api_keys')
        .where('merchant_id', merchant.id)
        .first('payees_sealed', 'signing_secret_sealed');
    expect(Object.values(await sealed(ended))).toEqual([null, null]);
    expect(Object.values(await sealed(active))).not.toContain(null);
  });
});

describe('a new API key', () => {
  it('is notified to every owner and to nobody else', async () => {
    const [first, second] = [
      await dashboard.addMember('owner'),
      await dashboard.addMember('owner'),
    ];
    const developer = await dashboard.addMember('developer');
    const other = await dashboard.openMerchant();
    await dashboard.addMember('owner', other);
    const key = { name: 'server', permission: 'write' };
    await dashboard.post('/dashboard/developers/keys', key, { as: developer });
    const letters = await dashboard.deliverMail();
    const addresses = [first.email, second.email].toSorted();
    expect(letters.map(({ to }) => to).toSorted()).toEqual(addresses);
    expect(letters[0]?.subject).toMatch(/^New API key for /);
    expect(letters[0]?.text).toContain('Created by: Test developer');
  });
});
