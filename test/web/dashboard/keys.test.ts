import { createApiKey } from '../../../src/application/merchants/create-merchant';
import { startDashboard } from './dashboard';
import type { Member, Dashboard } from './dashboard';

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
  expect(list.text).not.toContain('One');
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

test('a key name is escaped', async () => {
  await create('read', owner, '<script>alert(1)</script>');
  const { text } = await dashboard.get(KEYS, { as: owner });
  expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
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
