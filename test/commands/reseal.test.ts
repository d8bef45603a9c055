import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { exchangeSealed, sealedColumns } from '../../src/platform/postgres/sealed';
import { createVault } from '../../src/platform/crypto/vault';
import { testDatabase } from '../support/database';
import { testConfig, testDeps, testMerchant } from '../support/gateway';
import { isBlocked } from '../support/is-blocked';
import { testLink } from '../support/payment-links';
import { until } from '../support/until';
import { runGatewayIn } from './gateway';

const keyNamed = (id: string) => ({ id, key: randomBytes(32) });
const old = keyNamed('old_1');
const fresh = keyNamed('new');
const written = (...keys: readonly (typeof old)[]) =>
  keys.map(({ id, key }) => `${id}:${key.toString('base64')}`).join(',');

interface Result {
  readonly ok: boolean;
  readonly key: string;
  readonly columns: readonly { table: string; column: string; resealed: number; named: string[] }[];
  readonly oldAnswers: number;
}

/** Inserts a different value in every sealed column, sealed with the old key. */
async function setUp() {
  const { knex, url } = await testDatabase();
  const deps = testDeps(knex, testConfig({ ENCRYPTION_KEYS: written(old) }));
  const { merchant } = await testMerchant(knex);
  const { vault } = deps;
  const at = new Date();
  const order = { id: 'o1', kind: 'deposit', merchant_id: merchant.id, status: 'pending' };
  await knex('orders').insert({ ...order, amount_satang: 100, created_at: at });
  const plain = (column: string) => `what ${column} holds`;
  const seal = (column: string, context: string) => vault.seal(plain(column), context);
  const ref = { order_id: 'o1' };
  await knex('qr_codes').insert({
    ...ref,
    id: 'q1',
    payload: '',
    client_sealed: seal('client_sealed', 'qr_codes.client'),
  });
  await knex('deposits').insert({
    ...ref,
    page_token: 't',
    payload: '',
    user_name: '',
    bank_name: '',
    account_mask: '',
    customer_sealed: seal('customer_sealed', 'deposits.customer'),
  });
  await knex('checkouts').insert({
    ...ref,
    return_url_sealed: seal('return_url_sealed', 'checkouts.return_url'),
  });
  await knex('provider_requests').insert({
    ...ref,
    subject_sealed: seal('subject_sealed', 'provider_requests.subject'),
    next_action_sealed: seal('next_action_sealed', 'provider_requests.next_action'),
  });
  await knex('callbacks').insert({
    ...ref,
    id: 'c1',
    route: 'deposit',
    named_order: 'o1',
    reported: 'succeeded',
    body_sealed: seal('body_sealed', 'callbacks.body'),
  });
  await knex('webhooks').insert({
    id: 'w1',
    merchant_id: merchant.id,
    url: '',
    events: [],
    secret_sealed: seal('secret_sealed', 'webhooks.secret'),
    previous_secret_sealed: seal('previous_secret_sealed', 'webhooks.secret'),
  });
  await knex('api_keys').update({
    payees_sealed: seal('payees_sealed', 'api_keys.payees'),
    signing_secret_sealed: seal('signing_secret_sealed', 'api_keys.signing_secret'),
  });
  await knex('approval_rules').insert({
    merchant_id: merchant.id,
    payees_sealed: seal('payees_sealed', 'approval_rules.payees'),
  });
  await knex('businesses').insert({
    merchant_id: merchant.id,
    details_sealed: seal('details_sealed', 'businesses.details'),
  });
  await knex('business_accounts').insert({
    id: 'b1',
    merchant_id: merchant.id,
    account_sealed: seal('account_sealed', 'business_accounts.account'),
    usable_at: at,
  });
  await knex('mails').insert({
    id: 'm1',
    kind: 'notice',
    language: 'th',
    email_sealed: seal('email_sealed', 'mails.email'),
    detail_sealed: seal('detail_sealed', 'mails.detail'),
  });
  await knex('monthly_mails').insert({
    id: 'mm1',
    merchant_id: merchant.id,
    link_id: (await testLink(deps, merchant)).id,
    email_sealed: seal('email_sealed', 'monthly_mails.email'),
    email_digest: 'd1',
    language: 'th',
    day: 31,
    token: 't1',
    next_at: at,
    created_at: at,
  });
  for (const table of ['users', 'operators', 'invitations', 'operator_links']) {
    const isAccount = table === 'users' || table === 'operators';
    await knex(table).insert({
      id: 'p1',
      email_digest: 'd1',
      email_sealed: seal('email_sealed', `${table}.email`),
      ...(isAccount && { name_sealed: seal('name_sealed', `${table}.name`) }),
      ...(isAccount ? { password_hash: '', language: 'th' } : { expires_at: at }),
      ...(table === 'users' ? {} : { role: 'viewer' }),
      ...(table === 'invitations' && { merchant_id: merchant.id }),
    });
  }
  await knex('address_keys').insert({
    id: 'k1',
    key_sealed: seal('key_sealed', 'address_keys.key'),
  });
  await knex('audit_keys').insert({ id: 'a1', key_sealed: seal('key_sealed', 'audit_keys.key') });
  await knex('provider_accounts').where({ id: 'default' }).del();
  await knex('provider_accounts').insert({
    id: 'pac_1',
    label: '',
    connector: 'generic',
    mode: 'test',
    settings_sealed: seal('settings_sealed', 'provider_accounts.settings'),
    callback_token_hash: randomBytes(32),
    callback_token_sealed: seal('callback_token_sealed', 'provider_accounts.callback_token'),
  });
  await knex('approvals').insert({
    id: 'apr_1',
    realm: 'operator',
    act: 'rules',
    subject: '',
    detail: {},
    proposal_sealed: seal('proposal_sealed', 'approvals.proposal'),
    proposer_kind: 'operator',
    proposer_id: '',
    expires_at: at,
  });
  await knex('provider_exchanges').insert({
    ...ref,
    id: 'pex_1',
    account_id: 'pac_1',
    at,
    direction: 'out',
    method: 'GET',
    duration_ms: 1,
    exchange_sealed: seal('exchange_sealed', 'provider_exchanges.exchange'),
  });
  await knex('factors').insert({
    id: 'fac_1',
    account_id: 'usr_1',
    kind: 'totp',
    name: '',
    secret_sealed: seal('secret_sealed', 'factors.secret'),
    last_step: 0,
  });
  await knex('slips').insert({
    ...ref,
    id: 's1',
    merchant_id: merchant.id,
    ref: '',
    ref_matches: true,
    sha256: randomBytes(32),
    media_type: 'image/png',
    size_bytes: 1,
  });
  await knex('slip_images').insert({
    slip_id: 's1',
    image_sealed: vault.sealBytes(Buffer.from(plain('image_sealed')), 'slip_images.image'),
  });

  /** The decrypted values of the columns, as a process with only these keys reads them. */
  async function readWith(...keys: readonly (typeof old)[]): Promise<Record<string, string>> {
    const reader = createVault(keys);
    const values: Record<string, string> = {};
    for (const { table, column, context } of sealedColumns) {
      // The command creates a key of the audit log to record itself.
      const own = table === 'audit_keys' ? { id: 'a1' } : {};
      const row = await knex(table).where(own).first(column);
      const sealed = row[column] as string | Buffer;
      values[column] =
        typeof sealed === 'string'
          ? reader.open(sealed, context)
          : reader.openBytes(sealed, context).toString();
    }
    return values;
  }
  const all = Object.fromEntries(sealedColumns.map(({ column }) => [column, plain(column)]));
  const run = async (keys: string) => {
    const env = { DATABASE_URL: url, ENCRYPTION_KEYS: keys };
    const { code, out } = await runGatewayIn(env, 'reseal', '--json');
    return { code, result: JSON.parse(out) as Result };
  };
  return { knex, url, vault, merchant, readWith, all, run };
}

test('reseal covers every sealed column', async () => {
  const { knex } = await testDatabase();
  const { rows } = await knex.raw<{ rows: { name: string }[] }>(`
    select relname || '.' || attname as name from pg_attribute
    join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and not relispartition and attname like '%sealed' order by 1`);
  const known = sealedColumns.map(({ table, column }) => `${table}.${column}`);
  expect(known.sort()).toEqual(rows.map(({ name }) => name));
});

test('reseal encrypts all columns with the first key, so the old one can be removed', async () => {
  const { run, readWith, all } = await setUp();
  expect(await readWith(old)).toEqual(all);
  const { code, result } = await run(written(fresh, old));
  expect(code).toBe(0);
  expect(result).toMatchObject({ ok: true, key: 'new', oldAnswers: 0 });
  expect(result.columns.map(({ resealed }) => resealed)).toEqual(sealedColumns.map(() => 1));
  expect(await readWith(fresh)).toEqual(all);
  await expect(readWith(old)).rejects.toThrow('not in ENCRYPTION_KEYS');
});

test('a second reseal changes nothing', async () => {
  const { run } = await setUp();
  await run(written(fresh, old));
  const { result } = await run(written(fresh));
  expect(result.columns.map(({ resealed }) => resealed)).toEqual(sealedColumns.map(() => 0));
});

test('reseal processes rows in batches', async () => {
  const { knex, run, vault } = await setUp();
  const rows = Array.from({ length: 1_201 }, (_, n) => ({
    id: `q${n + 2}`,
    order_id: `other-${n}`,
    payload: '',
    client_sealed: vault.seal(String(n), 'qr_codes.client'),
  }));
  await knex.batchInsert('qr_codes', rows, 500);
  const { result } = await run(written(fresh, old));
  expect(result.columns[0]).toMatchObject({ table: 'qr_codes', resealed: 1_202 });
  const sealed = await knex('qr_codes').whereLike('client_sealed', 'new:%').pluck('id');
  expect(sealed).toHaveLength(1_202);
});

test('reseal waits for a statement longer than a request would', async () => {
  const { knex, run } = await setUp();
  const [running] = await knex.transaction(async (trx) => {
    await trx.raw('lock table qr_codes in access exclusive mode');
    const started = run(written(fresh, old));
    await until(() => isBlocked(knex), { describe: 'reseal waits for the table' });
    // The statements of other commands end after 10 seconds.
    await pause(11_000);
    return [started];
  });
  expect(await running).toMatchObject({ code: 0, result: { ok: true } });
});

test('reseal keeps a value that changed after it was read', async () => {
  const { knex } = await setUp();
  const [column] = sealedColumns;
  if (column === undefined) throw new Error('nothing is sealed');
  const stale = { id: 'q1', sealed: 'what stood there before', fresh: 'what nobody asked for' };
  const before = await knex('qr_codes').first('client_sealed');
  expect(await exchangeSealed(knex, column, [stale])).toBe(0);
  expect(await knex('qr_codes').first('client_sealed')).toEqual(before);
});

test('reseal lists undecryptable rows, processes the rest and exits with 1', async () => {
  const { knex, run, url } = await setUp();
  const before = await knex('callbacks').first('body_sealed');
  const lost = createVault([keyNamed('lost')]).seal('{}', 'callbacks.body');
  await knex('callbacks').update({ body_sealed: lost });
  const { code, result } = await run(written(fresh, old));
  expect(code).toBe(1);
  expect(result.ok).toBe(false);
  expect(result.columns.find(({ column }) => column === 'body_sealed')).toMatchObject({
    resealed: 0,
    unopened: 1,
    named: ['c1'],
  });
  expect(await knex('callbacks').first('body_sealed')).toEqual({ body_sealed: lost });
  expect(result.columns.find(({ table }) => table === 'slip_images')).toMatchObject({
    resealed: 1,
  });
  const env = { DATABASE_URL: url, ENCRYPTION_KEYS: written(fresh, old) };
  const { out } = await runGatewayIn(env, 'reseal');
  expect(out).toContain('No key decrypts callbacks.body_sealed of c1.');
  expect(out).not.toContain(before.body_sealed);
});

test('reseal counts idempotency responses that require the old key', async () => {
  const { knex, merchant, run, vault } = await setUp();
  const body = vault.seal('{}', 'idempotency_keys.body');
  const answer = { merchant_id: merchant.id, operation: 'x', fingerprint: randomBytes(32), body };
  await knex('idempotency_keys').insert([
    { ...answer, status: 200, key: 'now' },
    { ...answer, status: 200, key: 'old', expires_at: new Date(0) },
  ]);
  const { code, result } = await run(written(fresh, old));
  expect([code, result.oldAnswers]).toEqual([0, 1]);
});

test('reseal without keys exits with 2', async () => {
  const { url } = await testDatabase();
  const { code, errors } = await runGatewayIn({ DATABASE_URL: url }, 'reseal');
  expect([code, errors]).toEqual([2, expect.stringContaining('ENCRYPTION_KEYS: required')]);
});
