import { randomBytes } from 'node:crypto';
import { reseal } from '../../src/application/reseal';
import { insertInvitation } from '../../src/db/accounts/invitations';
import { sealMails } from '../../src/db/accounts/mails';
import { findNames, insertOperator, insertUser } from '../../src/db/accounts/people';
import { sealPeople } from '../../src/db/accounts/seal-people';
import { connect } from '../../src/db/postgres/connect';
import type { Db } from '../../src/db/postgres/connect';
import { hasProcessBefore } from '../../src/db/postgres/processes';
import { newId } from '../../src/lib/new-id';
import { createVault } from '../../src/lib/vault';
import type { KeyedVault } from '../../src/lib/vault';
import { closeAfterFile } from '../support/close-after-file';
import { until } from '../support/until';
import {
  PASSWORD,
  hashOfPassword,
  linkIn,
  startDashboard,
  startPlainDashboard,
} from './dashboard/dashboard';
import type { Dashboard } from './dashboard/dashboard';

const FORMER = '0000-former';

const email = 'Somchai@Example.com';
const name = 'Somchai Jaidee';
/** Every trace of the people of these tests. */
const people = /somchai|wanida|jaidee|example\.com/i;

const signIn = (dashboard: Dashboard, as: string, site = 'dashboard') =>
  dashboard.post(`/${site}/sign-in`, { email: as, password: PASSWORD });

const isIn = ({ status, headers }: { status: number; headers: Headers }) =>
  status === 303 && headers.get('set-cookie') !== null;

/** Rows as the previous version stores them. */
async function plainPeople(dashboard: Dashboard) {
  const { deps, merchant } = dashboard;
  const { db } = deps;
  const password_hash = await hashOfPassword(deps);
  const person = (address: string) => ({
    email: address,
    email_key: address.toLowerCase(),
    name,
    password_hash,
    language: 'en',
  });
  const [userId, operatorId, invitationId] = [newId('usr_'), newId('opr_'), newId('inv_')];
  await db('users').insert({ id: userId, ...person(email) });
  await db('memberships').insert({ merchant_id: merchant.id, user_id: userId, role: 'owner' });
  await db('operators').insert({ id: operatorId, ...person(email), role: 'admin' });
  const link = {
    email: 'Wanida@example.com',
    email_key: 'wanida@example.com',
    expires_at: new Date(Date.now() + 3_600_000),
  };
  await db('invitations').insert({
    ...link,
    id: invitationId,
    merchant_id: merchant.id,
    role: 'viewer',
    invited_by: userId,
  });
  await db('operator_links').insert({
    ...link,
    id: 'opl_1',
    role: 'viewer',
    issued_by: operatorId,
  });
  const mail = { language: 'en', email };
  const notice = { kind: 'owner_invited', merchantName: 'Shop', email: link.email };
  await db('mails').insert([
    { ...mail, id: 'mail_1', kind: 'invitation', invitation_id: invitationId },
    { ...mail, id: 'mail_2', kind: 'notice', detail: JSON.stringify(notice) },
    {
      ...mail,
      id: 'mail_3',
      kind: 'notice',
      detail: JSON.stringify(notice),
      ended_at: new Date(),
      outcome: 'sent',
    },
  ]);
  return { userId, operatorId, invitationId };
}

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

/** Calls until nothing is left, one value at a time. */
async function sealAll({ deps: { db, vault } }: Pick<Dashboard, 'deps'>): Promise<void> {
  for (const seal of [sealPeople, sealMails]) while ((await seal(db, vault, 1)) > 0);
}

test('sealing waits for the previous version, then leaves no address and no name', async () => {
  const dashboard = await startPlainDashboard();
  const { db, vault } = dashboard.deps;
  const { userId } = await plainPeople(dashboard);
  const plain = await traces(db);
  expect(plain).toEqual([
    'invitations.email',
    'invitations.email_key',
    'mails.detail',
    'mails.email',
    'operator_links.email',
    'operator_links.email_key',
    'operators.email',
    'operators.email_key',
    'operators.name',
    'users.email',
    'users.email_key',
    'users.name',
  ]);
  const former = connect(dashboard.databaseUrl, { poolMax: 1, as: `api ${FORMER}` });
  closeAfterFile(() => former.destroy());
  await former.raw('select 1');
  await sealPeople(db, vault, 100);
  expect(await traces(db)).toEqual(plain);
  const added = await dashboard.addMember('viewer');
  const read = (key: string) => former('users').where({ email_key: key }).pluck('name');
  expect([await read(email.toLowerCase()), await read(added.email)]).toEqual([
    [name],
    ['Test viewer'],
  ]);
  expect(isIn(await signIn(dashboard, email))).toBe(true);

  await former.destroy();
  await until(async () => !(await hasProcessBefore(db, '0001-baseline')), {
    describe: 'the server notices the end of the connection',
  });
  await sealAll(dashboard);
  expect(await traces(db)).toEqual([]);
  for (const [as, site] of [
    [email, 'dashboard'],
    [' somchai@EXAMPLE.com ', 'dashboard'],
    [added.email, 'dashboard'],
    [email, 'console'],
  ] as const) {
    expect([as, isIn(await signIn(dashboard, as, site))]).toEqual([as, true]);
  }
  expect(isIn(await signIn(dashboard, 'other@example.com'))).toBe(false);
  expect(await findNames(db, vault, 'merchant', [userId])).toEqual(new Map([[userId, name]]));
  const letters = await dashboard.deliverMail();
  expect(letters.find(({ to }) => to === 'Wanida@example.com')?.text).toContain(name);
  const notices = letters.filter(({ to }) => to === email).map(({ text }) => text);
  expect(notices.join()).toContain('Wanida');
  expect(await traces(db)).toEqual([]);
});

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
  expect(team.text).toContain('wanida<wbr>@example.com');
  const again = await dashboard.post('/dashboard/settings/team', invited, { as: owner });
  expect(again.status).not.toBe(303);
  await dashboard.post('/dashboard/forgot-password', { email: 'WANIDA@example.com' });
  const [reset] = (await dashboard.deliverMail()).slice(-1);
  expect(reset?.to).toBe('wanida@example.com');
  expect(await traces(db)).toEqual([]);
});

describe.each([
  ['in plain text', startPlainDashboard],
  ['sealed', startDashboard],
] as const)('%s', (_form, start) => {
  test('of concurrent accounts of one address one is created', async () => {
    const { deps } = await start();
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
    const { deps, merchant } = await start();
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
});

test('an account inserted in plain text as sealing begins keeps its address', async () => {
  const { deps } = await startPlainDashboard();
  const { db, vault } = deps;
  const row = { name, password_hash: 'x', language: 'en' };
  const plain = (id: string, key: string) => ({ ...row, id, email: key, email_key: key });
  const slow = await db.transaction();
  await slow('users').insert(['1', '2'].map((n) => plain(`usr_${n}`, `somchai${n}@example.com`)));
  const sealing = sealPeople(db, vault, 1);
  await until(
    async () => {
      const { rows } = await db.raw(
        `select 1 from pg_locks where not granted and relation = 'users'::regclass`,
      );
      return rows.length > 0;
    },
    { describe: 'the change waits for the insert' },
  );
  await slow.commit();
  await sealing;
  expect(await db('users').where('email', '')).toHaveLength(1);
  const user = { id: 'usr_3', name, passwordHash: 'x', language: 'en' } as const;
  for (const known of ['Somchai1@example.com', 'Somchai2@example.com']) {
    expect(await insertUser(db, vault, { ...user, email: known })).toBe(false);
  }
  await expect(db('users').insert(plain('usr_3', 'somchai1@example.com'))).rejects.toThrow(
    'stored sealed in this database',
  );
  await expect(db('users').update({ name })).rejects.toThrow('stored sealed in this database');
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
