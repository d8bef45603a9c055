import { randomBytes } from 'node:crypto';
import {
  addAccount,
  changeAccount,
  removeFormerSecrets,
  removePreviousToken,
  rotateCallbackToken,
  setAccountStatus,
} from '../../../src/providers/accounts/change-accounts';
import { testConnection } from '../../../src/providers/accounts/test-connection';
import type { Deps } from '../../../src/deps';
import { accountsOf } from '../../../src/commands/accounts-of';
import type { ProviderAccount } from '../../../src/providers/connectors/connector';
import { lockOwner } from '../../../src/providers/store/provider-accounts';
import { isBlocked } from '../../support/is-blocked';
import { startReceiver } from '../../support/receiver';
import { until } from '../../support/until';
import { testDatabase } from '../../support/database';
import {
  commandAudit,
  testAudit,
  testConfig,
  testDeps,
  testMerchant,
  testPayment,
} from '../../support/gateway';
import { addOpenAccount } from '../../support/open-account';

const SECRET = 'a-key-that-no-one-may-read';
const settings = { url: 'https://bank.example.th', keys: [SECRET], billerId: '012345678901234' };

const add = (
  deps: Deps,
  asked: Partial<Parameters<typeof addOpenAccount>[2]> = {},
  audit = commandAudit,
) => {
  const standard = { merchantId: null, connector: 'generic', label: 'Bank', priority: 100 };
  return addOpenAccount(deps, audit, { ...standard, settings, ...asked });
};

/** The accounts as another process has them. */
const elsewhere = ({ config, ...stores }: Deps) => accountsOf(config, stores);
const ids = (accounts: readonly ProviderAccount[]) => accounts.map(({ id }) => id);
const openTo = (providers: Deps['providers'], merchantId: string) =>
  providers
    .routesOf(merchantId)
    .candidates.flatMap(({ status, account }) => (status === 'on' ? [account] : []));
const tokenOf = ({ callbackUrl }: ProviderAccount) => callbackUrl.split('/').at(-1) ?? '';

let deps: Deps;
beforeEach(async () => {
  const { knex } = await testDatabase();
  deps = testDeps(knex);
});

describe('provider accounts', () => {
  it('are the default account alone before another is added', async () => {
    const { providers } = deps;
    await providers.refresh();
    expect(ids(openTo(providers, 'mer_any'))).toEqual(['default']);
    expect(providers.default).toMatchObject({ mode: 'test', merchantId: null });
    await expect(providers.find('default')).resolves.toBe(providers.default);
    await expect(providers.find('pac_none')).rejects.toThrow('no provider account pac_none');
  });

  it('do not include the default account without a provider in the environment', async () => {
    const own = await add(deps);
    const { config, ...stores } = deps;
    const provider = { ...config.provider, isConfigured: false };
    const accounts = accountsOf({ ...config, provider }, stores);
    expect(openTo(accounts, 'mer_any')).toEqual([]);
    await accounts.refresh();
    expect(ids(openTo(accounts, 'mer_any'))).toEqual([own]);
  });

  it('are open in the order of their priority', async () => {
    const second = await add(deps, { priority: 200 });
    const first = await add(deps, { priority: 1 });
    expect(ids(openTo(deps.providers, 'mer_any'))).toEqual([first, 'default', second]);
    await changeAccount(deps, commandAudit, second, { priority: 0 });
    expect(ids(openTo(deps.providers, 'mer_any'))).toEqual([second, first, 'default']);
  });

  it('take orders whose QR code the provider issues, within its limits', async () => {
    const omise = { url: 'http://127.0.0.1:9', secretKey: 'skey_test_0123456789' };
    const id = await add(deps, { connector: 'omise', settings: omise });
    const { candidates } = deps.providers.routesOf('mer_any');
    // Omise's minimum and maximum, 20 and 150,000 baht.
    expect(candidates.find(({ accountId }) => accountId === id)).toMatchObject({
      amounts: { qr: [2_000, 15_000_000] },
    });
  });

  it('reach another process by a refresh, and before it by their id or token', async () => {
    const other = elsewhere(deps);
    await other.refresh();
    const id = await add(deps, { priority: 1 });
    expect(ids(openTo(other, 'mer_any'))).toEqual(['default']);
    const found = await other.find(id);
    expect(found).toMatchObject({ label: 'Bank', mode: 'test', settings });
    expect(found.callbackUrl).toMatch(
      /^http:\/\/localhost:8080\/callbacks\/generic\/[0-9a-z]{26}$/,
    );
    await expect(other.findByToken('generic', tokenOf(found))).resolves.toBe(found);
    await other.refresh();
    expect(openTo(other, 'mer_any')[0]).toBe(found);
  });

  it.each(['paused', 'off'] as const)(
    'take no new orders when %s, and are found',
    async (status) => {
      const id = await add(deps);
      const account = await deps.providers.find(id);
      await setAccountStatus(deps, commandAudit, id, status);
      await setAccountStatus(deps, commandAudit, 'default', status);
      for (const process of [deps.providers, elsewhere(deps)]) {
        await process.refresh();
        expect(openTo(process, 'mer_any')).toEqual([]);
        await expect(process.find(id)).resolves.toMatchObject({ id });
        await expect(process.findByToken('generic', tokenOf(account))).resolves.toMatchObject({
          id,
        });
        await expect(process.find('default')).resolves.toBe(process.default);
      }
      await setAccountStatus(deps, commandAudit, id, 'on');
      expect(ids(openTo(deps.providers, 'mer_any'))).toEqual([id]);
    },
  );

  it('of a merchant take its orders, and no other account does', async () => {
    const { merchant: own } = await testMerchant(deps.db);
    const { merchant: other } = await testMerchant(deps.db);
    const id = await add(deps, { merchantId: own.id });
    expect(ids(openTo(deps.providers, own.id))).toEqual([id]);
    expect(ids(openTo(deps.providers, other.id))).toEqual(['default']);
    await setAccountStatus(deps, commandAudit, id, 'off');
    expect(openTo(deps.providers, own.id)).toEqual([]);
  });

  it('of a merchant are refused when the platform has its orders', async () => {
    const { merchant } = await testMerchant(deps.db);
    await testPayment(deps, merchant);
    await expect(add(deps, { merchantId: merchant.id })).rejects.toMatchObject({
      code: 'merchant_has_orders',
    });
    await expect(add(deps, { merchantId: 'mer_none' })).rejects.toMatchObject({
      code: 'merchant_not_found',
    });
  });

  it('of a merchant are at most ten', async () => {
    const { merchant } = await testMerchant(deps.db);
    for (let made = 0; made < 10; made++) await add(deps, { merchantId: merchant.id });
    await expect(add(deps, { merchantId: merchant.id })).rejects.toMatchObject({
      code: 'too_many_accounts',
    });
  });

  it('of a merchant are at most ten when another process adds the tenth meanwhile', async () => {
    const { merchant } = await testMerchant(deps.db);
    for (let made = 0; made < 9; made++) await add(deps, { merchantId: merchant.id });
    const other = await deps.db.transaction();
    await lockOwner(other, merchant.id);
    const eleventh = add(deps, { merchantId: merchant.id });
    const refused = expect(eleventh).rejects.toMatchObject({ code: 'too_many_accounts' });
    try {
      await until(() => isBlocked(deps.db), { describe: 'the eleventh account waits' });
      const [ninth] = await other('provider_accounts').where('merchant_id', merchant.id).limit(1);
      const unique = { id: 'pac_tenth', callback_token_hash: randomBytes(32) };
      await other('provider_accounts').insert({ ...ninth, ...unique });
    } finally {
      await other.commit();
    }
    await refused;
  });

  it('of the other mode do not exist', async () => {
    const id = await add(deps, { priority: 1 });
    const account = await deps.providers.find(id);
    await deps.db('provider_accounts').where({ id }).update({ mode: 'live', version: 2 });
    const other = elsewhere(deps);
    await other.refresh();
    expect(ids(openTo(other, 'mer_any'))).toEqual(['default']);
    await expect(other.find(id)).rejects.toThrow('is of the mode live');
    await expect(other.findByToken('generic', tokenOf(account))).rejects.toThrow('mode live');
  });

  it('are found by the token of their own connector only', async () => {
    const id = await add(deps);
    const token = tokenOf(await deps.providers.find(id));
    await expect(deps.providers.findByToken('generic', token)).resolves.toMatchObject({ id });
    await expect(deps.providers.findByToken('other', token)).resolves.toBeNull();
    const wrong = `${token.slice(0, -1)}${token.endsWith('a') ? 'b' : 'a'}`;
    await expect(deps.providers.findByToken('generic', wrong)).resolves.toBeNull();
    await expect(deps.providers.findByToken('generic', '')).resolves.toBeNull();
  });

  it('store neither a secret nor a token in readable form', async () => {
    const id = await add(deps);
    const row = JSON.stringify(await deps.db('provider_accounts').where({ id }).first());
    expect(row).not.toContain(SECRET);
    expect(row).not.toContain(tokenOf(await deps.providers.find(id)));
    const events = JSON.stringify(await deps.db('audit_log').select());
    expect(events).toContain(id);
    expect(events).not.toContain(SECRET);
  });
});

describe('a change of an account', () => {
  it('puts a new key first and accepts the former one until it is removed', async () => {
    const id = await add(deps);
    const keys = async () => ((await deps.providers.find(id)).settings as typeof settings).keys;
    await changeAccount(deps, commandAudit, id, { settings: { keys: 'the-new-key' } });
    expect(await keys()).toEqual(['the-new-key', SECRET]);
    await removeFormerSecrets(deps, commandAudit, id, 'keys');
    expect(await keys()).toEqual(['the-new-key']);
    await expect(removeFormerSecrets(deps, commandAudit, id, 'keys')).rejects.toMatchObject({
      code: 'state_conflict',
    });
  });

  it('keeps the settings that it does not name', async () => {
    const id = await add(deps);
    const billerId = '999999999999999';
    await changeAccount(deps, commandAudit, id, { settings: { billerId } });
    await expect(deps.providers.find(id)).resolves.toMatchObject({
      settings: { ...settings, billerId },
    });
  });

  it('of an address needs all stored secrets, and names the first that is missing', async () => {
    const gateway = { url: 'https://gbp.example.th', token: 'a-token', secretKey: 'a-secret-key' };
    const id = await add(deps, { connector: 'gbprimepay', settings: gateway });
    const change = (entered: object) =>
      changeAccount(deps, commandAudit, id, { settings: { ...entered } });
    const url = 'https://attacker.example.th';
    for (const [entered, param] of [
      [{ url }, 'token'],
      [{ url: null }, 'token'],
      [{ url, secretKey: 'a-secret-key' }, 'token'],
      [{ url, token: 'a-token', secretKey: undefined }, 'secretKey'],
    ] as const) {
      const refused = { code: 'invalid_request', detail: { param } };
      await expect(change(entered)).rejects.toMatchObject(refused);
    }
    await expect(elsewhere(deps).find(id)).resolves.toMatchObject({ settings: gateway });
    await change({ url: gateway.url, token: 'another-token' });
    const moved = { url, token: 'new-token', secretKey: 'new-secret-key' };
    await change(moved);
    await expect(elsewhere(deps).find(id)).resolves.toMatchObject({ settings: moved });
  });

  it("needs no secret for the connector's own address, entered or not", async () => {
    const omise = { secretKey: 'skey_test_0123456789' };
    const id = await add(deps, { connector: 'omise', settings: omise });
    const same = { url: 'https://api.omise.co', transferFeeSatang: 2_500 };
    await changeAccount(deps, commandAudit, id, { settings: same });
    await expect(deps.providers.find(id)).resolves.toMatchObject({ settings: same });
  });

  it('is recorded with the changed fields and a new URL, without secrets', async () => {
    const id = await add(deps);
    const details = async () => {
      const events = deps.db('audit_log').where({ act: 'provider_account.changed', subject: id });
      const texts = await events.orderBy('number').pluck<string[]>('detail');
      return texts.map((text) => JSON.parse(text) as unknown);
    };
    const standard = { label: 'Bank', priority: 100 };
    await changeAccount(deps, commandAudit, id, { ...standard, settings });
    expect(await details()).toEqual([]);
    const billerId = '999999999999999';
    const change = { ...standard, priority: 7, settings: { ...settings, billerId } };
    await changeAccount(deps, commandAudit, id, change);
    const moved = { url: 'https://other.example.th', keys: 'the-new-key', billerId };
    await changeAccount(deps, commandAudit, id, { settings: moved });
    expect(await details()).toEqual([
      { priority: 7, settings: 'billerId' },
      { settings: 'url keys', url: 'https://other.example.th' },
    ]);
  });

  it.each([
    ['billerId', { billerId: '1' }],
    ['unknown', { unknown: 'x' }],
    ['url', { url: null }],
  ])('is refused for an invalid %s, and changes nothing', async (param, entered) => {
    const id = await add(deps);
    const change = changeAccount(deps, commandAudit, id, { settings: entered });
    await expect(change).rejects.toMatchObject({ code: 'invalid_request', detail: { param } });
    await expect(elsewhere(deps).find(id)).resolves.toMatchObject({ settings });
  });

  it('gives a new callback URL and accepts the former one until it is removed', async () => {
    const id = await add(deps);
    const former = tokenOf(await deps.providers.find(id));
    const found = async (token: string) =>
      (await deps.providers.findByToken('generic', token))?.id ?? null;
    await rotateCallbackToken(deps, commandAudit, id);
    const current = tokenOf(await deps.providers.find(id));
    expect(current).not.toBe(former);
    expect([await found(former), await found(current)]).toEqual([id, id]);
    await expect(rotateCallbackToken(deps, commandAudit, id)).rejects.toMatchObject({
      code: 'state_conflict',
    });
    await removePreviousToken(deps, commandAudit, id);
    expect([await found(former), await found(current)]).toEqual([null, id]);
  });

  it('does not reach settings of the default account', async () => {
    const change = changeAccount(deps, commandAudit, 'default', { settings: { keys: 'x' } });
    await expect(change).rejects.toMatchObject({ code: 'state_conflict' });
    await expect(rotateCallbackToken(deps, commandAudit, 'default')).rejects.toMatchObject({
      code: 'state_conflict',
    });
  });
});

it('the address of a live account must be https', async () => {
  const { knex } = await testDatabase();
  const live = testDeps(knex, testConfig({ PROVIDER: 'none' }));
  const url = 'http://bank.example.th';
  const refused = { code: 'invalid_request', detail: { param: 'url' } };
  await expect(add(live, { settings: { ...settings, url } })).rejects.toMatchObject(refused);
  const id = await add(live);
  const changing = changeAccount(live, commandAudit, id, { settings: { ...settings, url } });
  await expect(changing).rejects.toMatchObject(refused);
  await expect(live.providers.find(id)).resolves.toMatchObject({ mode: 'live', settings });
  const tested = await add(deps, { settings: { ...settings, url } });
  await expect(deps.providers.find(tested)).resolves.toMatchObject({ settings: { url } });
});

describe('a merchant', () => {
  it('reaches neither an account of another merchant nor one of the platform', async () => {
    const { merchant } = await testMerchant(deps.db);
    const { merchant: other } = await testMerchant(deps.db);
    const audit = testAudit(merchant);
    const missing = { code: 'provider_account_not_found' };
    for (const id of [await add(deps, { merchantId: other.id }), await add(deps), 'default']) {
      const attempts = [
        () => changeAccount(deps, audit, id, { label: 'Mine' }),
        () => setAccountStatus(deps, audit, id, 'off'),
        () => rotateCallbackToken(deps, audit, id),
        () => removePreviousToken(deps, audit, id),
        () => removeFormerSecrets(deps, audit, id, 'keys'),
      ];
      for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject(missing);
    }
  });

  it('sets no address that the gateway calls', async () => {
    const { merchant } = await testMerchant(deps.db);
    const audit = testAudit(merchant);
    const adding = add(deps, { merchantId: merchant.id }, audit);
    await expect(adding).rejects.toMatchObject({ detail: { param: 'connector' } });
    const id = await add(deps, { merchantId: merchant.id });
    const changing = changeAccount(deps, audit, id, { settings: { url: 'http://10.0.0.1' } });
    await expect(changing).rejects.toMatchObject({ detail: { param: 'url' } });
  });
});

describe('the address of an account', () => {
  const strict = async () =>
    testDeps((await testDatabase()).knex, testConfig({ PROVIDER_ALLOW_PRIVATE: 'false' }));
  const settingsAt = (url: string) => ({ ...settings, url });

  it.each([
    'http://169.254.169.254/latest/meta-data',
    'https://169.254.169.254/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:7f00:1]/',
    'https://10.0.0.1/',
    'http://pay.example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'https://user:password@pay.example.com/',
    'https://user@pay.example.com/',
    'https://pay.example.com:25/',
  ])('%s is refused without a request', async (url) => {
    const refused = add(await strict(), { settings: settingsAt(url) });
    await expect(refused).rejects.toMatchObject({
      code: 'invalid_request',
      detail: { param: 'url' },
    });
  });

  it.each(['file:///etc/passwd', 'javascript:alert(1)', 'http://user:password@127.0.0.1:9/'])(
    '%s is refused by a sandbox that allows private addresses too',
    async (url) => {
      const refused = add(deps, { settings: settingsAt(url) });
      await expect(refused).rejects.toMatchObject({
        code: 'invalid_request',
        detail: { param: 'url' },
      });
    },
  );

  it('is checked again at each use: a test sends no secret to a private one', async () => {
    const receiver = await startReceiver();
    const id = await add(deps, { settings: settingsAt(receiver.url) });
    await testConnection(deps, commandAudit, id);
    expect(receiver.requests).toHaveLength(1);
    const { config, ...stores } = deps;
    const provider = { ...config.provider, allowsPrivate: false };
    const providers = accountsOf({ ...config, provider }, stores);
    const probe = await testConnection({ ...deps, providers }, commandAudit, id);
    expect(probe).toEqual({ kind: 'unreachable', reason: 'forbidden_address' });
    expect(receiver.requests).toHaveLength(1);
  });

  it('gives no sign whether a name has a private address or none', async () => {
    const own = await add(deps, { settings: settingsAt('https://localhost/') });
    const none = await add(deps, { settings: settingsAt('https://nowhere.invalid/') });
    const { config, ...stores } = deps;
    const provider = { ...config.provider, allowsPrivate: false };
    const providers = accountsOf({ ...config, provider }, stores);
    const probes = [own, none].map((id) =>
      testConnection({ ...deps, providers }, commandAudit, id),
    );
    const forbidden = { kind: 'unreachable', reason: 'forbidden_address' };
    expect(await Promise.all(probes)).toEqual([forbidden, forbidden]);
  });
});

describe('a new account', () => {
  /** Bank that answers an inquiry about the order of a test. */
  async function bank() {
    const receiver = await startReceiver();
    const notFound = JSON.stringify({ error: { code: 'payout_not_found', message: 'Unknown.' } });
    const answers = {
      ok: { status: 404, body: notFound },
      rejected: { status: 401 },
      unreachable: { status: 500 },
    } as const;
    const standard = { merchantId: null, connector: 'generic', label: 'Bank', priority: 1 };
    const given = { ...settings, url: receiver.url };
    const id = await addAccount(deps, commandAudit, { ...standard, settings: given });
    const test = (kind: keyof typeof answers) => {
      receiver.answerWith(answers[kind]);
      return testConnection(deps, commandAudit, id);
    };
    const row = () => deps.db('provider_accounts').where({ id }).first('status', 'test_result');
    return { id, test, row };
  }

  it('takes no orders, and cannot be turned on, before a test has passed', async () => {
    const { id, test, row } = await bank();
    const turnedOn = () => setAccountStatus(deps, commandAudit, id, 'on');
    expect(ids(openTo(deps.providers, 'mer_any'))).toEqual(['default']);
    for (const kind of ['rejected', 'unreachable'] as const) {
      expect(await test(kind)).toMatchObject({ kind });
      expect(await row()).toEqual({ status: 'paused', test_result: kind });
      await expect(turnedOn()).rejects.toMatchObject({ code: 'state_conflict' });
    }
    await test('ok');
    expect(await row()).toEqual({ status: 'on', test_result: 'ok' });
    expect(ids(openTo(deps.providers, 'mer_any'))).toEqual([id, 'default']);
  });

  it('that somebody has paused stays paused after a test', async () => {
    const { id, test, row } = await bank();
    await test('ok');
    await setAccountStatus(deps, commandAudit, id, 'paused');
    await test('ok');
    expect(await row()).toEqual({ status: 'paused', test_result: 'ok' });
    // Also after a change: to open an account may need another person.
    await changeAccount(deps, commandAudit, id, { settings: { keys: 'another-key' } });
    await test('ok');
    expect(await row()).toEqual({ status: 'paused', test_result: 'ok' });
    await setAccountStatus(deps, commandAudit, id, 'on');
  });

  it('needs another test after a change of its settings', async () => {
    const { id, test, row } = await bank();
    await test('ok');
    await changeAccount(deps, commandAudit, id, { settings: { keys: 'another-key' } });
    expect(await row()).toEqual({ status: 'on', test_result: null });
    await setAccountStatus(deps, commandAudit, id, 'paused');
    await expect(setAccountStatus(deps, commandAudit, id, 'on')).rejects.toMatchObject({
      code: 'state_conflict',
    });
  });
});
