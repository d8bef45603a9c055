import { testAccount, testOmiseAccount } from '../../support/provider-accounts';
import { testPayment } from '../../support/gateway';
import { startDashboard, type Dashboard, type Member } from '../../pages/dashboard/dashboard';

const PATH = '/dashboard/settings/provider-accounts';
const SECRET = 'skey_test_neverreadagain';
const omise = { connector: 'omise', label: 'Omise', priority: '5', setting_secretKey: SECRET };

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await startDashboard({ MERCHANT_ACCOUNTS: 'true' });
});

/** The owner of a merchant without orders. */
const newOwner = async (): Promise<Member> =>
  dashboard.addMember('owner', await dashboard.openMerchant());

it('the provider accounts do not exist where the installation does not allow them', async () => {
  const closed = await startDashboard();
  const owner = await closed.addMember('owner');
  const { id } = await testOmiseAccount(closed.deps, closed.merchant.id);
  for (const path of [PATH, `${PATH}/new`, `${PATH}/${id}`]) {
    expect([path, (await closed.get(path, { as: owner })).status]).toEqual([path, 404]);
  }
  const changes = ['', `/${id}`, `/${id}/status`, `/${id}/callback`, `/${id}/test`];
  for (const below of changes) {
    const sent = { ...omise, status: 'off', digest: 'any' };
    const { status } = await closed.post(`${PATH}${below}`, sent, { as: owner });
    expect([below, status]).toEqual([below, 404]);
  }
  expect((await closed.get('/dashboard', { as: owner })).text).not.toContain(PATH);
  expect(await closed.deps.db('provider_accounts').whereNot('status', 'on').select()).toEqual([]);
});

it("an owner adds the merchant's own account, which takes its orders", async () => {
  const owner = await newOwner();
  const { status, headers } = await dashboard.post(PATH, omise, { as: owner });
  expect(status).toBe(303);
  const id = headers.get('location')?.replace(/\?.*/, '').split('/').at(-1) ?? '';
  expect(await dashboard.deps.providers.find(id)).toMatchObject({
    merchantId: owner.merchant.id,
    settings: { secretKey: SECRET, url: 'https://api.omise.co' },
  });
  const { candidates } = dashboard.deps.providers.routesOf(owner.merchant.id);
  expect(candidates.map(({ accountId }) => accountId)).toEqual([id]);
  const { text } = await dashboard.get(`${PATH}/${id}`, { as: owner });
  expect(text).toContain('/callbacks/omise/');
  expect(text).not.toContain(SECRET);
});

it('a merchant named in the form is ignored', async () => {
  const [owner, other] = [await newOwner(), await newOwner()];
  const sent = { ...omise, merchant: other.merchant.id };
  expect((await dashboard.post(PATH, sent, { as: owner })).status).toBe(303);
  const owned = await dashboard.deps.db('provider_accounts').where({ label: 'Omise' });
  const owners = owned.map((row) => row.merchant_id as string);
  expect(owners).toContain(owner.merchant.id);
  expect(owners).not.toContain(other.merchant.id);
});

it('a merchant with orders of the platform is refused, with the reason', async () => {
  const owner = await newOwner();
  await testPayment(dashboard.deps, owner.merchant);
  const refused = await dashboard.post(PATH, omise, { as: owner });
  expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('role="alert"')]);
  expect(refused.text).not.toContain(SECRET);
});

it.each([
  ['the address of the provider', { setting_url: 'http://169.254.169.254' }],
  ['a connector that needs an address', { connector: 'generic', setting_keys: 'a-key' }],
])('a merchant cannot set %s', async (_what, fields) => {
  const owner = await newOwner();
  await dashboard.post(PATH, { ...omise, ...fields }, { as: owner });
  const rows = await dashboard.deps.db('provider_accounts').where('merchant_id', owner.merchant.id);
  for (const { id } of rows) {
    const { settings } = await dashboard.deps.providers.find(id as string);
    expect(settings).toMatchObject({ url: 'https://api.omise.co' });
  }
  const { text } = await dashboard.get(`${PATH}/new?connector=omise`, { as: owner });
  expect(text).not.toContain('setting_url');
  expect(text).not.toContain('connector=generic');
});

it('a list has no account of another merchant and none of the platform', async () => {
  const [owner, other] = [await newOwner(), await newOwner()];
  const own = await testOmiseAccount(dashboard.deps, owner.merchant.id);
  const foreign = [
    await testOmiseAccount(dashboard.deps, other.merchant.id),
    await testAccount(dashboard.deps, 'a-key'),
  ];
  for (const query of ['', '?owner=merchants', '?owner=platform']) {
    const { text } = await dashboard.get(`${PATH}${query}`, { as: owner });
    expect(text).toContain(own.id);
    for (const { id } of [...foreign, { id: 'default' }]) expect(text).not.toContain(`/${id}"`);
  }
  for (const { id } of foreign) {
    expect((await dashboard.get(`${PATH}/${id}`, { as: owner })).status).toBe(404);
  }
});
