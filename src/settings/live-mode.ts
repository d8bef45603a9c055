import { isIP } from 'node:net';
import { isGuessableBytes, isGuessableKey } from '../platform/crypto/guessable';
import { isPublicAddress } from '../platform/network/public-address';
import type { addresses } from './addresses';
import { ringOf, type encryption } from './encryption';
import type { mail } from './mail';
import { isSandbox, SANDBOX_BILLER_NAME, type provider } from './provider';
import type { safeguards } from './safeguards';
import type { ValuesOf } from './setting';
import type { temporal } from './temporal';
import type { traces } from './traces';

interface Judged {
  readonly settings: ValuesOf<
    typeof addresses &
      typeof encryption &
      typeof mail &
      typeof provider &
      typeof safeguards &
      typeof temporal &
      typeof traces
  >;
  readonly written: Readonly<Record<string, string | undefined>>;
}

type Check = readonly [isFault: boolean, fault: string];

const STRONG_KEY = 'must be at least 32 random characters';

/** `VARIABLE: reason`. Empty for a sandbox. */
export function faultsOfLive(judged: Judged): string[] {
  const { PROVIDER } = judged.settings;
  if (isSandbox(judged.settings)) return [];
  const checks = [...ofUrls(judged), ...ofKeys(judged), ...ofTransport(judged)];
  return checks.flatMap(([isFault, fault]) =>
    isFault ? [`${fault} when PROVIDER=${PROVIDER}`] : [],
  );
}

/** Accepted in live mode, although most installations should not have them. `VARIABLE: reason`. */
export function warningsOfLive({ settings }: Pick<Judged, 'settings'>): string[] {
  const { PUBLIC_URL, TRUSTED_PROXIES } = settings;
  if (isSandbox(settings)) return [];
  const isBehindProxy = PUBLIC_URL?.startsWith('https:') === true;
  const checks: readonly Check[] = [
    [
      isBehindProxy && TRUSTED_PROXIES === 0,
      'TRUSTED_PROXIES: 0 behind an https PUBLIC_URL gives every client the address of the proxy',
    ],
    ...(['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'] as const).map(
      (name): Check => [
        isRemotePlain(settings[name]),
        `${name}: traces leave this machine without encryption`,
      ],
    ),
  ];
  return checks.flatMap(([isFault, warning]) => (isFault ? [warning] : []));
}

function ofUrls({ settings }: Judged): readonly Check[] {
  return [
    ...ofBaseUrl('PUBLIC_URL', settings.PUBLIC_URL ?? ''),
    ...(settings.CALLBACKS_URL === undefined
      ? []
      : ofBaseUrl('CALLBACKS_URL', settings.CALLBACKS_URL)),
    ...(settings.PROVIDER_URL === undefined ? [] : ofProviderUrl(settings.PROVIDER_URL)),
    [
      settings.CONSOLE_URL !== undefined && hasMore(new URL(settings.CONSOLE_URL)),
      'CONSOLE_URL: must have no path, user name or query',
    ],
  ];
}

/** Only the first fault. For URLs that customers or providers open. */
function ofBaseUrl(name: string, text: string): readonly Check[] {
  if (!text.startsWith('https://')) return [[true, `${name}: must be an https URL`]];
  const url = new URL(text);
  const host = bare(url.hostname);
  const hasName = isIP(host) === 0 && !isLoopbackName(host);
  return [
    [!hasName, `${name}: must have a host name, not an address or localhost`],
    [hasName && hasMore(url), `${name}: must have no path, user name or query`],
  ];
}

function ofProviderUrl(text: string): readonly Check[] {
  if (!text.startsWith('https://')) return [[true, 'PROVIDER_URL: must be an https URL']];
  const { hostname, username, password } = new URL(text);
  const host = bare(hostname);
  const isPublic = isIP(host) === 0 ? !isLoopbackName(host) : isPublicAddress(host);
  return [
    [!isPublic, 'PROVIDER_URL: must have a public host'],
    [username !== '' || password !== '', 'PROVIDER_URL: must have no user name or password'],
  ];
}

function ofKeys({ settings }: Judged): readonly Check[] {
  const { PROVIDER_KEY: providerKeys = [], OPERATOR_KEY: operatorKeys = [] } = settings;
  const { PROVIDER_CALLBACK_SECRET: callbackSecrets = [] } = settings;
  const meet = (some: readonly string[], others: readonly string[]) =>
    some.some((key) => others.includes(key));
  return [
    [providerKeys.some(isGuessableKey), `PROVIDER_KEY: ${STRONG_KEY}`],
    [operatorKeys.some(isGuessableKey), `OPERATOR_KEY: ${STRONG_KEY}`],
    [callbackSecrets.some(isGuessableKey), `PROVIDER_CALLBACK_SECRET: ${STRONG_KEY}`],
    [
      meet(callbackSecrets, providerKeys),
      'PROVIDER_CALLBACK_SECRET: must differ from PROVIDER_KEY',
    ],
    [meet(operatorKeys, providerKeys), 'OPERATOR_KEY: must differ from PROVIDER_KEY'],
    [
      meet(operatorKeys, callbackSecrets),
      'OPERATOR_KEY: must differ from PROVIDER_CALLBACK_SECRET',
    ],
    [
      ringOf(settings).some(({ key }) => isGuessableBytes(key)),
      'ENCRYPTION_KEYS: each must be 32 random bytes',
    ],
  ];
}

function ofTransport({ settings, written }: Judged): readonly Check[] {
  const { SMTP_URL, MAIL_FROM, BILLER_NAME } = settings;
  return [
    [settings.WEBHOOK_ALLOW_PRIVATE, 'WEBHOOK_ALLOW_PRIVATE: must be false'],
    [settings.PROVIDER_ALLOW_PRIVATE, 'PROVIDER_ALLOW_PRIVATE: must be false'],
    [SMTP_URL === undefined, 'SMTP_URL: required'],
    [
      SMTP_URL !== undefined && !isEncryptedSmtp(new URL(SMTP_URL)),
      'SMTP_URL: must be smtps://, or smtp:// with ?requireTLS=true, and verify the certificate',
    ],
    [SMTP_URL === undefined && MAIL_FROM === undefined, 'MAIL_FROM: required'],
    [BILLER_NAME === SANDBOX_BILLER_NAME, 'BILLER_NAME: required'],
    [
      written['NODE_TLS_REJECT_UNAUTHORIZED'] === '0',
      'NODE_TLS_REJECT_UNAUTHORIZED: must not be 0, which accepts every certificate',
    ],
    [
      settings.TEMPORAL_API_KEY !== undefined && isFalse(written['TEMPORAL_TLS']),
      'TEMPORAL_TLS: must not be false with TEMPORAL_API_KEY',
    ],
  ];
}

/** Without `requireTLS`, an attacker on the path can remove STARTTLS and read the mails. */
function isEncryptedSmtp({ protocol, hostname, searchParams }: URL): boolean {
  const isOff = (name: string) => ['false', '0'].includes(searchParams.get(name) ?? '');
  const isOn = (name: string) => ['true', '1'].includes(searchParams.get(name) ?? '');
  if (isOn('ignoreTLS') || isOff('secure') || isOff('tls.rejectUnauthorized')) return false;
  return protocol === 'smtps:' || isOn('requireTLS') || isLoopback(hostname);
}

function isRemotePlain(text: string | undefined): boolean {
  if (text === undefined) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === 'http:' && !isLoopback(hostname);
}

const isFalse = (text: string | undefined): boolean => text === 'false' || text === '0';

/** Without the brackets of an IPv6 address. */
const bare = (hostname: string): string => hostname.replaceAll(/^\[|\]$/g, '');

const isLoopbackName = (host: string): boolean => /(^|\.)localhost\.?$/i.test(host);

const isLoopback = (hostname: string): boolean =>
  isLoopbackName(hostname) ||
  (isIP(hostname) === 4 && hostname.startsWith('127.')) ||
  bare(hostname) === '::1';

const hasMore = ({ pathname, username, password, search, hash }: URL): boolean =>
  pathname !== '/' || [username, password, search, hash].some((part) => part !== '');
