import { changeAccount } from '../../src/providers/accounts/change-accounts';
import { testConnection } from '../../src/providers/accounts/test-connection';
import { openAccounts } from '../../src/commands/sandbox-providers';
import { createLog } from '../../src/platform/observe/log';
import { startFakeProviders } from '../../sandbox/providers/fake-providers';
import { closeAfterFile } from '../support/close-after-file';
import { testDatabase } from '../support/database';
import { commandAudit, testConfig, testDeps } from '../support/gateway';
import { ENCRYPTION_KEYS } from './gateway';

async function startFakes() {
  const fakes = await startFakeProviders(createLog('silent', 'test'));
  closeAfterFile(() => fakes.close());
  return fakes;
}

it('the fake providers get the same merchants and accounts over two starts', async () => {
  const { knex } = await testDatabase();
  const config = testConfig({ ENCRYPTION_KEYS });
  const stored = () =>
    knex('provider_accounts').whereNotNull('merchant_id').orderBy('connector').select('*');

  const first = await openAccounts(testDeps(knex, config), await startFakes(), null);
  const before = await stored();
  expect(before).toMatchObject([
    { merchant_id: first.merchantId, connector: 'omise', priority: 10, status: 'on' },
    { merchant_id: first.merchantId, connector: 'scb', priority: 20, status: 'on' },
    { merchant_id: first.billBank.merchantId, connector: 'scb-bill', priority: 10, status: 'on' },
  ]);
  expect(first.billBank.merchantId).not.toBe(first.merchantId);

  // A secret that somebody entered in the console does not prevent the next start.
  const webhookSecrets = [Buffer.from('entered by hand in the console').toString('base64')];
  const omise = before[0]?.id as string;
  await changeAccount(testDeps(knex, config), commandAudit, omise, {
    settings: { webhookSecrets },
  });

  const fakes = await startFakes();
  const { merchantId, apiKey } = first;
  const second = await openAccounts(testDeps(knex, config), fakes, first);
  expect(second).toEqual({
    merchantId,
    apiKey,
    omiseUrl: fakes.omise.url,
    scbUrl: fakes.scb.url,
    controlsUrl: fakes.controlsUrl,
    settings: {
      omise: fakes.omise.settings,
      scb: fakes.scb.settings,
      'scb-bill': fakes.scbBill.settings,
    },
    billBank: { ...first.billBank, url: expect.not.stringContaining(first.billBank.url) as string },
  });
  const after = await stored();
  expect(after.map(({ id }) => id as string)).toEqual(before.map(({ id }) => id as string));

  // As another process uses them.
  const deps = testDeps(knex, config);
  for (const { id } of after) {
    const { settings } = await deps.providers.find(id as string);
    expect([fakes.omise.url, fakes.scb.url]).toContain((settings as { url: string }).url);
    expect(await testConnection(deps, commandAudit, id as string)).toEqual({ kind: 'ok' });
  }
  const acts = await knex('audit_log').where('scope', 'operators').pluck<string[]>('act');
  expect(acts.filter((act) => act === 'provider_account.added')).toHaveLength(3);
  expect(acts.filter((act) => act === 'provider_account.changed')).toHaveLength(4);
});
