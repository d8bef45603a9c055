import { faultsOfLive, warningsOfLive } from './settings/live-mode';
import { addressesOf, urlsOf } from './settings/addresses';
import { brandOf } from './settings/brand';
import { encryptionOf } from './settings/encryption';
import { limitsOf } from './settings/limits';
import { auditAnchorOf, logOf } from './settings/logs';
import { mailOf } from './settings/mail';
import {
  depositsOf,
  isSandbox,
  providerOf,
  SANDBOX_BILLER_ID,
  sandboxBankOf,
  withdrawalsOf,
} from './settings/provider';
import { retentionOf } from './settings/retention';
import { merchantsOf, operatorsOf, safeguardsOf } from './settings/safeguards';
import { environment } from './settings/sections';
import type { ValuesOf } from './settings/setting';
import { storageOf } from './settings/storage';
import { temporalOf, workerOf } from './settings/temporal';
import { tracingOf } from './settings/traces';

export { readKeyRing, type EncryptionKey } from './settings/encryption';

/** No other module reads process.env. */
export const settingNames: readonly string[] = Object.keys(environment.shape);

type Values = ValuesOf<typeof environment.shape>;
export type Config = ReturnType<typeof shape>;

/** Lists all invalid settings, one per line. */
export class ConfigError extends Error {
  constructor(readonly faults: readonly string[]) {
    super(`The configuration is not valid:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Throws ConfigError. `acceptUnsafe` allows settings that live mode rejects, for `doctor`. */
export function readConfig(env: Environment, { acceptUnsafe = false } = {}): Config {
  const parsed = parseEnvironment(env);
  const unsafe = acceptUnsafe ? [] : unsafeForLive(parsed, env);
  const faults = [...contradictions(parsed), ...unsafe];
  if (faults.length > 0) throw new ConfigError(faults);
  return shape(parsed);
}

/** `VARIABLE: reason`. */
export const liveFaults = (env: Environment): readonly string[] =>
  unsafeForLive(parseEnvironment(env), env);

function parseEnvironment(env: Environment): Values {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    throw new ConfigError(
      parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`),
    );
  }
  return parsed.data;
}

function contradictions(env: Values): string[] {
  const faults: string[] = [];
  if (!isSandbox(env) && env.PROVIDER !== 'none') {
    const inLive = `required when PROVIDER=${env.PROVIDER}`;
    if (env.PROVIDER_URL === undefined) faults.push(`PROVIDER_URL: ${inLive}`);
    if (env.PROVIDER_KEY === undefined) faults.push(`PROVIDER_KEY: ${inLive}`);
    if (env.BILLER_ID === SANDBOX_BILLER_ID) faults.push(`BILLER_ID: ${inLive}`);
  }
  if (env.SMTP_URL !== undefined && env.MAIL_FROM === undefined) {
    faults.push('MAIL_FROM: required when SMTP_URL is set');
  }
  if (env.ENCRYPTION_KEYS_FILE !== undefined && env.ENCRYPTION_KEYS.length > 0) {
    faults.push('ENCRYPTION_KEYS and ENCRYPTION_KEYS_FILE: set one of them');
  }
  // The scheme of PUBLIC_URL determines the names and attributes of both sites' cookies.
  const { consoleUrl, publicUrl } = urlsOf(env);
  if (new URL(consoleUrl).protocol !== new URL(publicUrl).protocol) {
    faults.push('CONSOLE_URL: must have the scheme of PUBLIC_URL');
  }
  if ((env.TEMPORAL_TLS_CERT === undefined) !== (env.TEMPORAL_TLS_KEY === undefined)) {
    faults.push('TEMPORAL_TLS_CERT and TEMPORAL_TLS_KEY: set both or neither');
  }
  return faults;
}

const unsafeForLive = (settings: Values, written: Environment): string[] =>
  faultsOfLive({ settings, written });

function shape(env: Values) {
  return Object.freeze({
    mode: isSandbox(env) ? ('sandbox' as const) : ('live' as const),
    /** Accepted, but seldom right: `VARIABLE: reason`. */
    warnings: warningsOfLive({ settings: env }),
    http: { ...addressesOf(env), ...limitsOf(env) },
    /** A URL for reports of vulnerabilities. Null: not published. */
    securityContact: env.SECURITY_CONTACT ?? null,
    brand: brandOf(env),
    ...storageOf(env),
    temporal: temporalOf(env),
    provider: providerOf(env),
    deposits: depositsOf(env),
    retention: retentionOf(env),
    withdrawals: withdrawalsOf(env),
    operators: operatorsOf(env),
    merchants: merchantsOf(env),
    ...safeguardsOf(env),
    sandboxBank: sandboxBankOf(env),
    worker: workerOf(env),
    mail: mailOf(env),
    ...encryptionOf(env),
    auditAnchor: auditAnchorOf(env),
    log: logOf(env),
    tracing: tracingOf(env),
  });
}
