import { inviteOwner } from '../application/accounts/invite';
import { resetUserFactors } from '../application/accounts/reset-factors';
import { provisionMerchant } from '../application/merchants/provision-merchant';
import {
  setMerchantLimit,
  setMerchantQuotas,
  setMerchantStatus,
} from '../application/merchants/decide-merchant';
import { listMerchants, type Merchant } from '../db/accounts/merchants';
import { decimalBahtToSatang, formatBaht } from '../domain/money';
import { UsageError, isEmail, only, printRows, type Command, type Invocation } from './command';
import { permissionOption, permissionsIn } from './merchant-key';
import { act, commandAudit, withDatabase, withVault } from './wiring';

export const create: Command = {
  summary: 'create a merchant and its first API key, which is shown once',
  usage: '<name>',
  options: {
    permission: permissionOption('write'),
  },
  async run(invocation) {
    const { config, json, print } = invocation;
    const name = only(invocation, 'a name');
    const permissions = permissionsIn(invocation, 'write');
    const key = { name: 'first key', permissions };
    const made = await withVault(config, (deps) =>
      provisionMerchant(deps, commandAudit(), { name, openingSatang: 0, key }),
    );
    if (json) print(JSON.stringify(made));
    else print(`Merchant ${made.merchantId}\nAPI key  ${made.apiKey}   (shown once)`);
    return 0;
  },
};

export const list: Command = {
  summary: 'list the merchants',
  usage: '',
  options: {},
  async run(invocation) {
    const merchants = await withDatabase(invocation.config, listMerchants);
    printRows(
      invocation,
      merchants.map(({ id, name, status, createdAt }) => ({
        id,
        name,
        status,
        created: createdAt.toISOString(),
      })),
    );
    return 0;
  },
};

const unknown = (merchantId: string) => ({
  merchant_not_found: `Merchant ${merchantId} does not exist.`,
});

const setStatus = (status: Merchant['status'], summary: string): Command => ({
  summary,
  usage: '<merchant-id>',
  options: {
    reason: { type: 'string', value: 'text', help: 'stored in the audit log' },
  },
  async run({ config, args, options, json, print }) {
    const merchantId = only({ args }, 'a merchant ID');
    const reason = typeof options['reason'] === 'string' ? options['reason'] : '';
    await act(
      { config },
      (deps) => setMerchantStatus(deps, commandAudit(), merchantId, { status, reason }),
      {
        ...unknown(merchantId),
        state_conflict: `Merchant ${merchantId} is already ${status}.`,
      },
    );
    print(json ? JSON.stringify({ merchantId, status }) : `Merchant ${merchantId} is ${status}.`);
    return 0;
  },
});

export const invite: Command = {
  summary:
    'invite an owner to the dashboard by email; if there is another owner, acceptance holds ' +
    'payouts for 24 hours',
  actsUnapproved: true,
  usage: '<merchant-id>',
  options: {
    email: { type: 'string', value: 'email', help: 'address of the owner; required' },
    lang: { type: 'string', value: 'th|en', help: 'language of the email; th by default' },
  },
  async run({ config, args, options, json, print }) {
    const merchantId = only({ args }, 'a merchant ID');
    const { email, lang: language = 'th' } = options;
    if (!isEmail(email)) throw new UsageError('--email is required and must be an email address.');
    if (language !== 'th' && language !== 'en') throw new UsageError('--lang must be th or en.');
    await act(
      { config },
      (deps) => inviteOwner(deps, commandAudit(), merchantId, { email, language, isAdmin: true }),
      {
        ...unknown(merchantId),
        member_already: `${email} is already a member of merchant ${merchantId}.`,
      },
    );
    const { mailboxUrl } = config.mail;
    const where = mailboxUrl === null ? '' : ` (sandbox mailbox: ${mailboxUrl}/mail)`;
    print(
      json ? JSON.stringify({ merchantId, email }) : `The invitation is sent to ${email}${where}.`,
    );
    return 0;
  },
};

export const resetFactors: Command = {
  summary:
    'remove the lost second factor of a user of the dashboard and end their sessions; holds the ' +
    'payouts of their merchants for 24 hours',
  usage: '<email>',
  options: {},
  async run({ config, args, json, print }) {
    const email = only({ args }, 'an email address');
    await act({ config }, (deps) => resetUserFactors(deps, commandAudit(), email), {
      member_not_found: `User ${email} does not exist.`,
      state_conflict: `User ${email} has no second factor.`,
    });
    print(
      json
        ? JSON.stringify({ email, reset: true })
        : `User ${email} signs in with the password. Payouts are on hold for 24 hours.`,
    );
    return 0;
  },
};

export const limit: Command = {
  summary:
    'set the daily limit of withdrawals and refunds; raising or removing it holds payouts for ' +
    '24 hours',
  actsUnapproved: true,
  usage: '<merchant-id>',
  options: {
    'per-day': {
      type: 'string',
      value: 'baht',
      help: 'such as 50000 or 49999.50; `none` removes the limit; required',
    },
  },
  async run(invocation) {
    const { json, print } = invocation;
    const merchantId = only(invocation, 'a merchant ID');
    const written = invocation.options['per-day'];
    const baht =
      typeof written === 'string' && /^\d+(\.\d+)?$/.test(written) ? Number(written) : NaN;
    const limitSatang = written === 'none' ? null : decimalBahtToSatang(baht);
    if (limitSatang === null && written !== 'none') {
      throw new UsageError('--per-day is required: baht such as 50000 or 49999.50, or none.');
    }
    await act(
      invocation,
      (deps) => setMerchantLimit(deps, commandAudit(), merchantId, { limitSatang, isAdmin: true }),
      unknown(merchantId),
    );
    const shown = limitSatang === null ? 'no limit' : `${formatBaht(limitSatang)} baht per day`;
    print(json ? JSON.stringify({ merchantId, limitSatang }) : `Merchant ${merchantId}: ${shown}.`);
    return 0;
  },
};

/** Undefined without the option, null for `word`. Throws UsageError. */
function countIn(
  { options }: Pick<Invocation, 'options'>,
  name: string,
  { min, word }: { readonly min: number; readonly word: string },
): number | null | undefined {
  const given = options[name];
  if (given === undefined) return undefined;
  if (given === word) return null;
  const count = typeof given === 'string' && /^\d{1,7}$/.test(given) ? Number(given) : NaN;
  if (count >= min && count <= 1_000_000) return count;
  throw new UsageError(`--${name} must be a whole number from ${min} to 1000000, or ${word}.`);
}

export const quota: Command = {
  summary: 'set the quotas of a merchant: requests per second, and pending payments and deposits',
  usage: '<merchant-id>',
  options: {
    'requests-per-second': {
      type: 'string',
      value: 'count',
      help: 'over all API processes; `default` for RATE_LIMIT_PER_SECOND',
    },
    'open-orders': {
      type: 'string',
      value: 'count',
      help: 'maximum of pending payments and deposits; `none` for no limit',
    },
  },
  async run(invocation) {
    const { config, json, print } = invocation;
    const merchantId = only(invocation, 'a merchant ID');
    const perSecond = countIn(invocation, 'requests-per-second', { min: 1, word: 'default' });
    const openOrders = countIn(invocation, 'open-orders', { min: 0, word: 'none' });
    const changed = {
      ...(perSecond === undefined ? {} : { requestsPerSecond: perSecond }),
      ...(openOrders === undefined ? {} : { openOrdersMax: openOrders }),
    };
    if (Object.keys(changed).length === 0) {
      throw new UsageError('--requests-per-second or --open-orders is required.');
    }
    const { requestsPerSecond, openOrdersMax } = await act(
      invocation,
      (deps) => setMerchantQuotas(deps, commandAudit(), merchantId, changed),
      unknown(merchantId),
    );
    const shown = [
      `${requestsPerSecond ?? `${config.http.rateLimitPerSecond} (default)`} requests per second`,
      openOrdersMax === null ? 'no limit of open orders' : `${openOrdersMax} open orders`,
    ];
    print(
      json
        ? JSON.stringify({ merchantId, requestsPerSecond, openOrdersMax })
        : `Merchant ${merchantId}: ${shown.join(', ')}.`,
    );
    return 0;
  },
};

export const disable = setStatus('disabled', 'disable a merchant: it cannot create orders');
export const enable = setStatus('active', 'enable a disabled merchant');
