import type { Deps } from '../deps';
import { createProviderAccounts } from '../providers/accounts/provider-accounts';
import { ConfigError, type Config } from '../config';
import type { ProviderAccounts } from '../providers/connectors/connector';
import { connectorNames, registeredConnectors } from '../providers/connectors/registry';
import { readSecrets } from '../../sandbox/embedded/secrets';

/** Throws ConfigError for an unknown connector. */
export function accountsOf(
  config: Config,
  stores: Pick<Deps, 'db' | 'vault' | 'log'>,
): ProviderAccounts {
  const { provider, mode, http } = config;
  const { isConfigured, connector, url, billerId, callbackSecrets } = provider;
  if (!connectorNames.includes(connector)) {
    const names = ['sandbox', 'gw', 'none', ...connectorNames].join(', ');
    throw new ConfigError([`PROVIDER: must be one of ${names}`]);
  }
  return createProviderAccounts({
    ...stores,
    connectors: registeredConnectors,
    mode: mode === 'sandbox' ? 'test' : 'live',
    callbacksUrl: http.callbacksUrl,
    configured: {
      connector,
      settings: { url, keys: providerKeys(config), billerId, callbackSecrets },
    },
    usesConfigured: isConfigured,
    allowsPrivate: provider.allowsPrivate,
  });
}

/** PROVIDER_KEY, else the key that `npm start` stores in DATA_DIR. */
function providerKeys({ provider, database, dataDir }: Config): readonly string[] {
  const { acceptedKeys } = provider;
  if (acceptedKeys.length > 0 || database.url !== null) return acceptedKeys;
  const key = readSecrets(dataDir)?.providerKey;
  return key === undefined ? [] : [key];
}
