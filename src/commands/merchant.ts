import { inviteOwner } from '../application/accounts/invite';
import {
  issueKey,
  provisionMerchant,
  revokeIssuedKey,
} from '../application/merchants/provision-merchant';
import { setMerchantLimit, setMerchantStatus } from '../application/merchants/decide-merchant';
import { listApiKeys, listMerchants } from '../db/accounts/merchants';
import type { Merchant } from '../db/accounts/merchants';
import { decimalBahtToSatang, formatBaht } from '../domain/money';
import { permissions } from '../domain/permission';
import type { Permission } from '../domain/permission';
import { Problem } from '../domain/problem';
import { UsageError, isEmail, only, printRows } from './command';
import type { Command, Invocation } from './command';
import { commandAudit, withDatabase, withVault } from './wiring';

/** Throws UsageError. */
function permissionIn({ options }: Pick<Invocation, 'options'>, fallback: Permission): Permission {
  const given = options['permission'] ?? fallback;
  const permission = permissions.find((each) => each === given);
  if (permission !== undefined) return permission;
  throw new UsageError(`--permission must be one of ${permissions.join(', ')}.`);
}

export const create: Command = {
  summary: 'create a merchant and its first API key, which is shown once',
  usage: '<name>',
  options: {
    permission: {
      type: 'string',
      value: 'read|write|withdraw',
      help: 'permission of the key; write by default',
    },
  },
  async run(invocation) {
    const { config, json, print } = invocation;
    const name = only(invocation, 'a name');
    const permission = permissionIn(invocation, 'write');
    const key = { mode: config.mode, name: 'first key', permission };
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

/** Throws a Problem of `work` as a UsageError. `unchanged`: the text if the state is the same. */
async function asUsageError<Result>(
  work: Promise<Result>,
  merchantId: string,
  unchanged?: string,
): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.code === 'merchant_not_found') {
      throw new UsageError(`Merchant ${merchantId} does not exist.`);
    }
    throw new UsageError(unchanged ?? error.message);
  }
}

const setStatus = (status: Merchant['status'], summary: string): Command => ({
  summary,
  usage: '<merchant-id>',
  options: {
    reason: { type: 'string', value: 'text', help: 'stored in the audit log' },
  },
  async run({ config, args, options, json, print }) {
    const merchantId = only({ args }, 'a merchant ID');
    const reason = typeof options['reason'] === 'string' ? options['reason'] : '';
    await asUsageError(
      withVault(config, (deps) =>
        setMerchantStatus(deps, commandAudit(), merchantId, { status, reason }),
      ),
      merchantId,
      `Merchant ${merchantId} is already ${status}.`,
    );
    print(json ? JSON.stringify({ merchantId, status }) : `Merchant ${merchantId} is ${status}.`);
    return 0;
  },
});

export const invite: Command = {
  summary:
    'invite an owner to the dashboard by email; if there is another owner, acceptance holds ' +
    'payouts for 24 hours',
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
    await asUsageError(
      withVault(config, (deps) =>
        inviteOwner(deps, commandAudit(), merchantId, { email, language, isAdmin: true }),
      ),
      merchantId,
      `${email} is already a member of merchant ${merchantId}.`,
    );
    const { mailboxUrl } = config.mail;
    const where = mailboxUrl === null ? '' : ` (sandbox mailbox: ${mailboxUrl}/mail)`;
    print(
      json ? JSON.stringify({ merchantId, email }) : `The invitation is sent to ${email}${where}.`,
    );
    return 0;
  },
};

export const createKey: Command = {
  summary: 'create an API key, which is shown once',
  usage: '<merchant-id>',
  options: {
    name: { type: 'string', value: 'name', help: 'name of the key in lists' },
    permission: {
      type: 'string',
      value: 'read|write|withdraw',
      help: 'permission of the key; read by default',
    },
  },
  async run(invocation) {
    const { config, options, json, print } = invocation;
    const merchantId = only(invocation, 'a merchant ID');
    const name = typeof options['name'] === 'string' ? options['name'] : 'key';
    const key = { mode: config.mode, name, permission: permissionIn(invocation, 'read') };
    const made = await asUsageError(
      withVault(config, (deps) => issueKey(deps, commandAudit(), merchantId, key)),
      merchantId,
    );
    print(json ? JSON.stringify(made) : `${made.keyId}\n${made.apiKey}   (shown once)`);
    return 0;
  },
};

export const listKeys: Command = {
  summary: "list a merchant's API keys",
  usage: '<merchant-id>',
  options: {},
  async run(invocation) {
    const merchantId = only(invocation, 'a merchant ID');
    const keys = await withDatabase(invocation.config, (db) => listApiKeys(db, merchantId));
    printRows(
      invocation,
      keys.map(({ id, name, hint, permission, createdAt, revokedAt }) => ({
        id,
        name,
        key: hint,
        permission,
        created: createdAt.toISOString(),
        revoked: revokedAt?.toISOString() ?? '',
      })),
    );
    return 0;
  },
};

export const revokeKey: Command = {
  summary: 'revoke an API key; the next request with it fails',
  usage: '<key-id>',
  options: {},
  async run(invocation) {
    const keyId = only(invocation, 'a key ID');
    try {
      await withVault(invocation.config, (deps) => revokeIssuedKey(deps, commandAudit(), keyId));
    } catch (error) {
      if (error instanceof Problem) throw new UsageError(`No active key ${keyId} exists.`);
      throw error;
    }
    invocation.print(
      invocation.json ? JSON.stringify({ keyId, revoked: true }) : `Key ${keyId} is revoked.`,
    );
    return 0;
  },
};

export const limit: Command = {
  summary:
    'set the daily limit of withdrawals and refunds; raising or removing it holds payouts for ' +
    '24 hours',
  usage: '<merchant-id>',
  options: {
    'per-day': {
      type: 'string',
      value: 'baht',
      help: 'such as 50000 or 49999.50; `none` removes the limit; required',
    },
  },
  async run(invocation) {
    const { config, json, print } = invocation;
    const merchantId = only(invocation, 'a merchant ID');
    const written = invocation.options['per-day'];
    const baht =
      typeof written === 'string' && /^\d+(\.\d+)?$/.test(written) ? Number(written) : NaN;
    const limitSatang = written === 'none' ? null : decimalBahtToSatang(baht);
    if (limitSatang === null && written !== 'none') {
      throw new UsageError('--per-day is required: baht such as 50000 or 49999.50, or none.');
    }
    await asUsageError(
      withVault(config, (deps) =>
        setMerchantLimit(deps, commandAudit(), merchantId, { limitSatang, isAdmin: true }),
      ),
      merchantId,
    );
    const shown = limitSatang === null ? 'no limit' : `${formatBaht(limitSatang)} baht per day`;
    print(json ? JSON.stringify({ merchantId, limitSatang }) : `Merchant ${merchantId}: ${shown}.`);
    return 0;
  },
};

export const disable = setStatus('disabled', 'disable a merchant: it cannot create orders');
export const enable = setStatus('active', 'enable a disabled merchant');
