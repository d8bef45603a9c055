import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { faultsOfLive, warningsOfLive } from './live-settings';

/** No other module reads process.env. docs/configuration.md lists the variables. */
const port = (fallback: number) => z.coerce.number().int().min(1).max(65535).default(fallback);
const flag = z
  .enum(['true', 'false', '1', '0'])
  .default('false')
  .transform((text) => text === 'true' || text === '1');
/** `host:port`; an IPv6 address in brackets. */
const listenAddress = z
  .string()
  .regex(/^(\[[0-9a-fA-F:.]+\]|[\w.-]+):\d{1,5}$/, 'must be host:port')
  .transform((text) => {
    const colon = text.lastIndexOf(':');
    return {
      host: text.slice(0, colon).replace(/^\[|\]$/g, ''),
      port: Number(text.slice(colon + 1)),
    };
  })
  .refine(({ port: number }) => number >= 1 && number <= 65_535, 'must have a port up to 65535')
  .optional();
/** Comma-separated for a rotation: the gateway sends the first and accepts all. */
const keysOf = (lengthMin: number) => {
  const key = `[^\\s,]{${lengthMin},}`;
  const rule = `must have at least ${lengthMin} characters without spaces`;
  return z
    .string()
    .regex(new RegExp(`^${key}(,${key}){0,3}$`), `${rule}, or up to 4 of them, comma-separated`)
    .transform((text): readonly string[] => text.split(','));
};
const sharedKeys = keysOf(16);
const seconds = z
  .string()
  .regex(/^[1-9]\d{0,6}(,[1-9]\d{0,6}){0,9}$/, 'must be 1 to 10 positive integers, comma-separated')
  .transform((text): readonly number[] => text.split(',').map(Number));
/**
 * The driver treats these modes as verify-full, and a later version will weaken them to libpq's
 * semantics. They are replaced by verify-full, so that the server stays authenticated.
 */
const verifiedModes: readonly string[] = ['prefer', 'require', 'verify-ca', 'verify-full'];
const databaseAddress = z
  .string()
  .min(1)
  .transform((text, context) => {
    const mode = /[?&]sslmode=([^&]*)/.exec(text)?.[1];
    if (mode === undefined || mode === 'disable' || mode === 'no-verify') return text;
    if (!verifiedModes.includes(mode)) {
      const message = `sslmode must be one of disable, no-verify, ${verifiedModes.join(', ')}`;
      context.addIssue({ code: 'custom', message });
    }
    return text.replace(`sslmode=${mode}`, 'sslmode=verify-full');
  });
const keyRingText = z
  .string()
  .transform((text, context) => {
    const keys = text.split(',').filter((part) => part !== '');
    return keys.map((part) => {
      const [id = '', encoded = ''] = part.split(':');
      const key = Buffer.from(encoded, 'base64');
      if (!/^[A-Za-z0-9_-]{1,16}$/.test(id) || key.length !== 32) {
        context.addIssue({
          code: 'custom',
          message: 'must be id:key pairs, comma-separated, each key 32 bytes in base64',
        });
      }
      return { id, key };
    });
  })
  // Sealed data contains the key's id, which must be unique.
  .refine(
    (keys) => new Set(keys.map(({ id }) => id)).size === keys.length,
    'must not repeat an id',
  );
const keyRing = z.string().default('').pipe(keyRingText);
/** A key ring in a file, for example a mounted secret. */
const keyRingFile = z
  .string()
  .min(1)
  .transform((file, context) => {
    try {
      return readFileSync(file, 'utf8').trim();
    } catch (error) {
      const message = `cannot be read: ${(error as NodeJS.ErrnoException).code}`;
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    }
  })
  .pipe(keyRingText);
/** Separated by spaces. No shell parses them. */
const programWithArguments = z
  .string()
  .regex(/^\S+( \S+)*$/, 'must be a program and its arguments, separated by single spaces')
  .transform((text): readonly string[] => text.split(' '));

const DEFAULT_BILLER_NAME = 'Saphan Sandbox';

const free = z.string().optional();
const httpUrl = z.url({ protocol: /^https?$/ }).optional();
/**
 * Standard variables of OpenTelemetry, which the SDK reads itself. Those whose invalid values the
 * SDK would replace by a default are checked here.
 */
const telemetryVariables = {
  OTEL_SDK_DISABLED: flag,
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'none']).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: httpUrl,
  OTEL_EXPORTER_OTLP_PROTOCOL: z.literal('http/protobuf').optional(),
  OTEL_EXPORTER_OTLP_HEADERS: free,
  OTEL_EXPORTER_OTLP_TIMEOUT: z.coerce.number().int().min(1).max(600_000).optional(),
  OTEL_EXPORTER_OTLP_COMPRESSION: z.enum(['gzip', 'none']).optional(),
  OTEL_TRACES_SAMPLER: z
    .enum([
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    ])
    .optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).optional(),
  OTEL_SERVICE_NAME: free,
  OTEL_RESOURCE_ATTRIBUTES: free,
  OTEL_BSP_SCHEDULE_DELAY: z.coerce.number().int().min(1).max(600_000).optional(),
  OTEL_BSP_MAX_QUEUE_SIZE: z.coerce.number().int().min(1).max(1_000_000).default(2_048),
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: z.coerce.number().int().min(1).max(1_000_000).optional(),
};

const environment = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: port(8080),
  PUBLIC_URL: z.url().optional(),
  CONSOLE_ADDRESS: listenAddress,
  CONSOLE_URL: httpUrl,
  METRICS_ADDRESS: listenAddress,
  CALLBACKS_ADDRESS: listenAddress,
  CALLBACKS_URL: httpUrl,
  DATA_DIR: z.string().min(1).default('.data'),
  SECURITY_CONTACT: z.url({ protocol: /^(https|mailto|tel)$/ }).optional(),
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
  TEMPORAL_PROGRAM: z.string().min(1).optional(),
  TEMPORAL_PORT: port(7233),
  TEMPORAL_UI_PORT: port(8233),
  TEMPORAL_ALL_INDEXES: flag,
  TEMPORAL_UI_URL: z.url({ protocol: /^https?$/ }).optional(),
  SANDBOX_BANK_PORT: port(8081),
  SANDBOX_BANK_URL: z.url({ protocol: /^https?$/ }).optional(),
  WORKER_PORT: port(8082),
  WORKFLOW_TRACES: flag,
  GATEWAY_URL: z.url().optional(),
  /**
   * `sandbox`, or live mode with the named connector; `gw` is the connector `generic`. `none`: live
   * mode in which every provider account is in the database.
   */
  PROVIDER: z
    .string()
    .regex(/^[a-z0-9]{1,32}$/, 'sandbox, gw, none or the name of a connector')
    .default('sandbox'),
  PROVIDER_URL: z.url().optional(),
  PROVIDER_KEY: sharedKeys.optional(),
  PROVIDER_CALLBACK_SECRET: keysOf(32).optional(),
  OPERATOR_KEY: sharedKeys.optional(),
  BILLER_ID: z
    .string()
    .regex(/^\d{15}$/, 'must have 15 digits')
    .default('099999999999990'),
  BILLER_NAME: z.string().trim().min(1).max(60).default(DEFAULT_BILLER_NAME),
  DEPOSIT_EXPIRY_MINUTES: z.coerce.number().int().min(1).max(1440).default(30),
  SLIP_RETENTION_DAYS: z.coerce.number().int().min(1).max(3650).default(90),
  /** Five years: Anti-Money Laundering Act, section 22, and Accounting Act, section 14. */
  CUSTOMER_RETENTION_DAYS: z.coerce.number().int().min(1).max(36_500).default(1_827),
  PEOPLE_RETENTION_DAYS: z.coerce.number().int().min(1).max(3650).default(365),
  SIGN_IN_PLACE_RETENTION_DAYS: z.coerce.number().int().min(1).max(3650).default(180),
  MAIL_RETENTION_DAYS: z.coerce.number().int().min(1).max(3650).default(30),
  /** The API promises 90 days, and the invariants require the events of 90 days. */
  EVENT_RETENTION_DAYS: z.coerce.number().int().min(90).max(3650).default(90),
  API_REQUEST_RETENTION_DAYS: z.coerce.number().int().min(1).max(365).default(7),
  EXCHANGE_RETENTION_DAYS: z.coerce.number().int().min(1).max(365).default(30),
  PAYOUT_INQUIRY_SECONDS: seconds.default([300, 3_600, 86_400]),
  OPERATOR_APPROVALS: z.enum(['on', 'off']).optional(),
  STRICT_BANKS: flag,
  STRICT_REFUNDS: flag,
  NEW_MERCHANT_PAYOUT_LIMIT: z.coerce.number().int().min(0).max(1_000_000_000).default(50_000),
  API_KEY_DAYS_MAX: z.coerce.number().int().min(1).max(366).optional(),
  MERCHANT_ACCOUNTS: flag,
  WEBHOOK_ALLOW_PRIVATE: flag,
  PROVIDER_ALLOW_PRIVATE: flag,
  ENCRYPTION_KEYS: keyRing,
  ENCRYPTION_KEYS_FILE: keyRingFile.optional(),
  ENCRYPTION_KEY_COMMAND: programWithArguments.optional(),
  TRUSTED_PROXIES: z.coerce.number().int().min(0).max(10).default(0),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().trim().min(3).max(200).optional(),
  CONNECTIONS_PER_ADDRESS: z.coerce.number().int().min(1).max(10_000).optional(),
  RATE_LIMIT_PER_SECOND: z.coerce.number().int().min(1).max(1_000_000).default(100),
  REQUESTS_IN_FLIGHT_MAX: z.coerce.number().int().min(1).max(10_000).default(500),
  QUEUE_DELAY_MAX_MS: z.coerce.number().int().min(1).max(10_000).default(20),
  AUDIT_ANCHOR_FILE: z.string().min(1).optional(),
  AUDIT_ANCHOR_SYSLOG: z.url({ protocol: /^udp$/ }).optional(),
  AUDIT_ANCHOR_SECONDS: z.coerce.number().int().min(1).max(86_400).default(300),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  ACCEPT_TRACEPARENT: flag,
  ...telemetryVariables,
});

export const settingNames: readonly string[] = Object.keys(environment.shape);

/** The first key of a ring seals; sealed data contains the id of its key. */
export interface EncryptionKey {
  readonly id: string;
  readonly key: Buffer;
}

export type Config = ReturnType<typeof shape>;

/** Lists all invalid settings, one per line. */
export class ConfigError extends Error {
  constructor(readonly faults: readonly string[]) {
    super(`The configuration is not valid:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

/** In the format of ENCRYPTION_KEYS. Throws ZodError. */
export const readKeyRing = (text: string): readonly EncryptionKey[] => keyRing.parse(text);

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

function contradictions(env: z.output<typeof environment>): string[] {
  const faults: string[] = [];
  if (env.PROVIDER !== 'sandbox' && env.PROVIDER !== 'none') {
    const inLive = `required when PROVIDER=${env.PROVIDER}`;
    if (env.PROVIDER_URL === undefined) faults.push(`PROVIDER_URL: ${inLive}`);
    if (env.PROVIDER_KEY === undefined) faults.push(`PROVIDER_KEY: ${inLive}`);
    if (env.BILLER_ID === '099999999999990') faults.push(`BILLER_ID: ${inLive}`);
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

type Parsed = z.output<typeof environment>;

const unsafeForLive = (settings: Parsed, written: Environment): string[] =>
  faultsOfLive({
    settings,
    written,
    masterKeys: ringOf(settings),
    defaultBillerName: DEFAULT_BILLER_NAME,
  });

function shape(env: z.output<typeof environment>) {
  return Object.freeze({
    mode: env.PROVIDER === 'sandbox' ? ('sandbox' as const) : ('live' as const),
    /** Accepted, but seldom right: `VARIABLE: reason`. */
    warnings: warningsOfLive({ settings: env }),
    http: httpOf(env),
    /** A URL for reports of vulnerabilities. Null: not published. */
    securityContact: env.SECURITY_CONTACT ?? null,
    dataDir: path.resolve(env.DATA_DIR),
    database: {
      /** Null: the embedded server. */
      url: env.DATABASE_URL ?? null,
      /** The owner of the schema, for `migrate`. Null: the same as `url`. */
      migrateUrl: env.MIGRATE_DATABASE_URL ?? null,
      poolMax: env.DATABASE_POOL_MAX,
      embeddedPort: env.POSTGRES_PORT,
    },
    temporal: temporalOf(env),
    provider: providerOf(env),
    deposits: {
      expiryMinutes: env.DEPOSIT_EXPIRY_MINUTES,
      /** Of slip pictures. */
      slipRetentionDays: env.SLIP_RETENTION_DAYS,
    },
    retention: retentionOf(env),
    withdrawals: {
      /** Of a payout without a callback. The last delay repeats. */
      inquiryDelaysMs: env.PAYOUT_INQUIRY_SECONDS.map((count) => count * 1000),
      /** Rejects unknown bank names. Otherwise, the provider decides. */
      strictBanks: env.STRICT_BANKS,
    },
    operators: {
      /** Acts that post money or extend rights need the approval of another operator. */
      approvals: (env.OPERATOR_APPROVALS ?? (env.PROVIDER === 'sandbox' ? 'off' : 'on')) === 'on',
    },
    ...safeguardsOf(env),
    sandboxBank: {
      port: env.SANDBOX_BANK_PORT,
      /** For browsers; may differ from the URL for processes. */
      publicUrl: bankUrlOf(env),
      /** The base of the bank's callbacks. */
      gatewayUrl:
        env.GATEWAY_URL ?? `http://127.0.0.1:${(env.CALLBACKS_ADDRESS ?? { port: env.PORT }).port}`,
    },
    /** For the operations endpoints. Empty: no access. */
    operatorKeys: env.OPERATOR_KEY ?? [],
    worker: workerOf(env),
    webhooks: { allowPrivate: env.WEBHOOK_ALLOW_PRIVATE },
    mail: mailOf(env),
    encryptionKeys: ringOf(env),
    /** Wraps data keys. Null: the first of `encryptionKeys` does. */
    encryptionKeyCommand: env.ENCRYPTION_KEY_COMMAND ?? null,
    auditAnchor: anchorOf(env),
    log: { level: env.LOG_LEVEL },
    tracing: tracingOf(env),
  });
}

const providerOf = (env: Parsed) => ({
  /** Whether the environment defines a provider account. */
  isConfigured: env.PROVIDER !== 'none',
  connector: ['sandbox', 'gw', 'none'].includes(env.PROVIDER) ? 'generic' : env.PROVIDER,
  url: env.PROVIDER_URL ?? `http://127.0.0.1:${env.SANDBOX_BANK_PORT}`,
  /** Authenticates the gateway's requests to the provider. Null: no request can be sent. */
  key: env.PROVIDER_KEY?.[0] ?? null,
  /** Each authenticates a callback. Empty: no callback is accepted. */
  acceptedKeys: env.PROVIDER_KEY ?? [],
  /** Provider accounts in the database may have http, private and loopback addresses. */
  allowsPrivate: env.PROVIDER_ALLOW_PRIVATE,
  /** Each verifies the signature of a callback. Empty: callbacks are not signed. */
  callbackSecrets: env.PROVIDER_CALLBACK_SECRET ?? [],
  billerId: env.BILLER_ID,
  /** The payee's name, as the payer's bank shows it. */
  billerName: env.BILLER_NAME,
});

const ringOf = (env: z.output<typeof environment>): readonly EncryptionKey[] =>
  env.ENCRYPTION_KEYS_FILE ?? env.ENCRYPTION_KEYS;

const retentionOf = (env: z.output<typeof environment>) => ({
  /** Of customers' data in closed orders. */
  customerDays: env.CUSTOMER_RETENTION_DAYS,
  /** Of accounts without a team. */
  peopleDays: env.PEOPLE_RETENTION_DAYS,
  signInPlaceDays: env.SIGN_IN_PLACE_RETENTION_DAYS,
  mailDays: env.MAIL_RETENTION_DAYS,
  /** Of events with their deliveries and attempts. */
  eventDays: env.EVENT_RETENTION_DAYS,
  /** Of partitioned tables; `migrate` applies it. */
  partitionDays: {
    api_requests: env.API_REQUEST_RETENTION_DAYS,
    provider_exchanges: env.EXCHANGE_RETENTION_DAYS,
  },
});

const safeguardsOf = (env: z.output<typeof environment>) => ({
  merchants: {
    /** Whether merchants may add provider accounts of their own on the dashboard. */
    addAccounts: env.MERCHANT_ACCOUNTS,
    /** Payouts per day, for a merchant created in live mode. */
    payoutLimitSatang: env.NEW_MERCHANT_PAYOUT_LIMIT * 100,
  },
  refunds: {
    /** Treats a refund to an account that the bank did not name as the payer's as a payout. */
    areStrict: env.STRICT_REFUNDS,
  },
  apiKeys: {
    /** Maximum days until a new key expires. Null: a key may have no expiry. */
    daysMax: env.API_KEY_DAYS_MAX ?? null,
  },
});

const httpOf = (env: z.output<typeof environment>) => ({
  host: env.HOST,
  port: env.PORT,
  ...urlsOf(env),
  /** Addresses of the route groups of http/listeners.ts. Null: the group is served on `port`. */
  listeners: {
    console: env.CONSOLE_ADDRESS ?? null,
    metrics: env.METRICS_ADDRESS ?? null,
    callbacks: env.CALLBACKS_ADDRESS ?? null,
  },
  /** Per client network. Behind a proxy, all clients share its address. */
  connectionsPerAddress: env.CONNECTIONS_PER_ADDRESS ?? (env.TRUSTED_PROXIES > 0 ? 5_000 : 2_000),
  rateLimitPerSecond: env.RATE_LIMIT_PER_SECOND,
  /** Per process; the effective limit shrinks under overload. */
  requestsInFlightMax: env.REQUESTS_IN_FLIGHT_MAX,
  /** The process is overloaded when no authentication of an interval is faster. */
  queueDelayMaxMs: env.QUEUE_DELAY_MAX_MS,
  /** Number of trusted proxies that append to X-Forwarded-For. */
  trustedProxies: env.TRUSTED_PROXIES,
});

/**
 * Base URLs without a trailing slash. PUBLIC_URL is also the URL of the console and of callbacks,
 * whose requests a proxy then routes by their paths. Without it, each has the port of its listener.
 */
function urlsOf(env: z.output<typeof environment>) {
  const urlOf = (own: string | undefined, listener?: { readonly port: number }): string =>
    (own ?? env.PUBLIC_URL ?? `http://localhost:${(listener ?? { port: env.PORT }).port}`).replace(
      /\/+$/,
      '',
    );
  return {
    publicUrl: urlOf(env.PUBLIC_URL),
    consoleUrl: urlOf(env.CONSOLE_URL, env.CONSOLE_ADDRESS),
    /** For the callback URLs that providers are given. */
    callbacksUrl: urlOf(env.CALLBACKS_URL, env.CALLBACKS_ADDRESS),
  };
}

/** For browsers, without a trailing slash. */
const bankUrlOf = (env: z.output<typeof environment>): string =>
  (env.SANDBOX_BANK_URL ?? env.PROVIDER_URL ?? `http://localhost:${env.SANDBOX_BANK_PORT}`).replace(
    /\/+$/,
    '',
  );

const temporalOf = (env: z.output<typeof environment>) => ({
  /** Null: the embedded development server. */
  address: env.TEMPORAL_ADDRESS ?? null,
  namespace: env.TEMPORAL_NAMESPACE,
  apiKey: env.TEMPORAL_API_KEY ?? null,
  tls: tlsOf(env),
  /** The CLI that contains the embedded server. Null: none was found. */
  embeddedProgram: env.TEMPORAL_PROGRAM ?? null,
  embeddedPort: env.TEMPORAL_PORT,
  embeddedUiPort: env.TEMPORAL_UI_PORT,
  /** Whether the embedded server keeps the visibility indexes that the gateway does not need. */
  embeddedHasAllIndexes: env.TEMPORAL_ALL_INDEXES,
  /** The Temporal UI for operators, without a trailing slash. Null: not configured. */
  uiUrl: env.TEMPORAL_UI_URL?.replace(/\/+$/, '') ?? null,
});

const workerOf = (env: z.output<typeof environment>) => ({
  /** Of the health and metrics endpoints. */
  port: env.WORKER_PORT,
  /** Enables stack traces and a time limit of workflows, for a quarter more CPU time. */
  workflowTraces: env.WORKFLOW_TRACES,
});

/** Tracing is on when an endpoint or an exporter is named. */
function tracingOf(env: z.output<typeof environment>) {
  const endpoint = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? env.OTEL_EXPORTER_OTLP_ENDPOINT;
  const { OTEL_TRACES_EXPORTER: exporter = endpoint === undefined ? 'none' : 'otlp' } = env;
  return {
    isOn: exporter === 'otlp' && !env.OTEL_SDK_DISABLED,
    /** Finished spans in memory. */
    queueMax: env.OTEL_BSP_MAX_QUEUE_SIZE,
    /** The `traceparent` of a request becomes its parent; otherwise it is linked only. */
    acceptsParents: env.ACCEPT_TRACEPARENT,
  };
}

/** Of the audit log heads. */
const anchorOf = (env: z.output<typeof environment>) => ({
  file: env.AUDIT_ANCHOR_FILE ?? null,
  syslog: env.AUDIT_ANCHOR_SYSLOG ?? null,
  everyMs: env.AUDIT_ANCHOR_SECONDS * 1000,
});

/** SMTP if configured. Otherwise a sandbox uses its mailbox, and live mode sends no mail. */
function mailOf(env: z.output<typeof environment>) {
  const hasMailbox = env.PROVIDER === 'sandbox' && env.SMTP_URL === undefined;
  return {
    smtpUrl: env.SMTP_URL ?? null,
    from: env.MAIL_FROM ?? 'Saphan <no-reply@localhost>',
    /** The sandbox mailbox for browsers. Null with SMTP or in live mode. */
    mailboxUrl: hasMailbox ? bankUrlOf(env) : null,
  };
}

/** Null: no TLS. A configured file enables it. */
function tlsOf(env: z.output<typeof environment>) {
  const { TEMPORAL_TLS_CA: ca, TEMPORAL_TLS_CERT: cert, TEMPORAL_TLS_KEY: key } = env;
  if (!env.TEMPORAL_TLS && ca === undefined && cert === undefined) return null;
  return { caFile: ca ?? null, certFile: cert ?? null, keyFile: key ?? null };
}
