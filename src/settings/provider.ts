import { z } from 'zod';
import type { addresses } from './addresses';
import type { retention } from './retention';
import { setting, type ValuesOf } from './setting';
import { flag, httpUrl, integer, keysOf, port, seconds } from './types';

/** Of the sandbox. Live mode refuses both. */
export const SANDBOX_BILLER_ID = '099999999999990';
export const SANDBOX_BILLER_NAME = 'Saphan Sandbox';

const ofSandboxBank = { fixed: 'of the sandbox bank, which the chart does not run' };

export const provider = {
  PROVIDER: setting(
    z
      .string()
      .regex(/^[a-z0-9]{1,32}$/, 'sandbox, gw, none or the name of a connector')
      .default('sandbox'),
    {
      description:
        '`sandbox`: the sandbox bank. `gw`: a provider with the generic contract, [live ' +
        'mode](#live-mode). `none`: live mode, every [provider account](providers/README.md) ' +
        'is in the database. The name of a connector: live mode with it.',
      compose: {
        required: 'set it in .env, gw or none or sandbox',
        example: 'gw',
        note:
          '`sandbox` needs `PROVIDER_URL=http://sandbox-bank:8081` and ' +
          '`COMPOSE_PROFILES=sandbox`, too.',
      },
      chart: { value: 'none' },
    },
  ),
  PROVIDER_URL: setting(z.url().optional(), {
    description: 'Base URL of the provider. Not used with `PROVIDER=none`.',
    fallback: "the sandbox bank's",
  }),
  PROVIDER_KEY: setting(keysOf(16).optional(), {
    description:
      'Shared with the provider, at least 16 characters (`openssl rand -hex 24`): it ' +
      'authenticates both directions. Of several keys, separated by commas, all are accepted ' +
      'and the first is sent. Not used with `PROVIDER=none`.',
    fallback: "the sandbox bank's",
    secret: true,
  }),
  PROVIDER_CALLBACK_SECRET: setting(keysOf(32).optional(), {
    description:
      'When set, callbacks to the account of `PROVIDER` must be ' +
      '[signed](providers/README.md#signed-callbacks) with it (`openssl rand -hex 24`). ' +
      'Several, separated by commas, during a rotation. The sandbox bank signs with all of ' +
      'them.',
    secret: true,
  }),
  BILLER_ID: setting(
    z
      .string()
      .regex(/^\d{15}$/, 'must have 15 digits')
      .default(SANDBOX_BILLER_ID),
    {
      description: '15 digits, given by the bank. Not used with `PROVIDER=none`.',
      fallback: "the sandbox's",
    },
  ),
  BILLER_NAME: setting(z.string().trim().min(1).max(60).default(SANDBOX_BILLER_NAME), {
    description:
      "Name of the recipient in the payer's banking app, for provider accounts without a name " +
      'of their own.',
  }),
  PROVIDER_ALLOW_PRIVATE: setting(flag, {
    description:
      'Allows http, private and loopback addresses in the settings of provider accounts. For ' +
      'trials only.',
    fallback: '`false`; `npm start` of a sandbox: `true`',
  }),
  MERCHANT_ACCOUNTS: setting(flag, {
    description: '`true`: owners of merchants add provider accounts of their own on the dashboard.',
  }),
  DEPOSIT_EXPIRY_MINUTES: setting(integer(1, 1440).default(30), {
    description: 'Minutes until a deposit expires. An uploaded slip extends them to a day.',
  }),
  PAYOUT_INQUIRY_SECONDS: setting(seconds.prefault('300,3600,86400'), {
    description:
      'Delays in seconds before inquiries about a payout, separated by commas. The last one ' +
      'repeats.',
  }),
  STRICT_BANKS: setting(flag, {
    description: '`true`: withdrawals to a bank whose name is unknown are rejected.',
  }),
  SANDBOX_BANK_URL: setting(httpUrl, {
    description: 'URL of the sandbox bank for browsers, if it differs from `PROVIDER_URL`.',
    fallback: '`PROVIDER_URL`',
    compose: { default: 'http://localhost:8081', example: 'http://localhost:8081' },
    chart: ofSandboxBank,
  }),
  SANDBOX_BANK_PORT: setting(port(8081), {
    description: 'Port of the sandbox bank.',
    compose: { fixed: 'fixed inside the container; .env sets the published port' },
    chart: ofSandboxBank,
  }),
  GATEWAY_URL: setting(z.url().optional(), {
    description: 'Base URL for the callbacks of the sandbox bank.',
    fallback: '`http://127.0.0.1:PORT`, or the port of `CALLBACKS_ADDRESS`',
    compose: { fixed: 'the api service' },
    chart: ofSandboxBank,
  }),
};

type Values = ValuesOf<typeof provider>;

export const isSandbox = (env: Pick<Values, 'PROVIDER'>): boolean => env.PROVIDER === 'sandbox';

export const providerOf = (env: Values) => ({
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

export const depositsOf = (env: Values & ValuesOf<typeof retention>) => ({
  expiryMinutes: env.DEPOSIT_EXPIRY_MINUTES,
  /** Of slip pictures. */
  slipRetentionDays: env.SLIP_RETENTION_DAYS,
});

export const withdrawalsOf = (env: Values) => ({
  /** Of a payout without a callback. The last delay repeats. */
  inquiryDelaysMs: env.PAYOUT_INQUIRY_SECONDS.map((count) => count * 1000),
  /** Rejects unknown bank names. Otherwise, the provider decides. */
  strictBanks: env.STRICT_BANKS,
});

export const sandboxBankOf = (env: Values & ValuesOf<typeof addresses>) => ({
  port: env.SANDBOX_BANK_PORT,
  /** For browsers; may differ from the URL for processes. */
  publicUrl: bankUrlOf(env),
  /** For links on pages. Null in live mode, which has no sandbox bank. */
  linkUrl: isSandbox(env) ? bankUrlOf(env) : null,
  /** The base of the bank's callbacks. */
  gatewayUrl:
    env.GATEWAY_URL ?? `http://127.0.0.1:${(env.CALLBACKS_ADDRESS ?? { port: env.PORT }).port}`,
});

/** For browsers, without a trailing slash. */
export const bankUrlOf = (env: Values): string =>
  (env.SANDBOX_BANK_URL ?? env.PROVIDER_URL ?? `http://localhost:${env.SANDBOX_BANK_PORT}`).replace(
    /\/+$/,
    '',
  );
