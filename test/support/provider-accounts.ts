import type { Deps } from '../../src/deps';
import { CALLBACK_TOKEN, SETTINGS } from '../../src/providers/accounts/provider-accounts';
import { insertAccount } from '../../src/providers/store/provider-accounts';
import { newId, newSecretId } from '../../src/platform/new-id';
import { hashOfToken } from '../../src/platform/crypto/secret-token';

export interface TestAccount {
  readonly id: string;
  /** The path of its callback URL. */
  readonly path: string;
}

/**
 * Inserts an account of the generic connector, by default of the platform. One of a merchant may
 * also belong to a merchant with orders of the platform.
 */
export const testAccount = (
  deps: Deps,
  key: string,
  merchantId: string | null = null,
  settings: object = {},
): Promise<TestAccount> =>
  insert(deps, 'generic', merchantId, {
    url: 'http://127.0.0.1:9',
    keys: [key],
    billerId: '012345678901234',
    ...settings,
  });

/** The same, of a connector that merchants can use, with two secrets in a list. */
export const testOmiseAccount = (deps: Deps, merchantId: string): Promise<TestAccount> =>
  insert(deps, 'omise', merchantId, {
    url: 'http://127.0.0.1:9',
    secretKey: 'skey_test_0123456789',
    webhookSecrets: ['c2VjcmV0LXNlY3JldC0x', 'c2VjcmV0LXNlY3JldC0y'],
  });

async function insert(
  { db, vault, providers }: Deps,
  connector: string,
  merchantId: string | null,
  settings: object,
): Promise<TestAccount> {
  const id = newId('pac_');
  const token = newSecretId('');
  const contract = {
    connector,
    mode: providers.default.mode,
    settingsSealed: vault.seal(JSON.stringify(settings), SETTINGS),
    callbackTokenSealed: vault.seal(token, CALLBACK_TOKEN),
  };
  const rest = { label: 'Bank', priority: 100, callbackTokenHash: hashOfToken(token) };
  await insertAccount(db, { id, merchantId, contract, ...rest });
  // As after a test that passed.
  await db('provider_accounts').where({ id }).update({ status: 'on', test_result: 'ok' });
  await providers.refresh();
  return { id, path: `/callbacks/${connector}/${token}` };
}

/** As if the order had been created on the account. */
export async function putOnAccount(
  { db }: Pick<Deps, 'db'>,
  orderId: string,
  accountId: string,
): Promise<void> {
  await db('orders').where('id', orderId).update({ provider_account_id: accountId });
}

/** Adds an account of SCB's Bill Payment Host-to-Host; returns its id. */
export async function billAccount(deps: Deps, merchantId: string | null = null): Promise<string> {
  const { id } = await insert(deps, 'scb-bill', merchantId, {
    apiKey: 'key',
    apiSecret: 'secret',
    billerId: '012345678901234',
    reference3: 'SCB',
    bankUser: 'bank',
    bankPassword: 'password-of-the-bank',
  });
  return id;
}

/** Adds an account of Omise; returns its id. */
export const omiseAccount = async (deps: Deps): Promise<string> =>
  (await insert(deps, 'omise', null, { secretKey: 'skey_test_0123456789abc' })).id;
