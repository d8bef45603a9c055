import * as accounts from '../store/provider-accounts';
import { listUnhealthy, type ShownHealth } from '../store/account-health';
import { findMerchant } from '../../kernel/merchants/store';
import { Problem } from '../../kernel/rules/problem';
import type { SettingField } from '../connectors/setting';
import type { AuditContext } from '../../kernel/audit/record-audit-event';
import type { Deps } from '../../deps';
import {
  fieldsFor,
  showSettings,
  type EnteredSettings,
  type ShownSetting,
} from './account-settings';
import { digestOfAccount, entererOf, isReached } from './change-accounts';
import { CALLBACK_TOKEN, SETTINGS } from './provider-accounts';

export type { SettingField, ShownSetting };

type Finding = Pick<Deps, 'db' | 'providers' | 'vault'>;
type Reach = Pick<AuditContext, 'scope'>;

export interface ListedAccount {
  readonly id: string;
  /** Null for an account of the platform. */
  readonly merchant: { readonly id: string; readonly name: string } | null;
  readonly connector: string;
  /** The name of the provider, as the provider writes it. */
  readonly connectorTitle: string;
  readonly label: string;
  readonly status: accounts.AccountStatus;
  readonly priority: number;
  readonly createdAt: Date;
  /** The settings are in the environment, so the account needs no test. */
  readonly isConfigured: boolean;
  /** Of the last test with the present settings; null before one. */
  readonly testResult: accounts.TestResult | null;
  /** Null for an account that is up. */
  readonly health: ShownHealth | null;
}

export interface AccountDetail extends ListedAccount {
  /** Forms of the account send it back. */
  readonly digest: string;
  readonly settings: readonly ShownSetting[];
  /** Contains a secret. Null for the default account, whose endpoints have fixed paths. */
  readonly callbackUrl: string | null;
  /** The callback URL before the last rotation is still accepted. */
  readonly acceptsPreviousToken: boolean;
}

/** For operators, newest first; or all of a merchant. */
export async function listAccounts(
  deps: Finding,
  { limit, ...page }: accounts.AccountPage,
): Promise<{ readonly items: readonly ListedAccount[]; readonly hasMore: boolean }> {
  const rows = await accounts.listNamedAccounts(deps.db, { ...page, limit: limit + 1 });
  const unhealthy = await listUnhealthy(deps.db);
  const items = rows.slice(0, limit).map((row) => listed(deps, row, row.merchantName, unhealthy));
  return { items, hasMore: rows.length > limit };
}

/** Throws Problem `provider_account_not_found`, also for another merchant's. */
export async function findAccountDetail(
  deps: Finding,
  audit: Reach,
  accountId: string,
): Promise<AccountDetail> {
  const row = await accounts.findAccount(deps.db, accountId);
  if (row === null || !isReached(audit, row)) throw new Problem('provider_account_not_found');
  const merchant = row.merchantId === null ? null : await findMerchant(deps.db, row.merchantId);
  const unhealthy = await listUnhealthy(deps.db);
  const item = listed(deps, row, merchant?.name ?? null, unhealthy);
  const registered = deps.providers.connectors.get(item.connector);
  const fields = registered === undefined ? [] : (fieldsFor(registered, entererOf(audit)) ?? []);
  return {
    ...item,
    digest: digestOfAccount(row),
    settings: showSettings(fields, enteredSettings(deps, row)),
    callbackUrl: callbackUrlOf(deps, row),
    acceptsPreviousToken: row.acceptsPreviousToken,
  };
}

/** Works for an account that cannot be used, so that its settings can be corrected. */
function enteredSettings(
  { vault, providers }: Finding,
  { contract }: accounts.AccountRow,
): EnteredSettings {
  if (contract === null) return { ...providers.default.settings };
  return JSON.parse(vault.open(contract.settingsSealed, SETTINGS)) as EnteredSettings;
}

function callbackUrlOf(
  { vault, providers }: Finding,
  { contract }: accounts.AccountRow,
): string | null {
  if (contract === null) return null;
  const token = vault.open(contract.callbackTokenSealed, CALLBACK_TOKEN);
  return providers.callbackUrl(contract.connector, token);
}

function listed(
  { providers }: Finding,
  { id, merchantId, label, status, priority, createdAt, testResult, contract }: accounts.AccountRow,
  merchantName: string | null,
  unhealthy: ReadonlyMap<string, ShownHealth>,
): ListedAccount {
  const connector = contract?.connector ?? providers.default.connector.name;
  return {
    id,
    merchant: merchantId === null ? null : { id: merchantId, name: merchantName ?? merchantId },
    connector,
    connectorTitle: providers.connectors.get(connector)?.connector.title ?? connector,
    label,
    status,
    priority,
    createdAt,
    isConfigured: contract === null,
    testResult,
    health: unhealthy.get(id) ?? null,
  };
}

/** `fields` are those of the form that adds an account. */
export interface OfferedConnector {
  readonly name: string;
  readonly title: string;
  readonly fields: readonly SettingField[];
}

export const offeredConnectors = (
  { providers }: Pick<Deps, 'providers'>,
  audit: Reach,
): readonly OfferedConnector[] =>
  [...providers.connectors.values()].flatMap((registered) => {
    const fields = fieldsFor(registered, entererOf(audit));
    const { name, title } = registered.connector;
    return fields === null ? [] : [{ name, title, fields }];
  });
