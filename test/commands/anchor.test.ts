import { commandAudit, testConfig } from '../support/gateway';
import { createSocket } from 'node:dgram';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createAnchors, startAnchoring } from '../../src/kernel/audit/audit-anchor';
import { setMerchantLimit } from '../../src/merchants/decide-merchant';
import { provisionMerchant } from '../../src/merchants/provision-merchant';
import { audit as auditCommand } from '../../src/commands/audit';
import { readKeyRing } from '../../src/config';
import { fileSink, syslogSink } from '../../src/platform/observe/anchor-sinks';
import { createMetrics } from '../../src/platform/observe/metrics';
import { createVault } from '../../src/platform/crypto/vault';
import { temporaryFolder } from '../sandbox/embedded/script-part';
import { asOwner, testDatabase } from '../support/database';
import { openLog } from '../support/open-log';
import { ENCRYPTION_KEYS, runInProcess } from './gateway';

const vault = createVault(readKeyRing(ENCRYPTION_KEYS));

/** A merchant with a limit, and the exported heads of all logs. */
async function setUp() {
  const { knex, url } = await testDatabase();
  const doing = { config: testConfig(), db: knex, vault };
  const key = { name: 'first', permissions: ['read'] } as const;
  const asked = { name: 'Shop', openingSatang: 0, key };
  const { merchantId } = await provisionMerchant(doing, commandAudit, asked);
  const older = await knex('audit_heads').select();
  await setMerchantLimit(doing, commandAudit, merchantId, { limitSatang: 500, isAdmin: true });
  const file = path.join(temporaryFolder(), 'anchors.jsonl');
  const anchor = createAnchors({ db: knex, vault }, [fileSink(file)]);
  await anchor();
  const audit = async (anchors?: string) => {
    const env = { DATABASE_URL: url, ENCRYPTION_KEYS };
    const { code, out } = await runInProcess(auditCommand, env, { options: { anchor: anchors } });
    const { checked } = JSON.parse(out) as {
      readonly checked: readonly { invariant: string; differences: object[] }[];
    };
    return { code, faults: checked.at(-1)?.differences ?? [] };
  };
  const tamper = (sql: string) =>
    asOwner(
      knex,
      `alter table audit_log disable trigger all; alter table audit_heads disable trigger all;
       ${sql};
       alter table audit_log enable trigger all; alter table audit_heads enable trigger all`,
    );
  const putBack = older
    .map(
      ({ scope, number, last_code: last, code }) =>
        `update audit_heads set number = ${number}, last_code = '${last}', code = '${code}'
         where scope = '${scope}'`,
    )
    .join(';');
  return { knex, merchantId, file, anchor, audit, tamper, putBack };
}

test('anchors report no fault for logs that have grown', async () => {
  const { anchor, audit, file, knex } = await setUp();
  expect(await audit(file)).toEqual({ code: 0, faults: [] });
  await anchor();
  expect(await audit(file)).toEqual({ code: 0, faults: [] });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  const heads = await knex('audit_heads').where('scope', 'operators').pluck('number');
  expect(lines).toHaveLength(2);
  expect(JSON.parse(lines[1] ?? '')).toMatchObject({
    heads: [['operators', heads[0] - 1, expect.any(String)]],
  });
});

test('anchors report a merchant without a log, exported or not', async () => {
  const { tamper, audit, merchantId, file } = await setUp();
  await tamper(`delete from audit_log where scope = '${merchantId}';
    delete from audit_heads where scope = '${merchantId}'`);
  const noLog = { scope: merchantId, fault: 'no log' };
  expect(await audit()).toEqual({ code: 1, faults: [noLog] });
  const missing = { scope: merchantId, number: 1, fault: 'missing' };
  expect(await audit(file)).toEqual({ code: 1, faults: [noLog, missing] });
});

test('a removed log that begins anew is found without anchors', async () => {
  const { knex, tamper, audit, merchantId } = await setUp();
  await tamper(`delete from audit_log where scope = '${merchantId}';
    delete from audit_heads where scope = '${merchantId}'`);
  const doing = { config: testConfig(), db: knex, vault };
  await setMerchantLimit(doing, commandAudit, merchantId, { limitSatang: 700, isAdmin: true });
  expect(await audit()).toEqual({
    code: 1,
    faults: [{ scope: merchantId, fault: 'begun anew' }],
  });
});

test('anchors report a truncated log whose older heads were restored', async () => {
  const { tamper, audit, merchantId, file, putBack } = await setUp();
  await tamper(`delete from audit_log where act = 'merchant.limit_set'; ${putBack}`);
  expect(await audit(file)).toEqual({
    code: 1,
    faults: [
      { scope: merchantId, number: 3, fault: 'missing' },
      { scope: 'operators', number: 3, fault: 'missing' },
    ],
  });
});

test('audit reports an older head and removed entries', async () => {
  const { tamper, audit, merchantId, file, putBack } = await setUp();
  await tamper(putBack);
  expect((await audit()).faults).toEqual([
    { scope: merchantId, number: null, fault: 'cut off' },
    { scope: 'operators', number: null, fault: 'cut off' },
  ]);
  await tamper('delete from audit_log; delete from audit_heads; delete from audit_keys');
  expect((await audit(file)).faults).toEqual([
    { scope: merchantId, fault: 'no log' },
    { scope: merchantId, number: 1, fault: 'missing' },
    { scope: 'operators', number: 1, fault: 'missing' },
  ]);
});

test('anchors that were altered are not verifiable', async () => {
  const { audit, file } = await setUp();
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, `${text.replace(/"operators",\d+/, '"operators",1')}no line of ours\n`);
  expect(await audit(file)).toEqual({
    code: 1,
    faults: [
      { anchor: 1, fault: 'not verifiable' },
      { anchor: 2, fault: 'not verifiable' },
    ],
  });
});

test('anchors sent to syslog verify the log as well', async () => {
  const { knex, audit } = await setUp();
  const server = createSocket('udp4');
  const received = new Promise<string>((resolve) => {
    server.once('message', (message) => resolve(message.toString()));
  });
  await new Promise<void>((resolve) => {
    server.bind(0, '127.0.0.1', resolve);
  });
  const { port } = server.address();
  await createAnchors({ db: knex, vault }, [syslogSink(`udp://127.0.0.1:${port}`)])();
  const line = await received;
  server.close();
  expect(line).toMatch(/^<110>1 \S+Z \S+ saphan \d+ audit-anchor - \{"at":/);
  expect(Buffer.byteLength(line)).toBeLessThan(2_048);
  const file = path.join(temporaryFolder(), 'syslog');
  writeFileSync(file, `Nov 22 host ${line}\n`);
  expect(await audit(file)).toEqual({ code: 0, faults: [] });
});

test('anchors that are exported to every target set the time of the last export', async () => {
  const { knex } = await setUp();
  const metrics = createMetrics();
  const { log, parsed } = openLog();
  const deps = { db: knex, vault, metrics, log };
  const exportedAt = async () => (await metrics.auditAnchored.get()).values[0]?.value ?? 0;

  const failing = () => Promise.reject(new Error('disk full'));
  await startAnchoring(deps, [failing], 3_600_000).close();
  expect(await exportedAt()).toBe(0);
  expect(parsed()).toMatchObject([
    { msg: 'audit log heads not exported' },
    { msg: 'audit log heads not exported' },
  ]);

  const beforeMs = Date.now();
  await startAnchoring(deps, [() => Promise.resolve()], 3_600_000).close();
  expect(await exportedAt()).toBeGreaterThanOrEqual(beforeMs / 1000);
});
