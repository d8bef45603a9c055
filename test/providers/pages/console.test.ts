import { changeAccount } from '../../../src/providers/accounts/change-accounts';
import { commandAudit } from '../../support/gateway';
import { testAccount } from '../../support/provider-accounts';
import { startDashboard, type Dashboard } from '../../pages/dashboard/dashboard';
import { testOperator, type TestOperator } from '../../pages/console/operators';

const SECRET = 'skey_test_neverreadagain';
const PATH = '/console/provider-accounts';
const omise = { connector: 'omise', label: 'Omise', priority: '5', setting_secretKey: SECRET };

let dashboard: Dashboard;
let admin: TestOperator;
let viewer: TestOperator;
beforeAll(async () => {
  dashboard = await startDashboard();
  admin = await testOperator(dashboard, 'admin');
  viewer = await testOperator(dashboard, 'viewer');
});

const read = async (path: string, as = admin) =>
  (await dashboard.get(`${path}${path.includes('?') ? '&' : '?'}lang=en`, { as })).text;
const send = (path: string, fields: Record<string, string>) =>
  dashboard.post(path, fields, { as: admin });
/** Sends a form of the page of an account as that page is now. */
const change = async (path: string, fields: Record<string, string>, below = '') => {
  const digest = await dashboard.digestAt(path, admin);
  return send(`${path}${below}`, { ...fields, digest });
};

/** Adds an account with the form; returns its path. */
async function add(fields: Record<string, string> = {}): Promise<string> {
  const { status, headers } = await send(PATH, { ...omise, ...fields });
  expect(status).toBe(303);
  return headers.get('location')?.replace(/\?.*/, '') ?? '';
}
const accountAt = (path: string) => dashboard.deps.providers.find(path.split('/').at(-1) ?? '');

describe('the form of a new account', () => {
  it('has the fields of the chosen connector', async () => {
    const text = await read(`${PATH}/new?connector=omise`);
    for (const name of ['secretKey', 'webhookSecrets', 'url', 'transferFeeSatang']) {
      expect(text).toContain(`name="setting_${name}"`);
    }
    expect(text).not.toContain('setting_billerId');
  });

  it('adds an account whose blank settings have their defaults', async () => {
    const path = await add({ setting_url: '', setting_webhookSecrets: 'c2VjcmV0LXNlY3JldC0x\r\n' });
    expect(await accountAt(path)).toMatchObject({
      label: 'Omise',
      merchantId: null,
      settings: {
        url: 'https://api.omise.co',
        secretKey: SECRET,
        webhookSecrets: ['c2VjcmV0LXNlY3JldC0x'],
        transferFeeSatang: 3_000,
      },
    });
  });

  it('marks the field at fault and fills in no secret', async () => {
    const refused = await send(PATH, { ...omise, setting_transferFeeSatang: 'free' });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('id="setting_transferFeeSatang-fault"');
    expect(refused.text).toContain('value="free"');
    expect(refused.text).not.toContain(SECRET);
    const wrong = await send(PATH, { ...omise, setting_secretKey: 'a-wrong-secret' });
    expect(wrong.text).toContain('id="setting_secretKey-fault"');
    expect(wrong.text).not.toContain('a-wrong-secret');
    // The rule, not only that there is one.
    expect(wrong.text).toContain('Begins with skey_ or skey_test_');
    expect(refused.text).toContain('A whole number from 0 to 100000.');
  });

  it("is refused for a merchant with orders, and adds another merchant's own account", async () => {
    const own = await dashboard.openMerchant();
    const path = await add({ merchant: own.id });
    expect(await accountAt(path)).toMatchObject({ merchantId: own.id });
    expect(await read(`${PATH}?owner=merchants`)).toContain(path);
    expect(await read(PATH)).not.toContain(path);
  });
});

describe('the page of an account', () => {
  it('never shows a secret, and the callback URL to admins only', async () => {
    const path = await add();
    const { callbackUrl } = await accountAt(path);
    const [full, plain] = [await read(path), await read(path, viewer)];
    expect(full).toContain(callbackUrl);
    expect(plain).toContain('Omise');
    expect(plain).not.toContain(callbackUrl);
    expect(plain).not.toContain('<form method="post" action="/console/provider-accounts');
    for (const text of [full, plain]) expect(text).not.toContain(SECRET);
  });

  it('changes the settings that are not secret and keeps the others', async () => {
    const path = await add();
    const fields = { label: 'Renamed', priority: '9', setting_transferFeeSatang: '2500' };
    expect((await change(path, fields)).status).toBe(303);
    expect(await accountAt(path)).toMatchObject({
      label: 'Renamed',
      settings: { secretKey: SECRET, transferFeeSatang: 2_500 },
    });
    const refused = await change(path, { ...fields, setting_transferFeeSatang: '-1' });
    expect(refused.text).toContain('id="setting_transferFeeSatang-fault"');
  });

  it('asks for the secrets beside a new address', async () => {
    const path = await add({ setting_webhookSecrets: 'c2VjcmV0LXNlY3JldC0x' });
    const url = 'https://elsewhere.example.th';
    const fields = { label: 'Moved', priority: '5', setting_url: url };
    const refused = await change(path, fields);
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('id="setting_secretKey-fault"');
    expect(refused.text).toContain('A new address requires that you enter every secret again.');
    expect(refused.text).toContain(`value="${url}"`);
    for (const name of ['secretKey', 'webhookSecrets']) {
      expect(refused.text.split(`id="setting_${name}"`)).toHaveLength(2);
    }
    expect(await accountAt(path)).toMatchObject({ settings: { url: 'https://api.omise.co' } });
    const secretKey = 'skey_test_theotherkey';
    const one = await change(path, { ...fields, setting_secretKey: secretKey });
    expect(one.text).toContain('id="setting_webhookSecrets-fault"');
    expect(one.text).not.toContain(secretKey);
    const all = { setting_secretKey: secretKey, setting_webhookSecrets: 'c2VjcmV0LXNlY3JldC0y' };
    expect((await change(path, { ...fields, ...all })).status).toBe(303);
    expect(await accountAt(path)).toMatchObject({ label: 'Moved', settings: { url, secretKey } });
  });

  it('rotates a secret list with overlap, and replaces a single secret', async () => {
    const [former, next] = ['c2VjcmV0LXNlY3JldC0x', 'c2VjcmV0LXNlY3JldC0y'];
    const path = await add({ setting_webhookSecrets: former });
    const secrets = async () => (await accountAt(path)).settings;
    const rotate = { setting: 'webhookSecrets', setting_webhookSecrets: next };
    expect((await change(path, rotate, '/secret')).status).toBe(303);
    expect(await secrets()).toMatchObject({ webhookSecrets: [next, former] });
    expect(await read(path)).toContain('2 stored');
    await send(`${path}/secret/remove-former`, { setting: 'webhookSecrets' });
    expect(await secrets()).toMatchObject({ webhookSecrets: [next] });
    const other = 'skey_test_theotherkey';
    await change(path, { setting: 'secretKey', setting_secretKey: other }, '/secret');
    expect(await secrets()).toMatchObject({ secretKey: other });
  });

  it.each(['', '   '])('refuses the blank secret %j', async (blank) => {
    const path = await add();
    const fields = { setting: 'secretKey', setting_secretKey: blank };
    const refused = await change(path, fields, '/secret');
    expect([refused.status, (await accountAt(path)).settings]).toMatchObject([
      400,
      { secretKey: SECRET },
    ]);
  });

  it('changes no setting that is not secret as a secret', async () => {
    const path = await add();
    const sent = { setting: 'url', setting_url: 'https://elsewhere.example.th' };
    expect((await change(path, sent, '/secret')).status).toBe(400);
    expect(await accountAt(path)).toMatchObject({ settings: { url: 'https://api.omise.co' } });
  });

  it('changes nothing from a form that showed another account, and shows the account', async () => {
    const path = await add({ setting_transferFeeSatang: '2500' });
    const digest = await dashboard.digestAt(path, admin);
    const id = path.split('/').at(-1) ?? '';
    const corrected = { settings: { transferFeeSatang: 1_500 } };
    await changeAccount(dashboard.deps, commandAudit, id, corrected);
    const fields = { label: 'Renamed', priority: '5', setting_transferFeeSatang: '2500', digest };
    const secret = { setting: 'secretKey', setting_secretKey: 'skey_test_theotherkey', digest };
    const { status, text } = await send(path, fields);
    expect(status).toBe(409);
    expect((await send(`${path}/secret`, secret)).status).toBe(409);
    expect(await accountAt(path)).toMatchObject({
      label: 'Omise',
      settings: { secretKey: SECRET, transferFeeSatang: 1_500 },
    });
    expect(text).toContain('value="1500"');
    expect(text).not.toContain('value="2500"');
    expect(text).toContain(`name="digest" value="${await dashboard.digestAt(path, admin)}"`);
  });

  it('keeps the digest of a form that is refused for another reason', async () => {
    const path = await add();
    const digest = await dashboard.digestAt(path, admin);
    await changeAccount(dashboard.deps, commandAudit, path.split('/').at(-1) ?? '', {
      priority: 6,
    });
    const fields = { label: 'Omise', priority: 'first', digest };
    expect((await send(path, fields)).text).toContain(`name="digest" value="${digest}"`);
  });

  it('shows the result of a test of the connection', async () => {
    const { id } = await testAccount(dashboard.deps, 'a-key');
    const tested = await send(`${PATH}/${id}/test?lang=en`, {});
    expect([tested.status, tested.text]).toEqual([200, expect.stringContaining('ECONNREFUSED')]);
  });

  it('of the default account has a status but no settings', async () => {
    const path = `${PATH}/default`;
    const text = await read(path);
    expect(text).toContain(`action="${path}/status"`);
    expect(text).not.toContain('name="setting_');
    expect(text).not.toContain(dashboard.config.provider.key ?? '');
    expect((await send(`${path}/status`, { status: 'paused' })).status).toBe(303);
    const { candidates } = dashboard.deps.providers.routesOf('mer_any');
    expect(candidates.find(({ accountId }) => accountId === 'default')?.status).toBe('paused');
  });
});

it('an account that is down is shown as not responding', async () => {
  const { db } = dashboard.deps;
  expect(await read(`${PATH}/default`)).toContain('Responding');
  await db('provider_account_health').insert({
    account_id: 'default',
    health: 'down',
    buckets: '[]',
  });
  expect(await read(`${PATH}/default`)).toContain('Not responding, since');
});
