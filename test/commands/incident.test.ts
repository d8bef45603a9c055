import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createAnchors } from '../../src/kernel/audit/audit-anchor';
import { setMerchantLimit } from '../../src/merchants/decide-merchant';
import { readKeyRing } from '../../src/config';
import { fileSink } from '../../src/platform/observe/anchor-sinks';
import { newId } from '../../src/platform/new-id';
import { createVault } from '../../src/platform/crypto/vault';
import { startApi } from '../http/api';
import { temporaryFolder } from '../sandbox/embedded/script-part';
import { commandAudit } from '../support/gateway';
import { sealedPerson } from '../support/sealed-person';
import { openAuditLog } from '../support/open-audit-log';
import { ENCRYPTION_KEYS, runGatewayCommand } from './gateway';

const runbook = readFileSync(path.join(__dirname, '..', '..', 'docs', 'incidents.md'), 'utf8');
const [, block = ''] = /```sh\n([^]*?)```/.exec(runbook) ?? [];

/** The words of a line, with the values of its variables. */
const wordsOf = (line: string, values: Readonly<Record<string, string>>): readonly string[] =>
  [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) =>
    (quoted ?? plain ?? '').replaceAll(/\$([A-Z]+)/g, (_, name: string) => values[name] ?? ''),
  );

it('the commands of the first hour stop a key, the payouts and an operator', async () => {
  const api = await startApi({ ENCRYPTION_KEYS }, { openingSatang: 1_000_000 });
  const { db } = api.deps;
  const vault = createVault(readKeyRing(ENCRYPTION_KEYS));
  const person = { password_hash: 'none', language: 'en', role: 'admin' };
  for (const email of ['suspected@example.com', 'lead@example.com']) {
    const sealed = await sealedPerson({ db, vault }, 'operators', { email, name: 'A' });
    await db('operators').insert({ id: newId('opr_'), ...sealed, ...person });
  }
  const [keyId] = await db('api_keys').where('merchant_id', api.merchant.id).pluck<string[]>('id');
  await openAuditLog({ db, vault }, api.merchant.id);
  const limit = { limitSatang: 50_000_000, isAdmin: true };
  await setMerchantLimit({ db, vault }, commandAudit, api.merchant.id, limit);
  const anchors = path.join(temporaryFolder(), 'anchors.jsonl');
  await createAnchors({ db, vault }, [fileSink(anchors)])();
  const values = {
    ANCHORS: anchors,
    MERCHANT: api.merchant.id,
    KEY: keyId ?? '',
    OPERATOR: 'suspected@example.com',
  };
  const withdrawal = {
    amount: 100,
    username: 'customer1',
    firstNameTH: 'สมชาย',
    lastNameTH: 'ใจดี',
    bankName: 'SCB',
    accountNumber: '1234567890',
  };
  const pay = async () => (await api.post('/withdraw/gw', withdrawal)).status;
  expect(await pay()).toBe(201);

  const lines = block.trim().split('\n');
  expect(lines.length).toBeGreaterThan(5);
  const statuses: Record<string, number> = {};
  for (const line of lines) {
    const [gateway, ...args] = wordsOf(line, values);
    expect(gateway).toBe('gateway');
    const { code, errors } = await runGatewayCommand(api.databaseUrl, ...args);
    expect([line, code, errors]).toEqual([line, 0, '']);
    statuses[args.slice(0, 3).join(' ')] = await pay();
  }
  expect(statuses).toMatchObject({
    [`merchant limit ${values.MERCHANT}`]: 403,
    'merchant key revoke': 401,
  });
  const remaining = await db('operators').whereNull('removed_at').pluck<string[]>('email_sealed');
  const emails = remaining.map((sealed) => vault.open(sealed, 'operators.email'));
  expect(emails).toEqual(['lead@example.com']);
});
