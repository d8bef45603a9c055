import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createHousekeeping } from '../../activities/housekeeping';
import { submitSlip } from '../../src/orders/deposit/submit-slip';
import { audit } from '../../src/commands/audit';
import { exportOf, forget } from '../../src/commands/person';
import { findNames, findPerson } from '../../src/people/store/people';
import { findViolations } from '../../src/reports/store/invariants';
import { applyPending } from '../../src/orders/store/apply-transition';
import { digestPayer } from '../../src/orders/store/payers';
import { eraseExpired } from '../../src/personal-data/store/erasures';
import { inventory } from '../../src/personal-data/store/inventory';
import { eraseUnusedAccounts } from '../../src/personal-data/store/people-rows';
import type { Db } from '../../src/platform/postgres/connect';
import { sealedColumns } from '../../src/platform/postgres/sealed';
import { newId } from '../../src/platform/new-id';
import type { Vault } from '../../src/platform/crypto/vault';
import { sealedPerson } from '../support/sealed-person';
import { asOwner, testDatabase, withoutTriggers } from '../support/database';
import {
  testCallback,
  testConfig,
  testDeposit,
  testDeps,
  testMerchant,
  testWebhook,
  testWithdrawal,
} from '../support/gateway';
import { openAuditLog } from '../support/open-audit-log';
import { testPaidPayment, testRefund } from '../support/refunds';
import { resolveAs } from '../support/resolve';
import { ENCRYPTION_KEYS, runGatewayCommand, runInProcess } from './gateway';

interface Named {
  readonly account: string;
  /** The user name at the merchant. */
  readonly user: string;
  readonly first: string;
  readonly last: string;
}
const somsri: Named = {
  account: '5550001234567',
  user: 'ssj88',
  first: 'สมศรี',
  last: 'ใจงาม',
};
const other: Named = {
  account: '7770001234567',
  user: 'malee',
  first: 'Malee',
  last: 'Sukjai',
};
const nameOf = ({ first, last }: Named) => `${first} ${last}`;
/** Every spelling of the account, the user name, the name's words, and their form in an URL. */
const somsriAnywhere =
  /555[ .-]?000[ .-]?123[ .-]?4567|ssj88|สมศรี|ใจงาม|%E0%B8%AA%E0%B8%A1%E0%B8%A8/u;

type TestDeps = ReturnType<typeof testDeps>;
type Merchant = Awaited<ReturnType<typeof testMerchant>>['merchant'];

/** Every flow with the person's data in every field that can have them, dispatched to its end. */
async function live(deps: TestDeps, merchant: Merchant, person: Named) {
  const { db, vault, exchangeLog, providers } = deps;
  const { account, first, last } = person;
  const name = nameOf(person);
  const payer = { bankName: 'SCB', accountNumber: account, accountName: name };
  const evidence = () => ({
    bodySealed: vault.seal(JSON.stringify({ payer }), 'callbacks.body'),
    payerDigest: digestPayer(vault, payer),
  });
  await testWebhook(deps, merchant, 'https://shop.example', ['payment.succeeded']);

  const deposit = await testDeposit(deps, merchant, {
    userName: account,
    firstName: first,
    lastName: last,
    accountNumber: account,
  });
  const gif = Buffer.concat([
    Buffer.from('R0lGODlhAQABAAAAACw=', 'base64'),
    Buffer.from(name + account),
  ]);
  const { orderId, ref } = deposit;
  const slip = { orderId, ref, image: gif.toString('base64') };
  await submitSlip(deps, merchant, slip, null, '{}');
  await db('slips').update({ status: 'unreadable', read_at: new Date() });
  await testCallback(deps, orderId, { reported: 'succeeded', ...evidence() });
  await applyPending(db, orderId);

  const metadata = {
    note: `pays as ${name}`,
    tel: account.replace(/(...)(...)/, '$1-$2-'),
    first,
    split: [{ [name]: 50, [account]: 50 }],
  };
  const client = { name, bankName: 'SCB', bankAccount: account };
  const paymentId = await testPaidPayment(
    deps,
    merchant,
    { metadata, client, reference: `for ${account}` },
    { payer },
  );
  const refundId = await testRefund(deps, merchant, {
    paymentId,
    amountSatang: 1_000,
    reason: `as ${name} asked`,
    destination: { bankName: 'SCB', bankCode: '014', accountNumber: account, accountName: name },
  });
  const withdrawalId = await testWithdrawal(deps, merchant, {
    username: person.user,
    accountNumber: account,
    firstNameTh: first,
    lastNameTh: last,
  });
  const failure = { code: 'closed', message: `The account ${account} of ${name} is closed.` };
  for (const id of [refundId, withdrawalId]) {
    await testCallback(deps, id, { reported: 'failed', failure, ...evidence() });
    await applyPending(db, id);
  }
  await db('provider_requests').update({ is_over: true });

  await testCallback(deps, paymentId, {
    reported: 'succeeded',
    amountSatang: 12_000,
    transactionId: `again-${account.slice(0, 3)}`,
    ...evidence(),
  });
  await applyPending(db, paymentId);
  const [exceptionId = ''] = await db('exceptions')
    .where({ order_id: paymentId })
    .whereNull('resolved_at')
    .pluck<string[]>('id');

  const form = new URLSearchParams({ payer_name: name, payer_account: account });
  exchangeLog.record(providers.default, {
    orderId: withdrawalId,
    method: 'POST',
    path: `/accounts/${account}`,
    requestBody: form.toString(),
    statusCode: 200,
    responseBody: Buffer.from(JSON.stringify({ payee: { name, account } })),
    reason: null,
    startedAt: new Date(),
    durationMs: 1,
  });
  await exchangeLog.flush();
  await db('idempotency_keys').insert({
    merchant_id: merchant.id,
    operation: 'createDeposit',
    key: newId('key_'),
    fingerprint: Buffer.alloc(32),
    status: 201,
    body: vault.seal(JSON.stringify({ name, account }), 'idempotency_keys.body'),
  });
  await endDeliveries(db, `no customer ${name}`);
  await db('outbox_messages').del();
  return { orders: [orderId, paymentId, refundId, withdrawalId], exceptionId };
}

/** Ends the pending deliveries after an attempt that the merchant answered. */
async function endDeliveries(db: Db, answer: string): Promise<void> {
  const ids = await db('deliveries').where({ status: 'pending' }).pluck<string[]>('id');
  for (const delivery_id of ids) {
    const attempt = { delivery_id, number: 1, duration_ms: 1, status_code: 410, answer };
    await db('delivery_attempts').insert(attempt);
  }
  await db('pending_deliveries').del();
  await db('deliveries').whereIn('id', ids).update({ status: 'failed', attempts: 1 });
}

/** Every value of every table, as text, with each sealed value opened. */
async function everything(db: Db, vault: Vault): Promise<string> {
  const contexts = new Set(sealedColumns.map(({ context }) => context));
  contexts.add('idempotency_keys.body');
  const { rows: tables } = await db.raw<{ rows: { tablename: string }[] }>(
    "select tablename from pg_tables where schemaname = 'public'",
  );
  const texts: string[] = [];
  for (const { tablename } of tables) {
    for (const row of await db(tablename).select<Record<string, unknown>[]>('*')) {
      for (const [name, value] of Object.entries(row)) {
        const text = Buffer.isBuffer(value) ? value.toString() : JSON.stringify(value);
        texts.push(`${tablename}.${name}: ${text}`);
        for (const context of contexts) texts.push(opened(vault, value, context));
      }
    }
  }
  return texts.join('\n');
}

function opened(vault: Vault, value: unknown, context: string): string {
  try {
    if (Buffer.isBuffer(value)) return vault.openBytes(value, context).toString();
    return typeof value === 'string' ? vault.open(value, context) : '';
  } catch {
    return '';
  }
}

async function setUp() {
  const { knex, url } = await testDatabase();
  const deps = testDeps(knex, testConfig({ ENCRYPTION_KEYS }));
  const { merchant } = await testMerchant(knex, { openingSatang: 1_000_000 });
  await openAuditLog(deps, merchant.id);
  const env = { DATABASE_URL: url, ENCRYPTION_KEYS };
  const books = () =>
    knex.raw<{ rows: unknown }>(
      `select balances.*, (select json_agg(transfers order by id) from transfers) as transfers,
         (select json_agg(json_build_array(id, status, amount_satang) order by id) from orders)
           as orders
       from balances`,
    );
  return { knex, url, deps, merchant, env, books };
}

test('forget leaves no name and no account in any table, and the books add up', async () => {
  const { knex, deps, merchant, env, books } = await setUp();
  const { orders, exceptionId } = await live(deps, merchant, somsri);
  const kept = await live(deps, merchant, other);
  const { vault } = deps;
  const before = await everything(knex, vault);
  expect(before).toMatch(somsriAnywhere);
  const { rows: booksBefore } = await books();
  const options = { account: somsri.account };

  const refused = await runInProcess(forget, env, { options });
  expect(refused.code).toBe(1);
  const { erased, kept: keptFirst } = JSON.parse(refused.out) as {
    erased: string[];
    kept: { subject: string; because: string }[];
  };
  expect(erased).toEqual([]);
  expect(new Map(keptFirst.map(({ subject, because }) => [subject, because]))).toEqual(
    new Map(orders.map((id) => [id, id === orders[1] ? 'exception' : 'retention'])),
  );
  const subjects = new Set(keptFirst.map(({ subject }) => subject));
  expect(kept.orders.filter((id) => subjects.has(id))).toEqual([]);

  await resolveAs(knex, exceptionId, 'credit', { reason: `${nameOf(somsri)} was called` });
  const { rows: booksResolved } = await books();
  expect(booksResolved).not.toEqual(booksBefore);
  await endDeliveries(knex, 'gone');
  await knex('outbox_messages').del();
  const reason = 'The customer objected in writing.';
  const forced = await runInProcess(forget, env, { options: { ...options, force: true, reason } });
  expect([forced.code, JSON.parse(forced.out)]).toMatchObject([0, { kept: [] }]);

  const after = await everything(knex, vault);
  expect(after.split('\n').filter((line) => somsriAnywhere.test(line))).toEqual([]);
  const bodies = await knex('events').whereIn('order_id', orders).pluck<string[]>('body');
  expect(bodies.filter((body) => body.includes('4567'))).toEqual([]);
  const payer = { bankName: 'SCB', accountNumber: somsri.account, accountName: nameOf(somsri) };
  expect(after).not.toContain(digestPayer(vault, payer));
  for (const known of [other.account, nameOf(other), other.first]) expect(after).toContain(known);
  expect((await books()).rows).toEqual(booksResolved);
  expect(await findViolations(knex)).toEqual([]);
  expect((await runInProcess(audit, env)).code).toBe(0);
  const again = await runInProcess(exportOf, env, { options });
  expect(JSON.parse(again.out)).toEqual({ subjects: [], people: [], businesses: [] });
  const log = await knex('audit_log').where('act', 'like', 'person.%').orderBy('number');
  const about = { subject: 'account', actor_kind: 'command' };
  expect(log).toMatchObject([
    { act: 'person.erasure_begun', ...about },
    { act: 'person.forgotten', ...about },
    { act: 'person.erasure_begun', ...about },
    { act: 'person.forgotten', ...about },
    { act: 'person.exported', ...about },
  ]);
  expect(JSON.parse(log[3].detail as string)).toMatchObject({ kept: 0, reason });
});

test('forget records an erasure that fails after the first order', async () => {
  const { knex, deps, merchant, env } = await setUp();
  await live(deps, merchant, somsri);
  await asOwner(
    knex,
    `create function refuse_erasure() returns trigger language plpgsql as
     $$ begin raise exception 'stopped'; end $$;
     create trigger refuse_erasure before update on withdrawals
       for each row execute function refuse_erasure()`,
  );
  const reason = 'The customer objected in writing.';
  const options = { account: somsri.account, force: true, reason };
  await expect(runInProcess(forget, env, { options })).rejects.toThrow('stopped');
  expect(await knex('erasures').pluck('cause')).toContain('request');
  const log = await knex('audit_log').where('act', 'like', 'person.%');
  expect(log).toMatchObject([{ act: 'person.erasure_begun', actor_kind: 'command' }]);
  expect(JSON.parse(log[0].detail as string)).toEqual({ reason });
});

test.each([
  ['account', somsri.account],
  ['account', '555-000-1234567'],
  ['name', ` ${somsri.first}  ${somsri.last} `],
] as const)('export by %s %s prints every row about the person', async (kind, value) => {
  const { knex, deps, merchant, env } = await setUp();
  const { orders } = await live(deps, merchant, somsri);
  await live(deps, merchant, other);
  const { code, out } = await runInProcess(exportOf, env, { options: { [kind]: value } });
  expect(code).toBe(0);
  const { subjects } = JSON.parse(out) as {
    subjects: { subject: string; rows: { table: string; values: Record<string, string> }[] }[];
  };
  expect(subjects.map(({ subject }) => subject)).toEqual(expect.arrayContaining(orders));
  expect(out).not.toContain(other.account);
  const options = { [kind]: value, email: 'nobody@example.com' };
  const { out: ofBoth } = await runInProcess(exportOf, env, { options });
  expect(JSON.parse(ofBoth)).toMatchObject({ subjects: [] });
  const all = subjects.flatMap(({ rows }) => rows);
  const picture = all.find(({ table }) => table === 'slip_images')?.values['image_sealed'];
  expect(Buffer.from(picture ?? '', 'base64').toString()).toContain(somsri.account);
  const tables = new Set(all.map(({ table }) => table));
  expect(tables).toEqual(
    new Set([
      'orders',
      'qr_codes',
      'deposits',
      'withdrawals',
      'refunds',
      'provider_requests',
      'callbacks',
      'movements',
      'provider_exchanges',
      'events',
      'delivery_attempts',
      'idempotency_keys',
      'exceptions',
      'slip_images',
    ]),
  );
  expect(await knex('audit_log').where({ act: 'person.exported', subject: kind })).toHaveLength(1);
});

test('forget by e-mail erases an account without a team and keeps a member', async () => {
  const { knex, deps, env, merchant } = await setUp();
  const ended = { ended_at: new Date(), outcome: 'sent' };
  const person = async (id: string, email: string) => ({
    id,
    ...(await sealedPerson(deps, 'users', { email, name: 'Somsri' })),
    password_hash: 'x',
    language: 'th',
  });
  const [left, stays] = [newId('usr_'), newId('usr_')];
  await knex('users').insert(await person(left, 'left@example.com'));
  await knex('users').insert(await person(stays, 'in@example.com'));
  await knex('memberships').insert({ merchant_id: merchant.id, user_id: stays, role: 'owner' });
  const mailTo = (email: string) => ({
    kind: 'password_reset',
    language: 'th',
    email_sealed: deps.vault.seal(email, 'mails.email'),
  });
  await knex('mails').insert({ ...mailTo('left@example.com'), id: 'mail_new' });
  for (const email of ['left@example.com', 'in@example.com']) {
    await knex('mails').insert({ ...mailTo(email), id: `mail_${email}`, ...ended });
  }
  const approval = {
    realm: 'operator',
    proposer_kind: 'operator',
    proposer_id: 'opr_1',
    proposal_sealed: 'x',
    expires_at: new Date(),
    detail: '{}',
  };
  await knex('approvals').insert({
    ...approval,
    id: 'apr_1',
    act: 'operator',
    subject: 'left@example.com',
  });
  await knex('approvals').update({ status: 'rejected', decided_at: new Date() });
  const codes = [];
  for (const email of ['left@example.com', 'in@example.com']) {
    codes.push((await runInProcess(forget, env, { options: { email } })).code);
  }
  expect(codes).toEqual([0, 1]);
  expect(await knex('mails')).toEqual([]);
  expect(await knex('approvals').select('subject', 'proposal_sealed')).toEqual([
    { subject: '[erased] apr_1', proposal_sealed: null },
  ]);
  const people = await Promise.all(
    [left, stays].map((id) => findPerson(knex, deps.vault, 'merchant', id)),
  );
  expect(people).toMatchObject([
    { email: `[erased] ${left}`, name: '[erased]' },
    { email: 'in@example.com', name: 'Somsri' },
  ]);
  const passwords = knex('users').orderByRaw('id = ? desc', left).pluck('password_hash');
  expect(await passwords).toEqual(['', 'x']);
});

test('retention erases closed orders, and open ones after they have closed', async () => {
  const { knex, deps, merchant } = await setUp();
  const { vault } = deps;
  const { orders, exceptionId } = await live(deps, merchant, somsri);
  const { orderId } = await testDeposit(deps, merchant, { firstName: somsri.first });
  const stored = await everything(knex, vault);
  const year = await eraseExpired(knex, vault, 365, 100);
  expect([year, await everything(knex, vault)]).toEqual([0, stored]);

  expect(await eraseExpired(knex, vault, 0, 100)).toBeGreaterThanOrEqual(orders.length + 1);
  const waiting = () => knex('erasures').whereNull('erased_at').orderBy('subject').pluck('subject');
  expect(new Set(await waiting())).toEqual(new Set([orderId, orders[1]]));
  await resolveAs(knex, exceptionId, 'credit');
  await testCallback(deps, orderId, { reported: 'failed' });
  await applyPending(knex, orderId);
  await endDeliveries(knex, 'gone');
  await knex('outbox_messages').del();
  expect(await eraseExpired(knex, vault, 0, 100)).toBe(0);
  await knex('erasures').update({ asked_at: new Date(0) });
  expect(await eraseExpired(knex, vault, 0, 100)).toBe(2);
  expect(await waiting()).toEqual([]);
  await knex('idempotency_keys').del();
  const after = await everything(knex, vault);
  expect(after.split('\n').filter((line) => somsriAnywhere.test(line))).toEqual([]);
  expect(await findViolations(knex)).toEqual([]);
});

test('retention erases the payer of a callback after the erasure of its order', async () => {
  const { knex, deps, merchant } = await setUp();
  const config = testConfig({ CUSTOMER_RETENTION_DAYS: '30' });
  const enforce = createHousekeeping({ ...deps, config }).enforceRetention;
  const { orderId } = await testDeposit(deps, merchant, { firstName: somsri.first });
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  const settle = async (days: number) => {
    await applyPending(knex, orderId);
    await endDeliveries(knex, 'gone');
    await knex('outbox_messages').del();
    await knex('orders').update({ created_at: daysAgo(70), completed_at: daysAgo(days) });
    await knex('callbacks').update({ received_at: daysAgo(days) });
    await withoutTriggers(knex, 'update movements set created_at = ?', [daysAgo(days)]);
    // The ids have the time of the test.
    const later = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 31 * 86_400_000);
    await enforce();
    later.mockRestore();
  };
  await testCallback(deps, orderId, { reported: 'failed' });
  await settle(70);
  const rows = () => everything(knex, deps.vault);
  expect(await rows()).not.toContain(somsri.first);

  const payer = { bankName: 'SCB', accountNumber: somsri.account, accountName: nameOf(somsri) };
  const bodySealed = deps.vault.seal(JSON.stringify({ payer }), 'callbacks.body');
  await knex('callbacks').del();
  await testCallback(deps, orderId, { reported: 'succeeded', bodySealed });
  await settle(31);
  expect(await rows()).not.toMatch(somsriAnywhere);
});

test('orders erased together keep a text that names only the customer of the other', async () => {
  const { knex, deps, merchant } = await setUp();
  const paid = (person: Named, reference: string) => {
    const client = { name: nameOf(person), bankName: 'SCB', bankAccount: person.account };
    const payer = { bankName: 'SCB', accountNumber: person.account, accountName: nameOf(person) };
    return testPaidPayment(deps, merchant, { client, reference }, { payer });
  };
  const ids = [
    await paid(somsri, `${somsri.first} for ${other.first}`),
    await paid(other, `${other.first} for ${somsri.first}`),
  ];
  await knex('outbox_messages').del();
  expect(await eraseExpired(knex, deps.vault, 0, 100)).toBe(2);
  expect(await knex('erasures')).toEqual([]);
  const found = await knex('orders').whereIn('id', ids).orderBy('id').pluck('reference');
  expect(found).toEqual([`[erased] for ${other.first}`, `[erased] for ${somsri.first}`]);
  const open = (row: { client_sealed: string }) =>
    deps.vault.open(row.client_sealed, 'qr_codes.client');
  const clients = await knex('qr_codes').whereIn('order_id', ids).select('client_sealed');
  expect(clients.map(open).join()).not.toMatch(/Malee|สมศรี|000123/u);
});

test('one run of housekeeping erases all that is due', async () => {
  const { knex, deps } = await setUp();
  const config = testConfig({ CUSTOMER_RETENTION_DAYS: '1' });
  await knex.raw(
    `insert into movements (id, direction, amount_satang, transaction_id, payer_digest,
                            named_order, source, created_at)
     select 'mov_' || lpad(n::text, 10, '0'), 'in', 100, 'T' || n, 'key:digest', 'UNKNOWN',
            'operator', now() - interval '2 days' from generate_series(1, 1050) as n`,
  );
  const enforce = createHousekeeping({ ...deps, config }).enforceRetention;
  expect(await enforce()).toBe(1_050);
  expect(await knex('movements').where('payer_digest', 'key:digest')).toEqual([]);
  expect(await enforce()).toBe(0);
});

test('retention erases the payers of movements without an order', async () => {
  const { knex, deps } = await setUp();
  // The two without a transaction id differ by their payer only.
  const movement = (payer_digest: string, transaction_id: string | null) => ({
    id: newId('mov_'),
    direction: 'in',
    amount_satang: 100,
    transaction_id,
    payer_digest,
    named_order: 'UNKNOWN',
    source: 'operator',
  });
  const before = ['key:one', 'key:one', 'key:two'];
  const ids = [newId('tx_'), null, null];
  await knex('movements').insert(before.map((digest, at) => movement(digest, ids[at] ?? null)));
  const digests = () => knex('movements').orderBy('payer_digest').pluck('payer_digest');
  expect(await eraseExpired(knex, deps.vault, 365, 100)).toBe(0);
  expect(await digests()).toEqual(before);
  expect(await eraseExpired(knex, deps.vault, 0, 1)).toBe(1);
  expect(await eraseExpired(knex, deps.vault, 0, 100)).toBe(2);
  expect((await digests()).join()).not.toMatch(/key:/);
});

test('retention erases accounts without a team and operators who were removed', async () => {
  const { knex, deps, merchant } = await setUp();
  const past = new Date(Date.now() - 31 * 86_400_000);
  const person = async (id: string, table: 'users' | 'operators' = 'users') => ({
    id,
    ...(await sealedPerson(deps, table, { email: `${id}@example.com`, name: 'Somsri' })),
    password_hash: 'x',
    language: 'th',
    created_at: past,
    password_changed_at: past,
  });
  const ids = ['member', 'unused', 'new', 'seen'];
  for (const id of ids) await knex('users').insert(await person(id));
  await knex('users').where({ id: 'new' }).update({ created_at: new Date() });
  await knex('memberships').insert({ merchant_id: merchant.id, user_id: 'member', role: 'owner' });
  await knex('sign_in_places').insert({ account_id: 'seen', place: 'p', seen_at: new Date() });
  await knex('operators').insert([
    { ...(await person('left', 'operators')), role: 'admin', removed_at: past },
    { ...(await person('stays', 'operators')), role: 'admin', removed_at: null },
  ]);
  const erased = () => knex.transaction((trx) => eraseUnusedAccounts(trx, deps.vault, 30, 10));
  expect([await erased(), await erased()]).toEqual([2, 0]);
  const named = async (realm: 'merchant' | 'operator', all: readonly string[]) => {
    const names = await findNames(knex, deps.vault, realm, all);
    return all.filter((id) => names.get(id) === 'Somsri');
  };
  expect([await named('merchant', ids), await named('operator', ['left', 'stays'])]).toEqual([
    ['member', 'new', 'seen'],
    ['stays'],
  ]);
});

test('forget demands identifiers that identify, and a reason that does not', async () => {
  const { url } = await testDatabase();
  const asked = [
    [[], 'Name the person by'],
    [['--account', '12345'], '--account: identifies nobody.'],
    [['--name', 'Somsri'], '--name: identifies nobody.'],
    [['--account', somsri.account, '--force'], '--force needs --reason'],
    [
      ['--account', somsri.account, '--force', '--reason', `owner of ${somsri.account}`],
      '--reason names the person',
    ],
  ] as const;
  const answers = await Promise.all(
    asked.map(([args]) => runGatewayCommand(url, 'person', 'forget', ...args)),
  );
  expect(answers.map(({ code, errors }) => [code, errors.trim()])).toEqual(
    asked.map(([, message]): unknown => [2, expect.stringContaining(message)]),
  );
});

describe('the inventory', () => {
  it('has every column of every table, once', async () => {
    const { knex } = await testDatabase();
    const { rows } = await knex.raw<{ rows: { name: string }[] }>(`
      select relname || '.' || attname as name from pg_attribute
      join pg_class on pg_class.oid = attrelid
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
        and not relispartition and attnum > 0 and not attisdropped`);
    const known = inventory.flatMap(({ table, personal, other: rest }) =>
      [...Object.keys(personal), ...rest.split(/\s+/)].map((column) => `${table}.${column}`),
    );
    expect(known.toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
  });

  it('is in docs/personal-data.md', () => {
    const text = readFileSync(path.join(__dirname, '../../docs/personal-data.md'), 'utf8');
    const expected = inventory.flatMap(({ table, purpose, basis, retention, personal }) =>
      basis === null
        ? []
        : Object.entries(personal).map(
            ([column, form]) =>
              `| \`${table}.${column}\` | ${form} | ${purpose} | ${basis} | ${retention} |`,
          ),
    );
    const written = text.split('\n').filter((line) => /^\| `[a-z_]+\.[a-z_]+`/.test(line));
    expect(written).toEqual(expected);
  });
});
