import type { Connector, Provider, ProviderAccounts, ProviderClient } from './connector';
import { generic } from './generic';

/** Every connector, by name. */
const connectors: Readonly<Record<string, Connector>> = {
  generic,
};

export const connectorNames: readonly string[] = Object.keys(connectors);

/** The account of every order: the default of the columns in the database. */
export const DEFAULT_ACCOUNT = 'default';

/**
 * The accounts of an installation: one, from its configuration. Throws on an unknown connector and
 * on settings that the connector does not accept.
 */
export function configuredAccounts(configured: {
  readonly connector: string;
  readonly settings: object;
}): ProviderAccounts {
  const connector = connectors[configured.connector];
  if (connector === undefined) throw new Error(`there is no connector ${configured.connector}`);
  const settings = connector.settings.parse(configured.settings);
  const account = { id: DEFAULT_ACCOUNT, connector, settings };
  return {
    default: account,
    find(accountId) {
      if (accountId !== account.id) throw new Error(`there is no provider account ${accountId}`);
      return account;
    },
  };
}

/** Connects an account at its first call. */
export function connectAccounts(accounts: ProviderAccounts): Provider {
  const clients = new Map<string, ProviderClient>();
  function clientOf(accountId: string): ProviderClient {
    const known = clients.get(accountId);
    if (known !== undefined) return known;
    const { connector, settings } = accounts.find(accountId);
    const client = connector.connect(settings);
    clients.set(accountId, client);
    return client;
  }
  return {
    send: (request, accountId) => clientOf(accountId).send(request),
    find: (kind, orderId, accountId) => clientOf(accountId).find(kind, orderId),
    async close() {
      await Promise.all([...clients.values()].map((client) => client.close()));
    },
  };
}
