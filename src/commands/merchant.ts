import { inviteOwner } from '../application/accounts/invite-owner';
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
import { UsageError, isAddress, only, printRows } from './command';
import type { Command, Invocation } from './command';
import { commandAudit, withDatabase, withVault } from './wiring';

/** Throws UsageError. */
function permissionIn({ options }: Pick<Invocation, 'options'>, fallback: Permission): Permission {
  const given = options['permission'] ?? fallback;
  const permission = permissions.find((each) => each === given);
  if (permission !== undefined) return permission;
  throw new UsageError(`--permission is one of ${permissions.join(', ')}.`);
}

export const create: Command = {
  summary: 'create a merchant and its first API key, shown once: --permission, default write',
  usage: '<name>',
  options: {
    permission: {
      type: 'string',
      value: 'read|write|withdraw',
      help: 'of the key; read by default',
    },
  },
  async run(invocation) {
    const { config, json, print } = invocation;
    const name = only(invocation, 'a name');
    const permission = permissionIn(invocation, 'write');
    const key = { mode: config.mode, name: 'first key', permission };
    const made = await withVault(config, (doing) =>
      provisionMerchant(doing, commandAudit(), { name, openingSatang: 0, key }),
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

/** Throws UsageError for what the caller can mend. */
async function told<Result>(work: Promise<Result>, merchantId: string): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new UsageError(
      error.code === 'merchant_not_found'
        ? `There is no merchant ${merchantId}.`
        : error.code === 'member_already'
          ? 'That address is in the team already.'
          : error.code === 'too_many_keys'
            ? error.message
            : `${merchantId} is so already.`,
    );
  }
}

const setStatus = (status: Merchant['status'], summary: string): Command => ({
  summary,
  usage: '<merchant-id>',
  options: {
    reason: { type: 'string', value: 'text', help: 'why; kept in the audit log' },
  },
  async run({ config, args, options, json, print }) {
    const merchantId = only({ args }, 'a merchant id');
    const reason = typeof options['reason'] === 'string' ? options['reason'] : '';
    await told(
      withVault(config, (doing) =>
        setMerchantStatus(doing, commandAudit(), merchantId, { status, reason }),
      ),
      merchantId,
    );
    print(json ? JSON.stringify({ merchantId, status }) : `${merchantId} is ${status}.`);
    return 0;
  },
});

export const invite: Command = {
  summary:
    'invite an owner to the dashboard by a mail: --email to whom, --lang th or en; beside an ' +
    'owner this holds payouts for a day once accepted',
  usage: '<merchant-id>',
  options: {
    email: { type: 'string', value: 'email', help: 'who is invited' },
    lang: { type: 'string', value: 'th|en', help: 'language of the mail; th by default' },
  },
  async run({ config, args, options, json, print }) {
    const merchantId = only({ args }, 'a merchant id');
    const { email, lang: language = 'th' } = options;
    if (!isAddress(email)) throw new UsageError('Say whom by --email.');
    if (language !== 'th' && language !== 'en') throw new UsageError('--lang is th or en.');
    await told(
      withVault(config, (doing) =>
        inviteOwner(doing, commandAudit(), merchantId, { email, language, isAdmin: true }),
      ),
      merchantId,
    );
    const { mailboxUrl } = config.mail;
    const where = mailboxUrl === null ? '' : `, at ${mailboxUrl}/mail`;
    print(json ? JSON.stringify({ merchantId, email }) : `${email} gets a link by mail${where}.`);
    return 0;
  },
};

export const createKey: Command = {
  summary: 'create an API key, shown once: --permission read (the default), write or withdraw',
  usage: '<merchant-id>',
  options: {
    name: { type: 'string', value: 'name', help: 'what lists call the key' },
    permission: { type: 'string', value: 'read|write|withdraw', help: 'read by default' },
  },
  async run(invocation) {
    const { config, options, json, print } = invocation;
    const merchantId = only(invocation, 'a merchant id');
    const name = typeof options['name'] === 'string' ? options['name'] : 'key';
    const key = { mode: config.mode, name, permission: permissionIn(invocation, 'read') };
    const made = await told(
      withVault(config, (doing) => issueKey(doing, commandAudit(), merchantId, key)),
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
    const merchantId = only(invocation, 'a merchant id');
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
  summary: 'revoke an API key; takes effect with the next request',
  usage: '<key-id>',
  options: {},
  async run(invocation) {
    const keyId = only(invocation, 'a key id');
    try {
      await withVault(invocation.config, (doing) => revokeIssuedKey(doing, commandAudit(), keyId));
    } catch (error) {
      if (error instanceof Problem) throw new UsageError(`There is no live key ${keyId}.`);
      throw error;
    }
    invocation.print(
      invocation.json ? JSON.stringify({ keyId, revoked: true }) : `${keyId} is revoked.`,
    );
    return 0;
  },
};

export const limit: Command = {
  summary:
    'bound what withdrawals and refunds may ask for in a day: --per-day baht, or none; lifting ' +
    'it holds payouts for a day',
  usage: '<merchant-id>',
  options: {
    'per-day': {
      type: 'string',
      value: 'baht',
      help: 'as 50000 or 49999.50; none lifts the limit',
    },
  },
  async run(invocation) {
    const { config, json, print } = invocation;
    const merchantId = only(invocation, 'a merchant id');
    const written = invocation.options['per-day'];
    const baht =
      typeof written === 'string' && /^\d+(\.\d+)?$/.test(written) ? Number(written) : NaN;
    const limitSatang = written === 'none' ? null : decimalBahtToSatang(baht);
    if (limitSatang === null && written !== 'none') {
      throw new UsageError('Say how much by --per-day, as 50000 or 49999.50; `none` lifts it.');
    }
    await told(
      withVault(config, (doing) =>
        setMerchantLimit(doing, commandAudit(), merchantId, { limitSatang, isAdmin: true }),
      ),
      merchantId,
    );
    const shown = limitSatang === null ? 'no limit' : `${formatBaht(limitSatang)} baht a day`;
    print(json ? JSON.stringify({ merchantId, limitSatang }) : `${merchantId}: ${shown}.`);
    return 0;
  },
};

export const disable = setStatus('disabled', 'stop a merchant from creating anything');
export const enable = setStatus('active', 'let a merchant create again');
