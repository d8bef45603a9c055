import { changeKey } from '../../../../src/merchants/api-keys';
import { createApiKey } from '../../../../src/merchants/create-merchant';
import { setApprovalRules } from '../../../../src/kernel/approvals/store/approval-rules';
import { noApprovalRules } from '../../../../src/kernel/approvals/rules/approval';
import { setProposer, testApproval } from '../../../support/approvals';
import { commandAudit } from '../../../support/gateway';
import { startDashboard, type Member, type Dashboard } from '../../../pages/dashboard/dashboard';

let dashboard: Dashboard;
let owner: Member;
beforeEach(async () => {
  dashboard = await startDashboard();
  owner = await dashboard.addMember('owner', await dashboard.openMerchant());
});

const KEYS = '/dashboard/developers/keys';

async function create(permission: string, as = owner, name = 'Till 7'): Promise<string> {
  const { text } = await dashboard.post(KEYS, { name, permission }, { as });
  return /id="new-key"[^>]*>(sk_test_[A-Za-z0-9_-]{43})</.exec(text)?.[1] ?? '';
}

const idOf = async (name: string): Promise<string> =>
  (await dashboard.deps.db('api_keys').where('name', name).first('id')).id as string;

test('a new key is shown once, is valid immediately and is not stored', async () => {
  const key = await create('write');
  expect((await dashboard.call('GET', '/v1/balance', { key })).status).toBe(200);
  const list = await dashboard.get(KEYS, { as: owner });
  expect(list.text).toContain(`${key.slice(0, 12)}…`);
  expect(list.text).not.toContain(key);
  const rows = [await dashboard.deps.db('api_keys'), await dashboard.deps.db('audit_log')];
  expect(JSON.stringify(rows)).not.toContain(key);
});

test('a revoked key is rejected with the next request, other keys stay valid', async () => {
  const [one, two] = [await create('write', owner, 'One'), await create('read', owner, 'Two')];
  await dashboard.post(`${KEYS}/${await idOf('One')}/revoke`, {}, { as: owner });
  expect((await dashboard.call('GET', '/v1/balance', { key: one })).status).toBe(401);
  expect((await dashboard.call('GET', '/v1/balance', { key: two })).status).toBe(200);
  const list = await dashboard.get(KEYS, { as: owner });
  expect(list.text).not.toContain('<strong>One<');
  const again = await dashboard.post(`${KEYS}/${await idOf('One')}/revoke`, {}, { as: owner });
  expect(again.status).toBe(404);
});

test('only an owner creates a key with the permission withdraw', async () => {
  const developer = await dashboard.addMember('developer', owner.merchant);
  const refused = await dashboard.post(
    KEYS,
    { name: 'x', permission: 'withdraw' },
    { as: developer },
  );
  expect(refused.status).toBe(403);
  expect(await dashboard.deps.db('api_keys').where('name', 'x')).toEqual([]);
  expect(await create('write', developer)).not.toBe('');
  expect(await create('withdraw')).not.toBe('');
});

test('the page of a new key that needs an approval says so', async () => {
  const { db } = dashboard.deps;
  await setApprovalRules(db, dashboard.deps.vault, owner.merchant.id, {
    ...noApprovalRules,
    withdrawKeys: true,
  });
  const page = (permission: string) =>
    dashboard.post(KEYS, { name: 'x', permission }, { as: owner });
  const said = 'This key works only after another person has approved it.';
  const [withdraw, write] = [await page('withdraw'), await page('write')];
  expect([withdraw.text.includes(said), write.text.includes(said)]).toEqual([true, false]);
});

test('the approval rules name keys that nobody of the team made and that may pay out', async () => {
  const { db } = dashboard.deps;
  const rules = async () => (await dashboard.get('/dashboard/approvals', { as: owner })).text;
  await create('withdraw');
  await createApiKey(db, 'sandbox', owner.merchant.id, 'Old', 'read');
  expect(await rules()).not.toContain('not created by your team');
  await createApiKey(db, 'sandbox', owner.merchant.id, 'Old', 'write');
  expect(await rules()).toContain('1 API key was not created by your team');
});

test.each([
  ['', ['30', '90', '180', '366', 'never'], 'never'],
  ['100', ['30', '90', '100'], '100'],
  ['90', ['30', '90'], '90'],
  ['7', ['7'], '7'],
])('with API_KEY_DAYS_MAX=%j the form offers the lifetimes %j', async (daysMax, offered, set) => {
  dashboard = await startDashboard(daysMax === '' ? {} : { API_KEY_DAYS_MAX: daysMax });
  owner = await dashboard.addMember('owner');
  const { text } = await dashboard.get(KEYS, { as: owner });
  const menu = /<select id="expires"[^]*?<\/select>/.exec(text)?.[0] ?? '';
  expect([...menu.matchAll(/value="(\w+)"/g)].map(([, value]) => value)).toEqual(offered);
  expect(/value="(\w+)" selected/.exec(menu)?.[1]).toBe(set);
  for (const expires of offered) {
    const fields = { name: 'Till', permission: 'read', expires };
    expect((await dashboard.post(KEYS, fields, { as: owner })).status).toBe(200);
  }
});

describe('a key with a payout that waits for an approval', () => {
  async function setUp() {
    dashboard = await startDashboard({}, { openingSatang: 50_000 });
    owner = await dashboard.addMember('owner');
    const { deps } = dashboard;
    const { approvalId } = await testApproval(deps, owner.merchant);
    await create('write', owner, 'Leaked');
    const keyId = await idOf('Leaked');
    await setProposer(deps.db, approvalId, ['key', keyId, 'usr_test']);
    const approver = await dashboard.addMember('approver');
    const approve = (fields: Record<string, string>) =>
      dashboard.post(`/dashboard/approvals/${approvalId}/approve`, fields, { as: approver });
    const status = () => deps.db('approvals').where('id', approvalId).pluck<string[]>('status');
    const show = async (path = `/dashboard/approvals/${approvalId}`) =>
      (await dashboard.get(path, { as: owner })).text;
    return { keyId, status, show, approve };
  }

  test('is revoked with the payout where the box is left checked', async () => {
    const { keyId, status, show } = await setUp();
    expect(await show(KEYS)).toContain('Also cancel its payouts that await approval (1)');
    expect(await show(`${KEYS}/${keyId}`)).toContain('name="payouts" value="on" checked');
    await dashboard.post(`${KEYS}/${keyId}/revoke`, { payouts: 'on' }, { as: owner });
    expect(await status()).toEqual(['withdrawn']);
  });

  test('is revoked alone otherwise: then its approval says so and asks again', async () => {
    const { keyId, status, show, approve } = await setUp();
    const before = await show();
    expect(before).not.toContain('API key revoked');
    expect(before).not.toContain('class="confirm"><summary class="button quiet">Approve');
    await dashboard.post(`${KEYS}/${keyId}/revoke`, {}, { as: owner });
    expect(await status()).toEqual(['pending']);
    for (const path of [undefined, '/dashboard/approvals']) {
      expect(await show(path)).toContain('API key revoked');
    }
    const question = 'class="confirm"><summary class="button quiet">Approve';
    expect(await show()).toContain(question);
    // The button of a page that was opened before the revocation.
    const refused = await approve({});
    expect([refused.status, await status()]).toEqual([409, ['pending']]);
    expect(refused.text).toContain(question);
    const [, warned = ''] = /name="warned" value="([^"]+)"/.exec(refused.text) ?? [];
    expect((await approve({ warned })).status).toBe(303);
    expect(await status()).toEqual(['approved']);
  });

  test('expires, and its approval says so', async () => {
    const { keyId, show } = await setUp();
    await dashboard.deps
      .db('api_keys')
      .where('id', keyId)
      .update({ expires_at: new Date(0) });
    expect(await show()).toContain('The API key that made this request has expired.');
  });
});

test.each([
  ['en', 'Requester has left the team'],
  ['th', 'ผู้ขอออกจากทีมแล้ว'],
])(
  'the approval of the payout of a former member says so and asks again: %s',
  async (lang, said) => {
    dashboard = await startDashboard({}, { openingSatang: 50_000 });
    owner = await dashboard.addMember('owner');
    const former = await dashboard.addMember('owner');
    const { deps } = dashboard;
    const { approvalId } = await testApproval(deps, owner.merchant, former.userId);
    const path = `/dashboard/approvals/${approvalId}`;
    const show = async (at: string) =>
      (await dashboard.get(`${at}?lang=${lang}`, { as: owner })).text;
    expect(await show(path)).not.toContain(said);
    await dashboard.post(`/dashboard/settings/team/${former.userId}/remove`, {}, { as: owner });
    for (const at of [path, '/dashboard/approvals']) expect(await show(at)).toContain(said);
    // The button of a page that was opened before the removal.
    const refused = await dashboard.post(`${path}/approve`, {}, { as: owner });
    expect(refused.status).toBe(409);
    const [, warned = ''] = /name="warned" value="([^"]+)"/.exec(refused.text) ?? [];
    const approved = await dashboard.post(`${path}/approve`, { warned }, { as: owner });
    expect(approved.status).toBe(303);
    const status = await deps.db('approvals').where('id', approvalId).pluck<string[]>('status');
    expect(status).toEqual(['approved']);
  },
);

test('a key name is escaped', async () => {
  await create('read', owner, '<script>alert(1)</script>');
  const { text } = await dashboard.get(KEYS, { as: owner });
  expect(text).toContain('&lt;script>alert(1)&lt;/script>');
  expect(text).not.toContain('<script>alert');
});

test('a merchant has at most fifty keys, also for concurrent requests', async () => {
  const rows = Array.from({ length: 49 }, (_, n) => ({
    id: `key_${n}`,
    merchant_id: owner.merchant.id,
    name: `${n}`,
    hash: Buffer.from(`${n}`),
    hint: '',
  }));
  await dashboard.deps.db('api_keys').insert(rows);
  const made = await Promise.all([create('read'), create('read')]);
  expect(made.filter((key) => key !== '')).toHaveLength(1);
});

test('creation and revocation of a key are recorded', async () => {
  await create('read', owner, 'Till 9');
  await dashboard.post(`${KEYS}/${await idOf('Till 9')}/revoke`, {}, { as: owner });
  const { text } = await dashboard.get('/dashboard/settings/activity', { as: owner });
  expect(text).toContain('Created an API key');
  expect(text).toContain('Revoked an API key');
});

test('the list names the creator of a key: a person, a command or unknown', async () => {
  const { db } = dashboard.deps;
  const { id } = owner.merchant;
  await create('read', owner, 'By a person');
  const command = { kind: 'command', id: 'unix-user' } as const;
  await createApiKey(db, 'sandbox', id, 'By a command', 'read', command);
  await createApiKey(db, 'sandbox', id, 'Before makers', 'read');
  const makerIn = async (lang: string, name: string, label: string) => {
    const { text } = await dashboard.get(`${KEYS}?lang=${lang}`, { as: owner });
    expect(text).not.toContain('unix-user');
    const row = text.split('<tr>').find((each) => each.includes(`<strong>${name}</strong>`));
    return new RegExp(`data-name="${label}"><span>([^<]*)<`).exec(row ?? '')?.[1]?.trim();
  };
  expect(await makerIn('en', 'By a person', 'Created by')).toBe('Test owner');
  expect(await makerIn('en', 'By a command', 'Created by')).toBe('Operator command');
  expect(await makerIn('en', 'Before makers', 'Created by')).toBe('Unknown');
  expect(await makerIn('th', 'By a person', 'สร้างโดย')).toBe('Test owner');
  expect(await makerIn('th', 'By a command', 'สร้างโดย')).toBe('คำสั่งบนเซิร์ฟเวอร์');
  expect(await makerIn('th', 'Before makers', 'สร้างโดย')).toBe('ไม่มีข้อมูล');
});

describe('the limits of a key', () => {
  const limits = {
    permission: 'custom',
    permissions: ['refunds:write', 'withdrawals:write'],
    expires: '90',
    addresses: '203.0.113.0/24\r\n2001:db8::1',
    payees: 'KBANK: 987-6-54321-0\r\nไทยพาณิชย์: 1112223334',
    signed: 'on',
  };
  const rowOf = (name: string) => dashboard.deps.db('api_keys').where('name', name).first();
  const pageOf = async (name: string) =>
    (await dashboard.get(`${KEYS}/${(await rowOf(name)).id}`, { as: owner })).text;

  test('are set at its creation and shown with masked accounts', async () => {
    const { text } = await dashboard.post(KEYS, { name: 'Payouts', ...limits }, { as: owner });
    const [, secret = ''] = /id="signing-secret"[^>]*>(sign_[\w-]{43})</.exec(text) ?? [];
    expect(secret).not.toBe('');
    const row = await rowOf('Payouts');
    expect(row).toMatchObject({
      permissions: ['refunds:write', 'withdrawals:write'],
      addresses: ['203.0.113.0/24', '2001:db8::1/128'],
    });
    const page = await pageOf('Payouts');
    for (const shown of ['203.0.113.0/24', 'KBANK xxx-x-x4321-x', 'ไทยพาณิชย์ xxx-x-x2333-x']) {
      expect(page).toContain(shown);
    }
    for (const hidden of [secret, '9876543210', '987-6-54321-0']) {
      expect(page).not.toContain(hidden);
      expect(JSON.stringify(row)).not.toContain(hidden);
    }
  });

  test('are changed by the form, which adds and removes accounts', async () => {
    await dashboard.post(KEYS, { name: 'Payouts', ...limits }, { as: owner });
    const change = async (fields: object) => {
      const path = `${KEYS}/${(await rowOf('Payouts')).id}`;
      const digest = await dashboard.digestAt(path, owner);
      return dashboard.post(path, { addresses: '', payees: '', ...fields, digest }, { as: owner });
    };
    const removed = 'KBANK xxx-x-x4321-x';
    const payees = 'SCB: 9998887776';
    const { status } = await change({ payees_of: 'list', removed, payees, signed: 'on' });
    expect(status).toBe(303);
    const page = await pageOf('Payouts');
    expect(page).not.toContain(removed);
    expect(page).toContain('SCB xxx-x-x8777-x');
    expect(page).toContain('ไทยพาณิชย์ xxx-x-x2333-x');
    expect((await rowOf('Payouts')).addresses).toBeNull();
    await change({ payees_of: 'any' });
    expect(await rowOf('Payouts')).toMatchObject({
      payees_sealed: null,
      signing_secret_sealed: null,
    });
  });

  test('are not changed by a form that showed others', async () => {
    await create('write', owner, 'Payouts');
    const { id } = await rowOf('Payouts');
    const path = `${KEYS}/${id}`;
    const digest = await dashboard.digestAt(path, owner);
    const { deps } = dashboard;
    const set = { addresses: ['203.0.113.0/24'], mustSign: true };
    await changeKey(deps, commandAudit, null, id, set);
    const before = await rowOf('Payouts');
    const fields = { addresses: '', payees_of: 'list', payees: 'SCB: 9998887776', digest };
    const refused = await dashboard.post(path, fields, { as: owner });
    expect(refused.status).toBe(409);
    expect(await rowOf('Payouts')).toEqual(before);
    // The page shows the limits as they are, and its form changes them.
    expect(refused.text).toContain('203.0.113.0/24</textarea>');
    expect(refused.text).not.toContain('SCB: 9998887776');
    const [, fresh = ''] = /name="digest" value="([^"]+)"/.exec(refused.text) ?? [];
    const again = { ...fields, addresses: '203.0.113.0/24', signed: 'on', digest: fresh };
    expect((await dashboard.post(path, again, { as: owner })).status).toBe(303);
    expect(await rowOf('Payouts')).toMatchObject({
      addresses: before.addresses,
      signing_secret_sealed: before.signing_secret_sealed,
      payees_sealed: expect.any(String),
    });
  });

  test.each([
    [{ addresses: '203.0.113.300' }, 'invalid_addresses'],
    [{ addresses: '203.0.113.0/24 '.repeat(20) + '10.0.0.1' }, null],
    [{ addresses: Array.from({ length: 21 }, (_, n) => `10.0.0.${n}`).join(' ') }, 'too many'],
    [{ payees: 'KBANK 1234567890' }, 'invalid_payees'],
    [{ payees: 'KBANK: 12345' }, 'invalid_payees'],
    [{ permission: 'custom' }, 'no permission'],
  ])('%j are refused: %p', async (fields, refused) => {
    const sent = { name: 'Limited', permission: 'read', ...fields };
    const { status } = await dashboard.post(KEYS, sent, { as: owner });
    expect(status).toBe(refused === null ? 200 : 400);
    expect((await rowOf('Limited')) === undefined).toBe(refused !== null);
  });

  test('of a key with withdrawals:write are changed and rotated by owners only', async () => {
    const developer = await dashboard.addMember('developer', owner.merchant);
    const act = async (name: string) => {
      const path = `${KEYS}/${await idOf(name)}`;
      const digest = await dashboard.digestAt(path, owner);
      const changed = await dashboard.post(path, { payees_of: 'any', digest }, { as: developer });
      const rotated = await dashboard.post(`${path}/rotate`, { hours: '1' }, { as: developer });
      return [changed.status, rotated.status];
    };
    await create('write', owner, 'Shop');
    await create('withdraw', owner, 'Payouts');
    expect(await act('Shop')).toEqual([303, 200]);
    expect(await act('Payouts')).toEqual([403, 403]);
    const own = { name: 'x', permission: 'custom', permissions: 'withdrawals:write' };
    expect((await dashboard.post(KEYS, own, { as: developer })).status).toBe(403);
  });
});

test('a revoked key loses its payees and its signing secret', async () => {
  const limits = { payees: 'KBANK: 1234567890', signed: 'on' };
  await dashboard.post(KEYS, { name: 'Payouts', permission: 'withdraw', ...limits }, { as: owner });
  await dashboard.post(`${KEYS}/${await idOf('Payouts')}/revoke`, {}, { as: owner });
  const row = await dashboard.deps.db('api_keys').where('name', 'Payouts').first();
  expect([row.payees_sealed, row.signing_secret_sealed]).toEqual([null, null]);
});

test('a rotated key and its successor are listed until the first expires', async () => {
  const old = await create('write', owner, 'Shop');
  const path = `${KEYS}/${await idOf('Shop')}/rotate`;
  const { text } = await dashboard.post(path, { hours: '24' }, { as: owner });
  const [, made = ''] = /id="new-key"[^>]*>(sk_test_[\w-]{43})</.exec(text) ?? [];
  const statusOf = async (key: string) =>
    (await dashboard.call('GET', '/v1/balance', { key })).status;
  expect([await statusOf(old), await statusOf(made)]).toEqual([200, 200]);
  const count = async () => {
    const list = await dashboard.get(KEYS, { as: owner });
    return [list.text.split('<strong>Shop<').length - 1, list.text.includes('>Replaced<')];
  };
  expect(await count()).toEqual([2, true]);
  await dashboard.deps
    .db('api_keys')
    .whereNotNull('replaced_by')
    .update({ expires_at: new Date() });
  expect(await count()).toEqual([1, false]);
  expect([await statusOf(old), await statusOf(made)]).toEqual([401, 200]);
  expect((await dashboard.post(path, { hours: '24' }, { as: owner })).status).toBe(404);
});
