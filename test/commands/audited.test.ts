import { writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import { provisionMerchant } from '../../src/application/merchants/provision-merchant';
import { readKeyRing } from '../../src/config';
import type { Db } from '../../src/db/postgres/connect';
import { createVault } from '../../src/lib/vault';
import { newId } from '../../src/lib/new-id';
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
import { applyPending } from '../../src/db/orders/apply-transition';
import { versionsOf } from '../support/table-versions';
import { ENCRYPTION_KEYS, runGatewayCommand } from './gateway';

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

async function exceptionOf({ knex, merchantId }: Fixture): Promise<string> {
  const deps = testDeps(knex, testConfig());
  const merchant = { id: merchantId, name: 'Test shop', status: 'active' } as const;
  const orderId = await testPayment(deps, merchant);
  const sent = { heard: 'succeeded', amountSatang: 15_000, transactionId: newId('T') } as const;
  await testCallback(deps, orderId, sent);
  await applyPending(knex, orderId);
  const [id] = await knex('exceptions').where('order_id', orderId).pluck<string[]>('id');
  return id ?? '';
}

async function operatorOf({ knex }: Fixture): Promise<string> {
  const row = { id: newId('opr_'), name: 'A', password_hash: 'none', language: 'en' };
  for (const email of ['left@example.com', 'stays@example.com']) {
    await knex('operators').insert({
      ...row,
      id: newId('opr_'),
      email,
      email_key: email,
      role: 'admin',
    });
  }
  return 'left@example.com';
}

/** Every command that is not a service: what it changes, and how it is recorded. */
const rows: Readonly<Record<string, Row>> = {
  migrate: { operators: [] },
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
  'merchant invite': {
    args: ({ merchantId }) => [merchantId, '--email', 'owner@example.com'],
    operators: ['member.invited'],
    merchant: ['member.invited'],
  },
  'merchant key create': {
    args: ({ merchantId }) => [merchantId],
    operators: ['key.created'],
    merchant: ['key.created'],
  },
  'merchant key list': { args: ({ merchantId }) => [merchantId], operators: [] },
  'merchant key revoke': {
    args: ({ keyId }) => [keyId],
    operators: ['key.revoked'],
    merchant: ['key.revoked'],
  },
  'operator create': { args: () => ['new@example.com'], operators: ['operator.link_made'] },
  'operator list': { operators: [] },
  'operator remove': {
    args: async (fixture) => [await operatorOf(fixture)],
    operators: ['operator.removed'],
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
  reconcile: { args: () => [statement], operators: ['check.run'] },
  reseal: { operators: ['secrets.resealed'] },
  doctor: { operators: [] },
};

/** Services, and clients of the API, which audits them. */
const others = ['start', 'api', 'worker', 'webhooks listen', 'sandbox-bank', 'demo'];

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
      const key = { mode: 'sandbox', name: 'test', permission: 'read' } as const;
      const asked = { name: 'Test shop', openingSatang: 0, key };
      const shop = await provisionMerchant({ db: knex, vault }, commandAudit, asked);
      const fixture = { knex, url, ...shop };
      const given = (await args?.(fixture)) ?? [];
      const tables = await knex('pg_tables').where('schemaname', 'public').pluck('tablename');
      const own = tables.filter((table: string) => !logs.includes(table));
      const before = await versionsOf(knex, own);
      const earlier = (await readCommandLines(knex)).length;
      const { errors } = await runGatewayCommand(url, ...name.split(' '), ...given);
      const hasChanged = (await versionsOf(knex, own)) !== before;
      // reseal changes sealed data, and there is none.
      if (name !== 'reseal') expect([hasChanged, errors]).toEqual([operators.length > 0, errors]);
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
  'an API key only reads, unless more is said',
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
    expect([code, errors]).toEqual([2, '--permission must be one of read, write, withdraw.\n']);
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
