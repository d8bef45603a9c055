import { z } from 'zod';
import { ensureSandboxMerchant } from '../merchants/ensure-sandbox-merchant';
import { addAccount, changeAccount } from '../providers/accounts/change-accounts';
import { findAccountDetail, listAccounts } from '../providers/accounts/find-accounts';
import { testConnection } from '../providers/accounts/test-connection';
import { ConfigError } from '../config';
import { createLog } from '../platform/observe/log';
import { folderPaths } from '../../sandbox/embedded/folder';
import { readPrivateJson, writePrivateJson } from '../../sandbox/embedded/private-file';
import type { ProvidersFacts } from '../../sandbox/embedded/screen';
import {
  startFakeProviders,
  type FakeProvider,
  type FakeProviders,
} from '../../sandbox/providers/fake-providers';
import type { Command } from './command';
import { endOnUncaught, reportReady, stopRequested } from './process-life';
import { commandAudit, withVault, type CommandDeps } from './wiring';

export const sandboxProviders: Command = {
  summary: 'run a fake Omise, a fake SCB and a bill bank, with merchants that have accounts there',
  usage: '',
  options: {},
  async run({ config }) {
    if (config.mode !== 'sandbox') throw new ConfigError(['PROVIDER: must be sandbox']);
    const log = createLog(config.log.level, 'sandbox-providers');
    endOnUncaught(log);
    const stop = stopRequested(log);
    const { providersFile } = folderPaths(config.dataDir);
    const fakes = await startFakeProviders(log);
    const known = knownMerchant.parse(readPrivateJson(providersFile));
    const facts = await withVault(config, (deps) => openAccounts(deps, fakes, known));
    writePrivateJson(providersFile, facts);
    log.info({ controls_url: fakes.controlsUrl }, 'fake providers listening');
    reportReady();
    await stop;
    await fakes.close();
    return 0;
  },
};

const merchantFacts = { merchantId: z.string(), apiKey: z.string() };
const knownMerchant = z
  .object({ ...merchantFacts, billBank: z.object(merchantFacts).nullable().default(null) })
  .nullable();
export type KnownMerchants = z.output<typeof knownMerchant>;

/**
 * Creates a merchant with an account at each fake provider and another merchant whose bank verifies
 * bills first, or changes the settings of their accounts. The platform's accounts are never used
 * for a merchant with accounts of its own, so all other merchants stay with the sandbox bank.
 */
export async function openAccounts(
  deps: CommandDeps,
  fakes: FakeProviders,
  known: KnownMerchants,
): Promise<ProvidersFacts> {
  const { omise, scb, scbBill, controlsUrl } = fakes;
  const merchant = await ensureSandboxMerchant(deps, commandAudit(), known, 'Sandbox providers');
  const { merchantId } = merchant;
  await openAccount(deps, merchantId, { ...omise, label: 'Fake Omise', priority: 10 });
  const callbackUrl = await openAccount(deps, merchantId, {
    ...scb,
    label: 'Fake SCB',
    priority: 20,
  });
  fakes.registerAtScb(callbackUrl);
  // Of another merchant: routing would prefer the accounts above.
  const audit = commandAudit();
  const biller = await ensureSandboxMerchant(deps, audit, known?.billBank ?? null, 'Sandbox bills');
  const verified = { ...scbBill, label: 'Fake SCB, bills', priority: 10 };
  const url = await fakes.openBillBank(await openAccount(deps, biller.merchantId, verified));
  const billBank = { ...biller, url };
  const settings = { omise: omise.settings, scb: scb.settings, 'scb-bill': scbBill.settings };
  return { ...merchant, omiseUrl: omise.url, scbUrl: scb.url, controlsUrl, billBank, settings };
}

/** More than the merchant has. */
const ACCOUNTS_MAX = 100;

/** Adds the account if the merchant has none. Returns its callback URL. */
async function openAccount(
  deps: CommandDeps,
  merchantId: string,
  account: Omit<FakeProvider, 'url'> & { readonly label: string; readonly priority: number },
): Promise<string> {
  const { connector, settings } = account;
  const audit = commandAudit();
  const page = { owner: merchantId, before: null, limit: ACCOUNTS_MAX };
  const { items } = await listAccounts(deps, page);
  const known = items.find((item) => item.connector === connector);
  const fields = deps.providers.connectors.get(connector)?.fields ?? [];
  // The new upstream has new credentials. Other secrets were entered by hand for the former one.
  const noSecrets = Object.fromEntries(
    fields.filter((one) => one.secret).map((one) => [one.name, null]),
  );
  const changed = { settings: { ...noSecrets, ...settings } };
  if (known !== undefined) await changeAccount(deps, audit, known.id, changed);
  const id = known?.id ?? (await addAccount(deps, audit, { merchantId, ...account }));
  // The account takes orders once a test has passed.
  await testConnection(deps, audit, id);
  const { callbackUrl } = await findAccountDetail(deps, audit, id);
  if (callbackUrl === null) throw new Error(`provider account ${id} has no callback URL`);
  return callbackUrl;
}
