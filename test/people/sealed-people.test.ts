import { randomBytes } from 'node:crypto';
import { reseal } from '../../src/personal-data/reseal';
import { insertInvitation } from '../../src/people/store/invitations';
import { insertOperator, insertUser } from '../../src/people/store/people';
import type { Db } from '../../src/platform/postgres/connect';
import { newId } from '../../src/platform/new-id';
import { createVault, type KeyedVault } from '../../src/platform/crypto/vault';
import { PASSWORD, linkIn, startDashboard, type Dashboard } from '../pages/dashboard/dashboard';

const email = 'Somchai@Example.com';
const name = 'Somchai Jaidee';
/** Every trace of the people of these tests. */
const people = /somchai|wanida|jaidee|example\.com/i;

const signIn = (dashboard: Dashboard, as: string, site = 'dashboard') =>
  dashboard.post(`/${site}/sign-in`, { email: as, password: PASSWORD });

const isIn = ({ status, headers }: { status: number; headers: Headers }) =>
  status === 303 && headers.get('set-cookie') !== null;

/** Values of all tables but the audit log that name one of the people. */
async function traces(db: Db): Promise<readonly string[]> {
  const { rows: tables } = await db.raw<{ rows: { tablename: string }[] }>(
    "select tablename from pg_tables where schemaname = 'public' and tablename <> 'audit_log'",
  );
  const found: string[] = [];
  for (const { tablename } of tables) {
    for (const row of await db(tablename).select<Record<string, unknown>[]>('*')) {
      for (const [column, value] of Object.entries(row)) {
        const text = Buffer.isBuffer(value) ? value.toString() : JSON.stringify(value);
        if (people.test(text)) found.push(`${tablename}.${column}`);
      }
    }
  }
  return [...new Set(found)].toSorted();
}

test('an invitation, the team list and a password reset work on sealed people', async () => {
  const dashboard = await startDashboard();
  const { db } = dashboard.deps;
  const owner = await dashboard.addMember('owner');
  const invited = { email: 'wanida@example.com', role: 'viewer' };
  const asked = await dashboard.post('/dashboard/settings/team', invited, { as: owner });
  expect([asked.status, asked.text]).toEqual([303, '']);
  const [letter] = (await dashboard.deliverMail()).slice(-1);
  if (letter === undefined) throw new Error('no mail came');
  await dashboard.post(linkIn(letter), { name: 'Wanida Jaidee', password: PASSWORD });
  const team = await dashboard.get('/dashboard/settings/team', { as: owner });
  expect(team.text).toContain('Wanida Jaidee');
  expect(team.text).toContain('wanida<wbr/>@example.com');
  const again = await dashboard.post('/dashboard/settings/team', invited, { as: owner });
  expect(again.status).not.toBe(303);
  await dashboard.post('/dashboard/forgot-password', { email: 'WANIDA@example.com' });
  const [reset] = (await dashboard.deliverMail()).slice(-1);
  expect(reset?.to).toBe('wanida@example.com');
  expect(await traces(db)).toEqual([]);
});

test('of concurrent accounts of one address one is created', async () => {
  const { deps } = await startDashboard();
  const { db, vault } = deps;
  const user = (address: string) =>
    ({ id: newId('usr_'), email: address, name, passwordHash: 'x', language: 'en' }) as const;
  const addresses = [email, 'somchai@example.com', 'SOMCHAI@example.com', email];
  const made = await Promise.all(
    addresses.map((each) => db.transaction((trx) => insertUser(trx, vault, user(each)))),
  );
  expect(made.filter((isNew) => isNew)).toHaveLength(1);
  expect(await db('users').count()).toEqual([{ count: 1 }]);
  const operator = (address: string) => ({ ...user(address), role: 'viewer' }) as const;
  const ids = await Promise.all(
    addresses.map((each) => db.transaction((trx) => insertOperator(trx, vault, operator(each)))),
  );
  const [id, ...others] = ids.filter((each) => each !== null);
  expect(others).toEqual([]);
  await db('operators').update({ removed_at: new Date() });
  const returned = await Promise.all(
    addresses.map((each) => db.transaction((trx) => insertOperator(trx, vault, operator(each)))),
  );
  expect(returned.filter((each) => each !== null)).toEqual([id]);
});

test('of concurrent invitations of one address one is open', async () => {
  const { deps, merchant } = await startDashboard();
  const { db, vault } = deps;
  const invite = (address: string) =>
    db.transaction((trx) =>
      insertInvitation(
        trx,
        vault,
        { realm: 'merchant', merchantId: merchant.id },
        { id: newId('inv_'), email: address, role: 'viewer', invitedBy: null, hours: 1 },
      ),
    );
  await Promise.allSettled([email, 'somchai@example.com'].map(invite));
  await invite('SOMCHAI@example.com');
  expect(await db('invitations').whereNull('ended_at').count()).toEqual([{ count: 1 }]);
});

test('a rotation of the keys keeps sign-in and the uniqueness of addresses', async () => {
  const dashboard = await startDashboard();
  const { db, config } = dashboard.deps;
  const vault = dashboard.deps.vault as KeyedVault;
  const { email: known } = await dashboard.addMember('owner');
  const fresh = { id: 'fresh', key: randomBytes(32) };
  vault.use([fresh, ...config.encryptionKeys]);
  const resealed = await reseal(db, vault);
  expect(resealed.filter(({ unopened }) => unopened > 0)).toEqual([]);
  vault.use([fresh]);
  expect(isIn(await signIn(dashboard, known))).toBe(true);
  const user = { email: known, name, passwordHash: 'x', language: 'en' } as const;
  expect(await insertUser(db, vault, { ...user, id: 'usr_2' })).toBe(false);
  await expect(
    insertUser(db, createVault(config.encryptionKeys), { ...user, id: 'usr_3' }),
  ).rejects.toThrow('sealed with a key');
});
