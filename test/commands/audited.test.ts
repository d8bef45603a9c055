import { readFileSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import { acts } from '../../src/acts';
import { provisionMerchant } from '../../src/merchants/provision-merchant';
import { readKeyRing } from '../../src/config';
import type { Db } from '../../src/platform/postgres/connect';
import { createVault } from '../../src/platform/crypto/vault';
import { newId } from '../../src/platform/new-id';
import { temporaryFolder } from '../sandbox/embedded/script-part';
import { testDatabase } from '../support/database';
import {
  testCallback,
  testConfig,
  testDeps,
  testMerchant,
  testPayment,
  commandAudit,
} from '../support/gateway';
import { applyPending } from '../../src/orders/store/apply-transition';
import { testAccount, type TestAccount } from '../support/provider-accounts';
import { versionsOf } from '../support/table-versions';
import { ENCRYPTION_KEYS, runGatewayCommand } from './gateway';
import { findPersonByEmail } from '../../src/people/store/people';
import { sealedPerson } from '../support/sealed-person';

/** Each test starts a process, which is slow on a busy machine. */
const TIMEOUT_MS = 120_000;

/** A new merchant for each command. */
interface Fixture {
  readonly knex: Db;
  readonly url: string;
  readonly merchantId: string;
  readonly keyId: string;
}

interface Row {
  /** Arguments with which the command succeeds. */
  readonly args?: (fixture: Fixture) => readonly string[] | Promise<readonly string[]>;
  /** The events that it appends to the operators' log and to the merchant's. */
  readonly operators: readonly string[];
  readonly merchant?: readonly string[];
}

const statement = path.join(temporaryFolder(), 'statement.json');
writeFileSync(
  statement,
  JSON.stringify([
    { transactionId: 'T1', orderId: 'o', amountSatang: 1, at: '2026-01-01T00:00:00Z' },
  ]),
);

const setUpDisabled = async ({ knex, merchantId }: Fixture) => {
  await knex('merchants').where('id', merchantId).update({ status: 'disabled' });
  return [merchantId];
};

const settings = path.join(temporaryFolder(), 'settings.json');
writeFileSync(
  settings,
  JSON.stringify({ url: 'http://127.0.0.1:9', keys: ['a-key'], billerId: '012345678901234' }),
);

const accountOf = async ({ knex, merchantId }: Fixture): Promise<TestAccount> =>
  testAccount(testDeps(knex, testConfig({ ENCRYPTION_KEYS })), 'a-key', merchantId);

async function exceptionOf({ knex, merchantId }: Fixture): Promise<string> {
  const deps = testDeps(knex, testConfig());
  const merchant = { id: merchantId, name: 'Test shop', status: 'active' } as const;
  const orderId = await testPayment(deps, merchant);
  const sent = { reported: 'succeeded', amountSatang: 15_000, transactionId: newId('T') } as const;
  await testCallback(deps, orderId, sent);
  await applyPending(knex, orderId);
  const [id] = await knex('exceptions').where('order_id', orderId).pluck<string[]>('id');
  return id ?? '';
}

const depsOf = ({ knex }: Fixture) => testDeps(knex, testConfig({ ENCRYPTION_KEYS }));

async function operatorOf(fixture: Fixture): Promise<string> {
  for (const email of ['left@example.com', 'stays@example.com']) {
    const sealed = await sealedPerson(depsOf(fixture), 'operators', { email, name: 'A' });
    const row = { ...sealed, role: 'admin', password_hash: 'none', language: 'en' };
    await fixture.knex('operators').insert({ id: newId('opr_'), ...row });
  }
  return 'left@example.com';
}

const appOf = ({ knex }: Fixture, accountId: string) =>
  knex('factors').insert({
    id: newId('fac_'),
    account_id: accountId,
    kind: 'totp',
    name: 'Phone',
    secret_sealed: 'not opened',
    last_step: 0,
  });

/** The address of an owner of the merchant with an authenticator app. */
async function userWithApp(fixture: Fixture): Promise<string> {
  const id = newId('usr_');
  const email = `${id}@example.com`;
  const sealed = await sealedPerson(depsOf(fixture), 'users', { email, name: 'A' });
  await fixture.knex('users').insert({ id, ...sealed, password_hash: 'none', language: 'en' });
  const membership = { merchant_id: fixture.merchantId, user_id: id, role: 'owner' };
  await fixture.knex('memberships').insert(membership);
  await appOf(fixture, id);
  return email;
}

/** Every command that is not a service, with its arguments and its audit events. */
const rows: Readonly<Record<string, Row>> = {
  migrate: {
    // The first run records the migrations of the template, which the command did not run.
    async args({ url }) {
      expect((await runGatewayCommand(url, 'migrate')).code).toBe(0);
      return [];
    },
    operators: [],
  },
  'merchant create': { args: () => ['Shop'], operators: ['merchant.opened', 'key.created'] },
  'merchant list': { operators: [] },
  'merchant disable': {
    args: ({ merchantId }) => [merchantId],
    operators: ['merchant.disabled'],
    merchant: ['merchant.disabled'],
  },
  'merchant enable': {
    args: setUpDisabled,
    operators: ['merchant.enabled'],
    merchant: ['merchant.enabled'],
  },
  'merchant limit': {
    args: ({ merchantId }) => [merchantId, '--per-day', '5'],
    operators: ['merchant.limit_set'],
    merchant: ['merchant.limit_set'],
  },
  'merchant quota': {
    args: ({ merchantId }) => [merchantId, '--open-orders', '5'],
    operators: ['merchant.quota_set'],
    merchant: ['merchant.quota_set'],
  },
  'merchant invite': {
    args: ({ merchantId }) => [merchantId, '--email', 'owner@example.com'],
    operators: ['member.invited'],
    merchant: ['member.invited'],
  },
  'merchant reset-factors': {
    args: async (fixture) => [await userWithApp(fixture)],
    operators: ['factor.reset'],
    merchant: ['factor.reset'],
  },
  'merchant key create': {
    args: ({ merchantId }) => [merchantId],
    operators: ['key.created'],
    merchant: ['key.created'],
  },
  'merchant key list': { args: ({ merchantId }) => [merchantId], operators: [] },
  'merchant key change': {
    args: ({ keyId }) => [keyId, '--addresses', '203.0.113.0/24', '--payees', 'KBANK:1234567890'],
    operators: ['key.changed'],
    merchant: ['key.changed'],
  },
  'merchant key rotate': {
    args: ({ keyId }) => [keyId, '--overlap-hours', '1'],
    operators: ['key.created', 'key.rotated'],
    merchant: ['key.created', 'key.rotated'],
  },
  'merchant key revoke': {
    args: ({ keyId }) => [keyId],
    operators: ['key.revoked'],
    merchant: ['key.revoked'],
  },
  'operator create': { args: () => ['new@example.com'], operators: ['operator.link_made'] },
  'operator list': { operators: [] },
  'operator reset-factors': {
    args: async (fixture) => {
      const email = await operatorOf(fixture);
      const { db, vault } = depsOf(fixture);
      const operator = await findPersonByEmail(db, vault, 'operator', email);
      await appOf(fixture, operator?.id ?? '');
      return [email];
    },
    operators: ['factor.reset'],
  },
  'operator remove': {
    args: async (fixture) => [await operatorOf(fixture)],
    operators: ['operator.removed'],
  },
  'account add': {
    args: ({ merchantId }) => ['generic', '--settings', settings, '--merchant', merchantId],
    operators: ['provider_account.added'],
    merchant: ['provider_account.added'],
  },
  'account list': { operators: [] },
  'account show': { args: () => ['default'], operators: [] },
  'account set': {
    args: async (fixture) => [
      (await accountOf(fixture)).id,
      '--settings',
      settings,
      '--label',
      'B',
    ],
    operators: ['provider_account.changed'],
    merchant: ['provider_account.changed'],
  },
  'account rotate-token': {
    args: async (fixture) => [(await accountOf(fixture)).id],
    operators: ['provider_account.token_rotated'],
    merchant: ['provider_account.token_rotated'],
  },
  'account on': {
    args: async ({ knex }) => {
      await knex('provider_accounts').update({ status: 'off' });
      return ['default'];
    },
    operators: ['provider_account.status_set'],
  },
  'account pause': { args: () => ['default'], operators: ['provider_account.status_set'] },
  'account off': { args: () => ['default'], operators: ['provider_account.status_set'] },
  'account test': {
    args: async (fixture) => [(await accountOf(fixture)).id],
    operators: ['provider_account.tested'],
  },
  'route list': { args: ({ merchantId }) => [merchantId], operators: [] },
  'route add': {
    args: ({ merchantId }) => [merchantId, '--account', 'default'],
    operators: ['routing_rule.added'],
    merchant: ['routing_rule.added'],
  },
  'route remove': {
    args: async ({ knex, merchantId }) => {
      const rules = JSON.stringify([{ when: {}, accountId: 'default' }]);
      await knex('routing_rules').insert({ merchant_id: merchantId, rules });
      return [merchantId, '1'];
    },
    operators: ['routing_rule.removed'],
    merchant: ['routing_rule.removed'],
  },
  'price set': {
    args: ({ merchantId }) => [merchantId, '--method', 'qr', '--price', '1.65%'],
    operators: ['price.set'],
    merchant: ['price.set'],
  },
  'cost set': {
    args: () => ['default', '--method', 'qr', '--cost', '1.65% vat 7%'],
    operators: ['expected_cost.set'],
  },
  'maturity set': {
    args: ({ merchantId }) => [merchantId, '--account-id', 'default', '--days', '2'],
    operators: ['maturity.set'],
    merchant: ['maturity.set'],
  },
  'holidays set': {
    args: () => ['2099-01-01 2099-12-31'],
    operators: ['bank_holidays.set'],
  },
  'vat set': { args: () => ['7% until 2099-12-31'], operators: ['vat.set'] },
  journal: { operators: [] },
  act: {
    args: ({ merchantId }) => [
      'limit',
      '--input',
      `merchantId=${merchantId}`,
      '--input',
      'perDay=5',
    ],
    operators: ['merchant.limit_set'],
    merchant: ['merchant.limit_set'],
  },
  'exceptions list': { operators: [] },
  'exceptions show': { args: async (fixture) => [await exceptionOf(fixture)], operators: [] },
  'exceptions resolve': {
    args: async (fixture) => [
      await exceptionOf(fixture),
      '--as',
      'return',
      '--reason',
      'The customer paid too much.',
    ],
    operators: ['exception.resolved'],
    merchant: ['exception.resolved'],
  },
  'exceptions correct': {
    args: async (fixture) => {
      const id = await exceptionOf(fixture);
      const because = ['--reason', 'The customer paid too much.'];
      await runGatewayCommand(
        fixture.url,
        'exceptions',
        'resolve',
        id,
        '--as',
        'return',
        ...because,
      );
      return [id, ...because];
    },
    operators: ['exception.corrected'],
    merchant: ['exception.corrected'],
  },
  audit: { operators: ['check.run'] },
  upgrade: { args: () => ['--check'], operators: [] },
  restored: {
    args: () => ['--to', '2026-01-31T09:30:00+07:00'],
    operators: ['database.restored'],
  },
  reconcile: { args: () => [statement], operators: ['check.run'] },
  'data-key list': { operators: [] },
  'data-key create': { operators: ['data_key.created'] },
  'data-key rewrap': { operators: ['data_keys.rewrapped'] },
  reseal: { operators: ['secrets.resealed'] },
  'person export': {
    args: () => ['--account', '1234567890'],
    operators: ['person.exported'],
  },
  'person forget': {
    args: () => ['--account', '1234567890'],
    operators: ['person.erasure_begun', 'person.forgotten'],
  },
  'record export': {
    async args({ knex }) {
      const { exchangeLog, providers } = testDeps(knex, testConfig({ ENCRYPTION_KEYS }));
      const orderId = newId('pay_');
      exchangeLog.record(providers.default, {
        orderId,
        method: 'GET',
        path: '/payouts/1',
        requestBody: null,
        statusCode: 200,
        responseBody: Buffer.from('{}'),
        reason: null,
        startedAt: new Date(),
        durationMs: 1,
      });
      await exchangeLog.flush();
      return [orderId];
    },
    operators: [],
  },
  doctor: { operators: [] },
};

/** Services, and clients of the API, whose requests the API audits. */
const others = [
  'start',
  'api',
  'worker',
  'webhooks listen',
  'sandbox-bank',
  'env',
  'demo',
  'sandbox-providers',
];

test('every act that commands may do has a documented name, and so a row', () => {
  const files = [
    'account',
    'exceptions',
    'maturity',
    'merchant',
    'merchant-key',
    'operator',
  ].concat(['price', 'route']);
  const named = files.flatMap((file) => {
    const source = readFileSync(path.join(__dirname, `../../src/commands/${file}.ts`), 'utf8');
    return [...source.matchAll(/namedAct\(\s*'(\w+)'/g)].map(([, act = '']) => act);
  });
  const entered = Object.entries(acts).filter(([, { entry }]) => entry !== undefined);
  expect([...new Set(named)].toSorted()).toEqual(entered.map(([act]) => act).toSorted());
});

test(
  'the table has exactly the commands of --help',
  async () => {
    const { out } = await runGatewayCommand('postgres://127.0.0.1:1/none', '--help');
    const named = [...out.matchAll(/^ {2}(\S+(?: \S+)*) {2,}/gm)].map(([, name = '']) => name);
    expect([...Object.keys(rows), ...others].toSorted()).toEqual(named.toSorted());
  },
  TIMEOUT_MS,
);

const vault = createVault(readKeyRing(ENCRYPTION_KEYS));

const logs = ['audit_log', 'audit_heads', 'audit_keys'];

/** The audit events of commands, oldest first. */
const readCommandLines = (knex: Db) =>
  knex('audit_log')
    .where('actor_kind', 'command')
    .orderBy(['at', 'number'])
    .select<{ scope: string; act: string; actor_id: string }[]>('scope', 'act', 'actor_id');

describe.each(Object.entries(rows))('%s', (name, { args, operators, merchant = [] }) => {
  test(
    `records ${operators.join(' and ') || 'no event and changes nothing'}`,
    async () => {
      const { knex, url } = await testDatabase();
      const key = { name: 'test', permissions: ['read'] } as const;
      const asked = { name: 'Test shop', openingSatang: 0, key };
      const shop = await provisionMerchant(
        { config: testConfig(), db: knex, vault },
        commandAudit,
        asked,
      );
      const fixture = { knex, url, ...shop };
      const given = (await args?.(fixture)) ?? [];
      const tables = await knex('pg_tables').where('schemaname', 'public').pluck('tablename');
      const own = tables.filter((table: string) => !logs.includes(table));
      const before = await versionsOf(knex, own);
      const earlier = (await readCommandLines(knex)).length;
      const { errors } = await runGatewayCommand(url, ...name.split(' '), ...given);
      const hasChanged = (await versionsOf(knex, own)) !== before;
      // reseal changes sealed data, and there is none here; a test of a connection changes nothing.
      if (!['reseal', 'account test'].includes(name))
        expect([hasChanged, errors]).toEqual([operators.length > 0, errors]);
      const lines = (await readCommandLines(knex)).slice(earlier);
      const acts = (scope: string) =>
        lines.filter((line) => line.scope === scope).map(({ act }) => act);
      expect(acts('operators')).toEqual(operators);
      expect(acts(shop.merchantId)).toEqual(merchant);
      const users = [...new Set(lines.map((line) => line.actor_id))];
      expect(users).toEqual(operators.length === 0 ? [] : [userInfo().username]);
    },
    TIMEOUT_MS,
  );
});

test(
  'an API key is created with the permission read by default',
  async () => {
    const { knex, url } = await testDatabase();
    const { merchant } = await testMerchant(knex);
    const create = (...args: readonly string[]) =>
      runGatewayCommand(url, 'merchant', 'key', 'create', merchant.id, ...args);
    for (const permission of ['write', 'withdraw', 'read']) {
      expect((await create('--permission', permission, '--name', permission)).code).toBe(0);
    }
    expect((await create('--name', 'default')).code).toBe(0);
    const { code, errors } = await create('--permission', 'all');
    expect([code, errors]).toEqual([
      2,
      '--permission must be read, write, withdraw, ' +
        'or a list such as payments:read,refunds:write.\n',
    ]);
    const kept = await knex('api_keys').whereNot('name', 'test').select('name', 'permission');
    expect(Object.fromEntries(kept.map((key) => [key.name, key.permission]))).toEqual({
      read: 'read',
      write: 'write',
      withdraw: 'withdraw',
      default: 'read',
    });
  },
  TIMEOUT_MS,
);
