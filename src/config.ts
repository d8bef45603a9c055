import path from 'node:path';
import { z } from 'zod';

/**
 * The environment, read once into one frozen object. Nothing else reads process.env.
 * README.md has the table of the variables.
 */
const port = (fallback: number) => z.coerce.number().int().min(1).max(65535).default(fallback);
const flag = z
  .enum(['true', 'false', '1', '0'])
  .default('false')
  .transform((text) => text === 'true' || text === '1');
/** Several by commas while one takes the place of another: the first is ours, all are accepted. */
const sharedKeys = z
  .string()
  .regex(
    /^[^\s,]{16,}(,[^\s,]{16,}){0,3}$/,
    'at least 16 characters, none of them a space; up to four by commas',
  )
  .transform((text): readonly string[] => text.split(','));
/** Whole seconds, several by commas. */
const seconds = z
  .string()
  .regex(/^[1-9]\d{0,6}(,[1-9]\d{0,6}){0,9}$/, 'write up to ten whole numbers by commas')
  .transform((text): readonly number[] => text.split(',').map(Number));
/**
 * The driver takes these words for verify-full, and says that it will mean less by them one day, as
 * Postgres' own library does: then whoever wrote one would no longer know whom they speak with.
 */
const verifiedModes: readonly string[] = ['prefer', 'require', 'verify-ca', 'verify-full'];
const databaseAddress = z
  .string()
  .min(1)
  .transform((text, context) => {
    const mode = /[?&]sslmode=([^&]*)/.exec(text)?.[1];
    if (mode === undefined || mode === 'disable' || mode === 'no-verify') return text;
    if (!verifiedModes.includes(mode)) {
      const message = `sslmode is one of disable, no-verify, ${verifiedModes.join(', ')}`;
      context.addIssue({ code: 'custom', message });
    }
    return text.replace(`sslmode=${mode}`, 'sslmode=verify-full');
  });
const keyRing = z
  .string()
  .default('')
  .transform((text, context) => {
    const keys = text.split(',').filter((part) => part !== '');
    return keys.map((part) => {
      const [id = '', encoded = ''] = part.split(':');
      const key = Buffer.from(encoded, 'base64');
      if (!/^[A-Za-z0-9_-]{1,16}$/.test(id) || key.length !== 32) {
        context.addIssue({
          code: 'custom',
          message: 'write id:base64 of 32 bytes, several by commas',
        });
      }
      return { id, key };
    });
  })
  // What is sealed names its key: under two of one name, nobody could tell which.
  .refine((keys) => new Set(keys.map(({ id }) => id)).size === keys.length, 'an id stands twice');

const DEFAULT_BILLER_NAME = 'Saphan Sandbox';

const environment = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: port(8080),
  PUBLIC_URL: z.url().optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: databaseAddress.optional(),
  MIGRATE_DATABASE_URL: databaseAddress.optional(),
  DATABASE_POOL_MAX: z.coerce.number().int().min(2).max(200).default(10),
  POSTGRES_PORT: port(54329),
  TEMPORAL_ADDRESS: z.string().min(1).optional(),
  TEMPORAL_NAMESPACE: z.string().min(1).default('default'),
  TEMPORAL_API_KEY: z.string().min(1).optional(),
  TEMPORAL_TLS: flag,
  TEMPORAL_TLS_CA: z.string().min(1).optional(),
  TEMPORAL_TLS_CERT: z.string().min(1).optional(),
  TEMPORAL_TLS_KEY: z.string().min(1).optional(),
  TEMPORAL_PORT: port(7233),
  TEMPORAL_UI_PORT: port(8233),
  TEMPORAL_UI_URL: z.url({ protocol: /^https?$/ }).optional(),
  SANDBOX_BANK_PORT: port(8081),
  SANDBOX_BANK_URL: z.url({ protocol: /^https?$/ }).optional(),
  WORKER_PORT: port(8082),
  GATEWAY_URL: z.url().optional(),
  /** `sandbox`, or live mode with the named connector; `gw` is the connector `generic`. */
  PROVIDER: z
    .string()
    .regex(/^[a-z0-9]{1,32}$/, 'sandbox, gw or the name of a connector')
    .default('sandbox'),
  PROVIDER_URL: z.url().optional(),
  PROVIDER_KEY: sharedKeys.optional(),
  OPERATOR_KEY: sharedKeys.optional(),
  BILLER_ID: z
    .string()
    .regex(/^\d{15}$/, '15 digits')
    .default('099999999999990'),
  BILLER_NAME: z.string().trim().min(1).max(60).default(DEFAULT_BILLER_NAME),
  DEPOSIT_EXPIRY_MINUTES: z.coerce.number().int().min(1).max(1440).default(30),
  SLIP_RETENTION_DAYS: z.coerce.number().int().min(1).max(3650).default(90),
  PAYOUT_INQUIRY_SECONDS: seconds.default([300, 3_600, 86_400]),
  STRICT_BANKS: flag,
  WEBHOOK_ALLOW_PRIVATE: flag,
  ENCRYPTION_KEYS: keyRing,
  TRUSTED_PROXIES: z.coerce.number().int().min(0).max(10).default(0),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().trim().min(3).max(200).optional(),
  CONNECTIONS_PER_ADDRESS: z.coerce.number().int().min(1).max(10_000).optional(),
  RATE_LIMIT_PER_SECOND: z.coerce.number().int().min(1).max(1_000_000).default(100),
  AUDIT_ANCHOR_FILE: z.string().min(1).optional(),
  AUDIT_ANCHOR_SYSLOG: z.url({ protocol: /^udp$/ }).optional(),
  AUDIT_ANCHOR_SECONDS: z.coerce.number().int().min(1).max(86_400).default(300),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
});

/** The name of every environment variable that configures the gateway. */
export const settingNames: readonly string[] = Object.keys(environment.shape);

/** A key of the key ring: data is sealed with the first and opened with the one it names. */
export interface EncryptionKey {
  readonly id: string;
  readonly key: Buffer;
}

export type Config = ReturnType<typeof shape>;

/** Thrown with every fault of the environment at once, one a line. */
export class ConfigError extends Error {
  constructor(readonly faults: readonly string[]) {
    super(`The configuration is not valid:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

/** Keys as ENCRYPTION_KEYS has them. Throws on what is none. */
export const readKeyRing = (text: string): readonly EncryptionKey[] => keyRing.parse(text);

type Environment = Readonly<Record<string, string | undefined>>;

/** Throws ConfigError. `doctor` also reads what is not safe for live mode, to report it. */
export function readConfig(env: Environment, { acceptUnsafe = false } = {}): Config {
  const parsed = parseEnvironment(env);
  const faults = [...contradictions(parsed), ...(acceptUnsafe ? [] : unsafeForLive(parsed))];
  if (faults.length > 0) throw new ConfigError(faults);
  return shape(parsed);
}

/** What live mode refuses of an environment, each with the name of its variable. */
export const liveFaults = (env: Environment): readonly string[] =>
  unsafeForLive(parseEnvironment(env));

function parseEnvironment(env: Environment): z.output<typeof environment> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    throw new ConfigError(
      parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`),
    );
  }
  return parsed.data;
}

/** What each variable allows by itself but not together with the others. */
function contradictions(env: z.output<typeof environment>): string[] {
  const faults: string[] = [];
  if (env.PROVIDER !== 'sandbox') {
    const inLive = `needed when PROVIDER=${env.PROVIDER}`;
    if (env.PROVIDER_URL === undefined) faults.push(`PROVIDER_URL: ${inLive}`);
    if (env.PROVIDER_KEY === undefined) faults.push(`PROVIDER_KEY: ${inLive}`);
    if (env.BILLER_ID === '099999999999990') faults.push(`BILLER_ID: ${inLive}`);
  }
  if (env.SMTP_URL !== undefined && env.MAIL_FROM === undefined) {
    faults.push('MAIL_FROM: needed when SMTP_URL is set');
  }
  if ((env.TEMPORAL_TLS_CERT === undefined) !== (env.TEMPORAL_TLS_KEY === undefined)) {
    faults.push('TEMPORAL_TLS_CERT and TEMPORAL_TLS_KEY: set both or none');
  }
  return faults;
}

/** What a sandbox may be run with and a live deployment may not. */
function unsafeForLive(env: z.output<typeof environment>): string[] {
  if (env.PROVIDER === 'sandbox') return [];
  const { PROVIDER_KEY: providerKeys = [], OPERATOR_KEY: operatorKeys = [] } = env;
  const isHttps = (url: string | undefined) => url?.startsWith('https://') === true;
  const checks: readonly (readonly [isFault: boolean, fault: string])[] = [
    [!isHttps(env.PUBLIC_URL), 'PUBLIC_URL: must be an https address'],
    [env.PROVIDER_URL !== undefined && !isHttps(env.PROVIDER_URL), 'PROVIDER_URL: must be https'],
    [env.WEBHOOK_ALLOW_PRIVATE, 'WEBHOOK_ALLOW_PRIVATE: must be false'],
    [providerKeys.some(isWeak), `PROVIDER_KEY: ${STRONG_KEY}`],
    [operatorKeys.some(isWeak), `OPERATOR_KEY: ${STRONG_KEY}`],
    [
      operatorKeys.some((key) => providerKeys.includes(key)),
      'OPERATOR_KEY: must differ from PROVIDER_KEY',
    ],
    [
      env.ENCRYPTION_KEYS.some(({ key }) => new Set(key).size < RANDOM_BYTES_DISTINCT_MIN),
      'ENCRYPTION_KEYS: each must be 32 random bytes',
    ],
    [env.SMTP_URL === undefined, 'SMTP_URL: needed'],
    [env.SMTP_URL === undefined && env.MAIL_FROM === undefined, 'MAIL_FROM: needed'],
    [env.BILLER_NAME === DEFAULT_BILLER_NAME, 'BILLER_NAME: needed, as payers see it'],
  ];
  return checks.flatMap(([isFault, fault]) =>
    isFault ? [`${fault} when PROVIDER=${env.PROVIDER}`] : [],
  );
}

const STRONG_KEY = 'must be at least 32 random characters';
const STRONG_KEY_LENGTH_MIN = 32;
/** 32 random hexadecimal digits have some 115 by this estimate. */
const STRONG_KEY_BITS_MIN = 96;
/** Of 32 random bytes some 30 differ. */
const RANDOM_BYTES_DISTINCT_MIN = 16;

/** Short, a repetition, or of few different characters. */
function isWeak(key: string): boolean {
  if (key.length < STRONG_KEY_LENGTH_MIN || /^(.+?)\1+$/.test(key)) return true;
  const counts = new Map<string, number>();
  for (const character of key) counts.set(character, (counts.get(character) ?? 0) + 1);
  const bits = [...counts.values()].reduce(
    (sum, count) => sum + count * Math.log2(key.length / count),
    0,
  );
  return bits < STRONG_KEY_BITS_MIN;
}

function shape(env: z.output<typeof environment>) {
  return Object.freeze({
    mode: env.PROVIDER === 'sandbox' ? ('sandbox' as const) : ('live' as const),
    http: {
      host: env.HOST,
      port: env.PORT,
      /** Where customers and merchants reach the API, without a slash at the end. */
      publicUrl: (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, ''),
      /** Open connections per client network. A proxy carries those of all its clients. */
      connectionsPerAddress: env.CONNECTIONS_PER_ADDRESS ?? (env.TRUSTED_PROXIES > 0 ? 5_000 : 100),
      rateLimitPerSecond: env.RATE_LIMIT_PER_SECOND,
      /** How many proxies in front add to X-Forwarded-For; the caller is the last they name. */
      trustedProxies: env.TRUSTED_PROXIES,
    },
    dataDir: path.resolve(env.DATA_DIR),
    database: {
      /** Null: use the embedded server. */
      url: env.DATABASE_URL ?? null,
      /** The owner of the schema, for `migrate`. Null: as everything else. */
      migrateUrl: env.MIGRATE_DATABASE_URL ?? null,
      poolMax: env.DATABASE_POOL_MAX,
      embeddedPort: env.POSTGRES_PORT,
    },
    temporal: temporalOf(env),
    provider: {
      connector: ['sandbox', 'gw'].includes(env.PROVIDER) ? 'generic' : env.PROVIDER,
      url: env.PROVIDER_URL ?? `http://127.0.0.1:${env.SANDBOX_BANK_PORT}`,
      /** Authenticates our requests to the provider. Null: no request can be sent. */
      key: env.PROVIDER_KEY?.[0] ?? null,
      /** Each authenticates a callback. Empty: no callback is accepted. */
      acceptedKeys: env.PROVIDER_KEY ?? [],
      billerId: env.BILLER_ID,
      /** Who receives the money, as the payer's bank shows it. */
      billerName: env.BILLER_NAME,
    },
    deposits: {
      expiryMinutes: env.DEPOSIT_EXPIRY_MINUTES,
      /** How long the pictures of slips are kept. */
      slipRetentionDays: env.SLIP_RETENTION_DAYS,
    },
    withdrawals: {
      /** When a payout that nobody calls back about is asked about; the last again and again. */
      inquiryDelaysMs: env.PAYOUT_INQUIRY_SECONDS.map((count) => count * 1000),
      /** Refuse a bank's name that is not known, instead of leaving it to the provider. */
      strictBanks: env.STRICT_BANKS,
    },
    sandboxBank: {
      port: env.SANDBOX_BANK_PORT,
      /** The bank's address for browsers, which may not resolve the name that processes use. */
      publicUrl: bankUrlOf(env),
      /** Where the bank takes its callbacks. */
      gatewayUrl: env.GATEWAY_URL ?? `http://127.0.0.1:${env.PORT}`,
    },
    /** What operators may prove themselves with. None: nobody is one. */
    operatorKeys: env.OPERATOR_KEY ?? [],
    /** Health and metrics of a worker. */
    worker: { port: env.WORKER_PORT },
    webhooks: { allowPrivate: env.WEBHOOK_ALLOW_PRIVATE },
    mail: mailOf(env),
    encryptionKeys: env.ENCRYPTION_KEYS,
    auditAnchor: anchorOf(env),
    log: { level: env.LOG_LEVEL },
  });
}

/** Where a browser opens the sandbox bank, without a slash at the end. */
const bankUrlOf = (env: z.output<typeof environment>): string =>
  (env.SANDBOX_BANK_URL ?? env.PROVIDER_URL ?? `http://localhost:${env.SANDBOX_BANK_PORT}`).replace(
    /\/+$/,
    '',
  );

const temporalOf = (env: z.output<typeof environment>) => ({
  /** Null: use the embedded dev server. */
  address: env.TEMPORAL_ADDRESS ?? null,
  namespace: env.TEMPORAL_NAMESPACE,
  apiKey: env.TEMPORAL_API_KEY ?? null,
  tls: tlsOf(env),
  embeddedPort: env.TEMPORAL_PORT,
  embeddedUiPort: env.TEMPORAL_UI_PORT,
  /** Where operators look at workflows, without a slash at the end. Null: nobody says. */
  uiUrl: env.TEMPORAL_UI_URL?.replace(/\/+$/, '') ?? null,
});

/** Where and how often the heads of the audit logs are exported. */
const anchorOf = (env: z.output<typeof environment>) => ({
  file: env.AUDIT_ANCHOR_FILE ?? null,
  syslog: env.AUDIT_ANCHOR_SYSLOG ?? null,
  everyMs: env.AUDIT_ANCHOR_SECONDS * 1000,
});

/** How mail leaves: by a server; else a sandbox has its bank keep it, and nobody else sends any. */
function mailOf(env: z.output<typeof environment>) {
  const isKept = env.PROVIDER === 'sandbox' && env.SMTP_URL === undefined;
  return {
    smtpUrl: env.SMTP_URL ?? null,
    from: env.MAIL_FROM ?? 'Saphan <no-reply@localhost>',
    /** Where people read what the bank keeps. */
    mailboxUrl: isKept ? bankUrlOf(env) : null,
  };
}

/** Null: plain text. Setting any of its files turns it on. */
function tlsOf(env: z.output<typeof environment>) {
  const { TEMPORAL_TLS_CA: ca, TEMPORAL_TLS_CERT: cert, TEMPORAL_TLS_KEY: key } = env;
  if (!env.TEMPORAL_TLS && ca === undefined && cert === undefined) return null;
  return { caFile: ca ?? null, certFile: cert ?? null, keyFile: key ?? null };
}
