import { z } from 'zod';
import { isSandbox, type provider } from './provider';
import { setting, type ValuesOf } from './setting';
import { flag, integer, keysOf } from './types';

export const safeguards = {
  OPERATOR_APPROVALS: setting(z.enum(['on', 'off']).optional(), {
    description:
      'Another operator has to approve resolutions, corrections, higher payout limits, ' +
      'invitations of owners and of operators who may approve or propose, new or changed ' +
      'provider accounts, and the record that a manual refund was paid. A company with one ' +
      'operator sets `off`: then the audit log and the mails to owners are the only control.',
    fallback: '`on` in live mode, `off` in a sandbox',
  }),
  OPERATOR_KEY: setting(keysOf(16).optional(), {
    description:
      'Bearer key of `/ops/…`, at least 16 characters; several separated by commas during a ' +
      'rotation.',
    fallback: 'none; `/ops` answers 401',
    secret: true,
  }),
  STRICT_REFUNDS: setting(flag, {
    description:
      '`true`: a refund to the `client_bank_account` of a QR code, where the bank named no ' +
      'payer, needs `withdrawals:write` or an owner ([decision ' +
      '46](decisions/0046-limits-of-keys.md)).',
  }),
  NEW_MERCHANT_PAYOUT_LIMIT: setting(integer(0, 1_000_000_000).default(50_000), {
    description:
      'Baht of payouts per day of a merchant that is created in live mode. `gateway merchant ' +
      'limit` changes it.',
  }),
  API_KEY_DAYS_MAX: setting(integer(1, 366).optional(), {
    description:
      '1 to 366: every new API key expires within these days. Without it a key may have no ' +
      'expiry, and otherwise at most 366 days.',
  }),
  WEBHOOK_ALLOW_PRIVATE: setting(flag, {
    description: 'Allows http and private addresses as webhook URLs. For trials only.',
    fallback: '`false`; `npm start` of a sandbox: `true`',
  }),
};

type Values = ValuesOf<typeof safeguards>;

export const operatorsOf = (env: Values & ValuesOf<typeof provider>) => ({
  /** Acts that post money or extend rights need the approval of another operator. */
  approvals: (env.OPERATOR_APPROVALS ?? (isSandbox(env) ? 'off' : 'on')) === 'on',
});

export const merchantsOf = (env: Values & ValuesOf<typeof provider>) => ({
  /** Whether merchants may add provider accounts of their own on the dashboard. */
  addAccounts: env.MERCHANT_ACCOUNTS,
  /** Payouts per day, for a merchant created in live mode. */
  payoutLimitSatang: env.NEW_MERCHANT_PAYOUT_LIMIT * 100,
});

export const safeguardsOf = (env: Values) => ({
  /** For the operations endpoints. Empty: no access. */
  operatorKeys: env.OPERATOR_KEY ?? [],
  refunds: {
    /** Treats a refund to an account that the bank did not name as the payer's as a payout. */
    areStrict: env.STRICT_REFUNDS,
  },
  apiKeys: {
    /** Maximum days until a new key expires. Null: a key may have no expiry. */
    daysMax: env.API_KEY_DAYS_MAX ?? null,
  },
  webhooks: { allowPrivate: env.WEBHOOK_ALLOW_PRIVATE },
});
