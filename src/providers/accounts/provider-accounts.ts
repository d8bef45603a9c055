import {
  DEFAULT_ACCOUNT,
  findAccount,
  findAccountByToken,
  listAccounts,
  sumVersions,
  type AccountRow,
  type StoredContract,
} from '../store/provider-accounts';
import { listUnhealthy, type ShownHealth } from '../store/account-health';
import { listAllRules } from '../store/routing-rules';
import type { AccountHealth } from '../rules/routing';
import { hashOfToken } from '../../platform/crypto/secret-token';
import type { ProviderAccount, ProviderAccounts, Routes } from '../connectors/connector';
import type { Deps } from '../../deps';

/** The vault's associated data. */
export const SETTINGS = 'provider_accounts.settings';
export const CALLBACK_TOKEN = 'provider_accounts.callback_token';

export interface ProviderAccountsOptions {
  readonly db: Deps['db'];
  readonly vault: Deps['vault'];
  readonly log: Pick<Deps['log'], 'error'>;
  readonly connectors: ProviderAccounts['connectors'];
  /** Accounts of the other mode do not exist for this installation. */
  readonly mode: ProviderAccount['mode'];
  readonly callbacksUrl: string;
  /** The default account, from the environment. */
  readonly configured: { readonly connector: string; readonly settings: object };
  /** False: the default account takes no orders, in any status. */
  readonly usesConfigured: boolean;
  /** Other accounts may have http, private and loopback addresses: a sandbox. */
  readonly allowsPrivate: boolean;
}

interface Known {
  readonly row: AccountRow;
  readonly account: ProviderAccount;
}

/**
 * Kept in memory. Before the first `refresh` only the default account takes orders. Throws on an
 * unknown connector and on settings that the connector of the default account does not accept.
 */
export function createProviderAccounts(options: ProviderAccountsOptions): ProviderAccounts {
  const { db, connectors } = options;
  const standard = defaultAccount(options);
  const known = new Map<string, Known>();
  let sum = -1;
  let rows: readonly AccountRow[] = [];
  let unhealthy = '';
  let rules: ReadonlyMap<string, Routes['rules']> = new Map();
  let routes: AllRoutes = {
    platform: options.usesConfigured ? [candidateOf(standard)] : [],
    own: new Map(),
  };

  /** Returns the same object for the same version. */
  function remember(row: AccountRow): ProviderAccount {
    const former = known.get(row.id);
    if (former !== undefined && former.row.version >= row.version) return former.account;
    const account = row.contract === null ? standard : openAccount(options, row, row.contract);
    known.set(row.id, { row, account });
    return account;
  }

  return {
    default: standard,
    connectors,
    allowsPrivate: options.allowsPrivate,
    async find(accountId) {
      const account = accountId === standard.id ? standard : known.get(accountId)?.account;
      if (account !== undefined) return account;
      const row = await findAccount(db, accountId);
      if (row === null) throw new Error(`there is no provider account ${accountId}`);
      return remember(row);
    },
    async findByToken(connector, token) {
      if (!tokenForm.test(token)) return null;
      const row = await findAccountByToken(db, hashOfToken(token));
      if (row === null || row.contract?.connector !== connector) return null;
      return remember(row);
    },
    callbackUrl: (connector, token) => callbackUrlOf(options, connector, token),
    routesOf: (merchantId) => ({
      candidates: routes.own.get(merchantId) ?? routes.platform,
      rules: rules.get(merchantId) ?? noRules,
    }),
    async refresh() {
      const current = await sumVersions(db);
      const healths = await listUnhealthy(db);
      const digest = JSON.stringify([...healths]);
      if (current === sum && digest === unhealthy) return;
      if (current !== sum) {
        rows = (await listAccounts(db)).filter(
          ({ id }) => options.usesConfigured || id !== DEFAULT_ACCOUNT,
        );
        rules = await listAllRules(db);
      }
      routes = routesAmong(rows, healths, (row) => {
        try {
          return remember(row);
        } catch (error) {
          // The other accounts continue to work.
          options.log.error({ err: error, account_id: row.id }, 'provider account unusable');
          return null;
        }
      });
      sum = current;
      unhealthy = digest;
    },
  };
}

const REFRESH_MS = 5_000;

/** Refreshes every 5 seconds until `close`. The first failure throws, later ones are logged. */
export async function keepRefreshing(
  accounts: Pick<ProviderAccounts, 'refresh'>,
  log: Pick<Deps['log'], 'warn'>,
): Promise<{ close(): Promise<void> }> {
  await accounts.refresh();
  let running = Promise.resolve();
  const timer = setInterval(() => {
    running = accounts.refresh().catch((error: unknown) => {
      log.warn({ err: error }, 'provider accounts not refreshed');
    });
  }, REFRESH_MS);
  return {
    close() {
      clearInterval(timer);
      return running;
    },
  };
}

const tokenForm = /^[0-9a-z]{26}$/;

const noRules: Routes['rules'] = [];

type RouteCandidate = Routes['candidates'][number];

interface AllRoutes {
  readonly platform: readonly RouteCandidate[];
  /** Has an entry for every merchant with accounts of its own, in any status. */
  readonly own: ReadonlyMap<string, readonly RouteCandidate[]>;
}

/** `accountOf` is null for unusable accounts. */
function routesAmong(
  rows: readonly AccountRow[],
  healths: ReadonlyMap<string, ShownHealth>,
  accountOf: (row: AccountRow) => ProviderAccount | null,
): AllRoutes {
  const platform: RouteCandidate[] = [];
  const own = new Map<string, RouteCandidate[]>();
  for (const row of rows) {
    const account = accountOf(row);
    const siblings = row.merchantId === null ? platform : (own.get(row.merchantId) ?? []);
    if (row.merchantId !== null) own.set(row.merchantId, siblings);
    if (account !== null) siblings.push(candidateOf(account, row, healths.get(row.id)?.health));
  }
  return { platform, own };
}

/** The default account has no row before the first refresh. */
function candidateOf(
  account: ProviderAccount,
  { status, priority }: Pick<AccountRow, 'status' | 'priority'> = { status: 'on', priority: 100 },
  health: AccountHealth = 'up',
): RouteCandidate {
  const { qr, payout, charge } = account.connector.traits.amounts;
  return {
    accountId: account.id,
    account,
    status,
    priority,
    health,
    amounts: { qr, payout, charge },
  };
}

/** Its callback endpoints name no account. */
function defaultAccount(options: ProviderAccountsOptions): ProviderAccount {
  const { configured, mode, callbacksUrl } = options;
  const { connector } = connectorNamed(options, configured.connector);
  const settings = connector.settings.parse(configured.settings);
  const label = connector.title;
  const rest = { connector, merchantId: null, label, settings, mode };
  return { id: DEFAULT_ACCOUNT, ...rest, callbackUrl: callbacksUrl };
}

function openAccount(
  options: ProviderAccountsOptions,
  { id, merchantId, label }: AccountRow,
  contract: StoredContract,
): ProviderAccount {
  const { vault, mode, allowsPrivate } = options;
  if (contract.mode !== mode) {
    throw new Error(`provider account ${id} is of the mode ${contract.mode}`);
  }
  const { connector } = connectorNamed(options, contract.connector);
  const stored: unknown = JSON.parse(vault.open(contract.settingsSealed, SETTINGS));
  const token = vault.open(contract.callbackTokenSealed, CALLBACK_TOKEN);
  return {
    id,
    connector,
    merchantId,
    label,
    mode,
    settings: connector.settings.parse(stored),
    publicOnly: !allowsPrivate,
    callbackUrl: callbackUrlOf(options, connector.name, token),
  };
}

const callbackUrlOf = (
  { callbacksUrl }: ProviderAccountsOptions,
  connector: string,
  token: string,
): string => `${callbacksUrl}/callbacks/${connector}/${token}`;

function connectorNamed({ connectors }: ProviderAccountsOptions, name: string) {
  const registered = connectors.get(name);
  if (registered === undefined) throw new Error(`there is no connector ${name}`);
  return registered;
}
