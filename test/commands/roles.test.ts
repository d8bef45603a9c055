import { audit } from '../../src/commands/audit';
import { doctor } from '../../src/commands/doctor';
import { create } from '../../src/commands/merchant';
import { migrate as migrateCommand } from '../../src/commands/migrate';
import { connect, type Db } from '../../src/platform/postgres/connect';
import { migrate } from '../../src/platform/postgres/migrate';
import { roleOf } from '../../src/platform/postgres/roles';
import { databaseUrl, emptyDatabase } from '../support/database';
import { closeAfterFile } from '../support/close-after-file';
import { ENCRYPTION_KEYS, runInProcess } from './gateway';

const own = { name: `app_${process.pid}`, password: `p?a's"s` };
let app: Db;
let owner: Db;
let urls: { readonly DATABASE_URL: string; readonly MIGRATE_DATABASE_URL: string };

const migrated = () => runInProcess(migrateCommand, { ...urls, ENCRYPTION_KEYS });

beforeAll(async () => {
  const { url, knex } = await emptyDatabase();
  owner = knex;
  const appUrl = databaseUrl(url, new URL(url).pathname.slice(1), own);
  urls = { DATABASE_URL: appUrl, MIGRATE_DATABASE_URL: url };
  expect((await migrated()).code).toBe(0);
  app = connect(appUrl, { poolMax: 2 });
  closeAfterFile(async () => {
    await app.destroy();
    await owner.raw('drop owned by ??', [own.name]);
    await owner.raw('drop role ??', [own.name]);
  });
});

test('migrate creates the role of DATABASE_URL, which owns nothing', async () => {
  expect(roleOf(urls.DATABASE_URL)).toEqual(own);
  const { rows } = await app.raw('select current_user as name');
  expect(rows).toEqual([{ name: own.name }]);
  const owned = await owner('pg_class')
    .join('pg_roles', 'pg_roles.oid', 'relowner')
    .where('rolname', own.name)
    .pluck('relname');
  expect(owned).toEqual([]);
  const [role] = await owner('pg_roles').where('rolname', own.name);
  expect(role).toMatchObject({ rolsuper: false, rolcreaterole: false, rolcreatedb: false });
});

test('migrate records its audit event with that role, and commands run with it', async () => {
  const env = { ...urls, ENCRYPTION_KEYS };
  expect((await runInProcess(create, env, { args: ['Shop'] })).code).toBe(0);
  const acts = await app('audit_log').where('scope', 'operators').orderBy('number').pluck('act');
  expect(acts).toEqual(['schema.migrated', 'merchant.opened', 'key.created']);
  expect((await runInProcess(audit, env)).code).toBe(0);
});

test.each([
  `update audit_log set subject = 'other'`,
  'delete from audit_log',
  'truncate audit_log',
  'alter table audit_log disable trigger all',
  'drop table audit_log',
  'delete from audit_heads',
  'truncate audit_heads',
  'delete from audit_keys',
  `update deployment set mode = 'live'`,
  'delete from deployment',
  'delete from allowed_transitions',
  'update partition_rules set kept_days = 1',
  'delete from transfers',
  'update transfers set amount_satang = 1',
  `update transfers set kind = 'absorb', debit = 'written_off'`,
  'update transfers set created_at = now()',
  'truncate transfers',
  'delete from movements',
  'update movements set amount_satang = 1',
  `update movements set account = 'pac_x'`,
  'delete from resolutions',
  `update resolutions set parts = '[]'`,
  'update status_changes set cause = cause',
  'delete from status_changes',
  'delete from exceptions',
  'delete from callbacks',
  'update callbacks set amount_satang = 1',
  'delete from orders',
  `update refunds set payment_id = 'pay_x'`,
  'delete from balances',
  'delete from money_days',
  'delete from transfer_days',
  'delete from api_keys',
  'delete from approvals',
  `update approvals set person_id = 'usr_x'`,
  `update approvals set proposer_id = 'usr_x', needs = 1`,
  'update approvals set merchant_id = null',
  'create table planted (id text)',
  'alter table orders add column planted text',
  'drop trigger audit_log_stays on audit_log',
  'create role planted',
])('the role of DATABASE_URL has no permission for: %s', async (statement) => {
  await expect(app.raw(statement)).rejects.toThrow(/permission denied|must be owner/);
});

test.each([
  'update transfers set amount_satang = 1',
  `update transfers set kind = 'absorb', movement_id = 'mov_x'`,
  'delete from transfers',
  'truncate transfers',
  'update movements set amount_satang = 1',
  'update movements set dismissed_at = now(), moved_at = now()',
  'delete from movements',
  'truncate movements',
  `update resolutions set parts = '[]', reason = 'other'`,
  'delete from resolutions',
  'truncate resolutions cascade',
  `update audit_log set subject = 'other'`,
  'delete from audit_log',
  'truncate audit_log',
  'update audit_heads set number = number + 2',
  'delete from audit_heads',
  'truncate audit_heads',
])('the owner of the schema too only adds to ledger and audit log: %s', async (statement) => {
  const trx = await owner.transaction();
  try {
    await trx.raw(`insert into transfers (kind, debit, credit, amount_satang)
      values ('receive', 'provider_clearing', 'available', 100)`);
    await trx.raw(`insert into movements (id, direction, amount_satang, named_order, source)
      values ('mov_x', 'in', 100, 'X', 'callback')`);
    await trx.raw(`insert into exceptions (id, kind) values ('exc_x', 'unknown_order')`);
    await trx.raw(`insert into resolutions (id, exception_id, parts, reason, decided_by)
      values ('res_x', 'exc_x', '[{"as":"dismiss","amountSatang":0}]', 'none', 'command:root')`);
    await trx.raw('update movements set dismissed_at = now()');
    await trx.raw(`update resolutions set reason = 'erased'`);
    await expect(trx.raw(statement)).rejects.toThrow('is only added to');
  } finally {
    await trx.rollback();
  }
});

test.each(['transfers', 'movements', 'resolutions'])(
  'the triggers of %s allow updates of exactly the columns that the role may update',
  async (table) => {
    const granted = await owner('information_schema.column_privileges')
      .where({ grantee: own.name, table_name: table, privilege_type: 'UPDATE' })
      .pluck<string[]>('column_name');
    const { rows } = (await owner.raw(
      'select pg_get_triggerdef(oid) as text from pg_trigger where tgname = ?',
      [`${table}_stay`],
    )) as { rows: { text: string }[] };
    const allowed = [...(rows[0]?.text ?? '').matchAll(/'([a-z_]+)'/g)].map(
      ([, name = '']) => name,
    );
    expect(allowed).not.toEqual([]);
    expect(allowed.toSorted()).toEqual(granted.toSorted());
  },
);

test('the role cannot restore an older head or restart a log', async () => {
  await expect(app('audit_heads').update({ number: 1 })).rejects.toThrow('only added to');
  await expect(app('audit_heads').update({ scope: 'mer_x' })).rejects.toThrow('only added to');
});

describe('a row that a rule guards', () => {
  const subject = { order_id: 'order 1' };
  const proposal = { realm: 'merchant', act: 'withdrawal', subject: 'order 1', detail: {} };
  const proposer = { proposer_kind: 'user', proposer_id: 'usr_1', person_id: 'usr_1' };

  beforeAll(async () => {
    await owner.transaction(async (trx) => {
      await trx.raw('set local session_replication_role = replica');
      await trx('transfers').insert({
        kind: 'receive',
        debit: 'provider_clearing',
        credit: 'available',
        amount_satang: 100,
        movement_id: 'mov_1',
      });
      await trx('movements').insert({
        id: 'mov_1',
        direction: 'in',
        amount_satang: 100,
        named_order: 'X',
        source: 'callback',
        transaction_id: 'T1',
      });
      await trx('provider_requests').insert({
        ...subject,
        subject_sealed: '',
        awaits_approval: true,
      });
      await trx('api_keys').insert({
        id: 'key_1',
        merchant_id: 'mer_1',
        name: 'x',
        hash: Buffer.from('x'),
        hint: 'x',
        revoked_at: new Date(),
      });
    });
  });

  test.each([
    [`update transfers set movement_id = 'mov_2'`, 'keeps its movement'],
    [`update movements set transaction_id = 'T2'`, 'keeps its transaction id'],
    ['update movements set transaction_id = null', 'keeps its transaction id'],
    ['update provider_requests set awaits_approval = false', 'nobody has approved order 1'],
    ['update api_keys set revoked_at = null', 'stays revoked'],
  ])('keeps it against the role: %s', async (statement, said) => {
    await expect(app.raw(statement)).rejects.toThrow(said);
  });

  test('a payout is submitted after the approval of another person only', async () => {
    const expires_at = new Date(Date.now() + 60_000);
    const approval = { id: 'apr_1', ...proposal, ...proposer, expires_at };
    const decided = { status: 'approved', decided_at: new Date() };
    const approvals = () => app('approvals').where('id', 'apr_1');
    await expect(
      app('approvals').insert({ ...approval, ...decided, decided_by: 'usr_2' }),
    ).rejects.toThrow('begins pending');
    await app('approvals').insert(approval);
    const release = () =>
      app('provider_requests').where(subject).update({ awaits_approval: false });
    await expect(release()).rejects.toThrow('nobody has approved');
    await expect(approvals().update({ ...decided, decided_by: 'usr_1' })).rejects.toThrow(
      'approvals_by_another',
    );
    await approvals().update({ ...decided, decided_by: 'usr_2' });
    await release();
  });
});

test('a second migrate grants access to new tables and keeps the role', async () => {
  await owner.raw('create table later (id text)');
  await expect(app('later').insert({ id: '1' })).rejects.toThrow('permission denied');
  expect((await migrated()).code).toBe(0);
  await app('later').insert({ id: '1' });
});

test('doctor reports late housekeeping and rows without a partition', async () => {
  const { url, knex } = await emptyDatabase();
  await migrate(url);
  const found = async () => {
    const { out } = await runInProcess(doctor, { DATABASE_URL: url });
    const rows = JSON.parse(out) as readonly { name: string; state: string; found: string }[];
    return rows
      .filter(({ name }) => name.startsWith('partitions of'))
      .map(({ state, found: text }) => `${state}: ${text}`);
  };
  expect(await found()).toEqual(['ok: created for 7 more days', 'ok: created for 7 more days']);
  await knex.raw(`
    insert into provider_exchanges (id, order_id, account_id, at, direction, method, duration_ms,
                                    exchange_sealed)
    values ('pex_0', 'pay_1', 'default', now(), 'in', 'POST', 1, '')`);
  const late = await knex('partitions')
    .where('table_name', 'api_requests')
    .whereRaw(`until_at > now() + interval '2 days'`)
    .pluck('partition_name');
  for (const name of late) await knex.raw('drop table ??', [name]);
  expect(await found()).toEqual([
    'warn: rows in the default partition: 1',
    'warn: created for 1 more days',
  ]);
});

test('doctor reports a role that can change the audit log', async () => {
  const { url } = await emptyDatabase();
  const found = async (env: Readonly<Record<string, string>>) => {
    const { out } = await runInProcess(doctor, env);
    const rows = JSON.parse(out) as { readonly name: string; readonly state: string }[];
    return rows.find(({ name }) => name === 'database role')?.state;
  };
  await migrate(url);
  expect(await found({ DATABASE_URL: url })).toBe('warn');
  expect(await found(urls)).toBe('ok');
});
