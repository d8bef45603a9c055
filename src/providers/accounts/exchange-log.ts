import type { Db } from '../../platform/postgres/connect';
import { insertExchanges, listExchanges, type ExchangeRow } from '../store/exchanges';
import { maskExchange } from '../rules/mask-exchange';
import type { Logger } from '../../platform/observe/log';
import type { Metrics } from '../../platform/observe/metrics';
import { newId } from '../../platform/new-id';
import type { Vault } from '../../platform/crypto/vault';
import { withoutSecrets } from '../../platform/crypto/without-secrets';
import type { ProviderAccount, ProviderAccounts } from '../connectors/connector';
import type { Exchange } from '../connectors/http-client';
import type { SettingField } from '../connectors/setting';
import { createWriteBehind } from '../../kernel/write-behind';

/** The vault's associated data. */
const EXCHANGE = 'provider_exchanges.exchange';
/** Characters stored of each body. Cut after the secrets are removed, so that none is cut apart. */
const BODY_MAX = 16 * 1024;
/** Shorter values would erase unrelated text. */
const SECRET_LENGTH_MIN = 6;
const EXCHANGES_SHOWN_MAX = 100;
/** A JSON Web Token, whose content cannot be masked. */
const TOKEN_FORM = /eyJ[\w-]+\.[\w-]+\.[\w-]+/g;

/** The sealed part of an exchange. */
interface Said {
  readonly path: string;
  readonly request: string | null;
  readonly response: string | null;
}

export interface ExchangeLog {
  /** Skips an exchange without an order. Never throws. */
  readonly record: (account: ProviderAccount, exchange: Exchange, direction?: 'out' | 'in') => void;
  readonly flush: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * Kept for 30 days, sealed and without the account's secrets. Requests for tokens and connection
 * tests are about no order and are not recorded.
 */
export function createExchangeLog({
  db,
  vault,
  metrics,
  log,
  connectors,
}: {
  readonly db: Db;
  readonly vault: Vault;
  readonly metrics: Pick<Metrics, 'exchangesWaiting' | 'exchangesKept' | 'exchangesDropped'>;
  readonly log: Logger;
  readonly connectors: ProviderAccounts['connectors'];
}): ExchangeLog {
  const rows = createWriteBehind<ExchangeRow>({
    what: 'provider exchanges',
    insert: (together, isAgain) => insertExchanges(db, together, isAgain),
    togetherMax: 100,
    waitingMax: 2_000,
    queued: metrics.exchangesWaiting,
    kept: metrics.exchangesKept,
    dropped: metrics.exchangesDropped,
    log,
  });
  return {
    record(account, exchange, direction = 'out') {
      const { orderId, startedAt, durationMs, reason, method, statusCode } = exchange;
      if (orderId === null) return;
      const fields = connectors.get(account.connector.name)?.fields ?? [];
      const [token = ''] = /[0-9a-z]{26}$/.exec(account.callbackUrl) ?? [];
      const clean = cleaner([...secretsOf(account.settings, fields), token]);
      const said: Said = {
        path: clean(exchange.path),
        request: exchange.requestBody === null ? null : clean(exchange.requestBody),
        response:
          exchange.responseBody === null ? null : clean(exchange.responseBody.toString('utf8')),
      };
      rows.note({
        id: newId('pex_', startedAt.getTime()),
        orderId,
        accountId: account.id,
        at: startedAt,
        direction,
        method,
        status: statusCode,
        reason,
        durationMs: Math.round(durationMs),
        exchangeSealed: vault.seal(JSON.stringify(said), EXCHANGE),
      });
    },
    flush: rows.flush,
    close: rows.close,
  };
}

function secretsOf(settings: object, fields: readonly SettingField[]): readonly string[] {
  const values = settings as Readonly<Record<string, unknown>>;
  return fields
    .filter(({ secret }) => secret)
    .flatMap(({ name }) => values[name])
    .filter((value): value is string => typeof value === 'string');
}

/** Also limits the length. */
function cleaner(secrets: readonly string[]): (text: string) => string {
  const clean = withoutSecrets(secrets.filter((secret) => secret.length >= SECRET_LENGTH_MIN));
  return (text) => clean(text).replace(TOKEN_FORM, '[token]').slice(0, BODY_MAX);
}

/** For operators: account numbers and names are masked. */
export interface ShownExchange extends Omit<ExchangeRow, 'exchangeSealed'> {
  readonly path: string;
  /** JSON where the body is JSON or a form, otherwise text. Null without a body. */
  readonly request: unknown;
  readonly response: unknown;
}

/** Oldest first; only the newest 100. */
export async function findExchanges(
  { db, vault }: { readonly db: Db; readonly vault: Vault },
  orderId: string,
): Promise<readonly ShownExchange[]> {
  const rows = await listExchanges(db, orderId, EXCHANGES_SHOWN_MAX);
  return rows.map(({ exchangeSealed, ...row }) => {
    const { path, request, response } = JSON.parse(vault.open(exchangeSealed, EXCHANGE)) as Said;
    return { ...row, path, request: shownBody(request), response: shownBody(response) };
  });
}

const shownBody = (body: string | null): unknown =>
  body === null || body === '' ? null : maskExchange(bodyOf(body));

/** Parsed JSON, the fields of a form, or the text. */
function bodyOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const isForm = /^[\w.[\]%-]+=[^\s<]*$/.test(text);
    return isForm ? Object.fromEntries(new URLSearchParams(text)) : text;
  }
}
