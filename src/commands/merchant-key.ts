import {
  OVERLAP_HOURS_MAX,
  changeKey,
  createKey,
  revokeKey,
  rotateKey,
  type IssuedKey,
  type KeyChanges,
} from '../application/merchants/api-keys';
import { readBlocks, readPayees } from '../application/merchants/read-key-limits';
import { maskedPayees } from '../application/payouts/payees';
import { listApiKeys } from '../db/accounts/api-keys';
import { permissionSets, readGrants, type Grant, type PermissionSet } from '../domain/permission';
import {
  UsageError,
  only,
  printRows,
  type Command,
  type CommandOption,
  type Invocation,
} from './command';
import { act, commandAudit, withStores } from './wiring';

type Options = Pick<Invocation, 'options'>;

export const permissionOption = (fallback: PermissionSet): CommandOption => ({
  type: 'string',
  value: 'read|write|withdraw|<noun>:read|write,…',
  help: `permissions of the key; ${fallback} by default`,
});

/** Throws UsageError. */
export function permissionsIn({ options }: Options, fallback: PermissionSet): readonly Grant[] {
  const given = options['permission'] ?? fallback;
  const grants = typeof given === 'string' ? readGrants(given.split(',')) : null;
  if (grants !== null) return grants;
  throw new UsageError(
    `--permission must be ${permissionSets.join(', ')}, ` +
      'or a list such as payments:read,refunds:write.',
  );
}

const limitOptions = {
  addresses: {
    type: 'string',
    value: 'list',
    help: 'IP addresses and CIDR blocks that the key is accepted from; `any` by default',
  },
  payees: {
    type: 'string',
    value: 'bank:number,…',
    help: 'the only accounts that the key may pay out to; `any` by default',
  },
} as const;

/** Undefined without the option, null for `any`. Throws Problem. */
function listIn<Item>(
  { options }: Options,
  name: keyof typeof limitOptions,
  read: (text: string) => readonly Item[],
): readonly Item[] | null | undefined {
  const given = options[name];
  if (typeof given !== 'string') return undefined;
  return given === 'any' ? null : read(given);
}

/** Undefined without the option. Throws UsageError unless it is a whole number. */
function countIn({ options }: Options, name: string, max: number): number | undefined {
  const given = options[name];
  if (given === undefined) return undefined;
  const count = typeof given === 'string' && /^\d{1,4}$/.test(given) ? Number(given) : NaN;
  if (count <= max) return count;
  throw new UsageError(`--${name} must be a whole number up to ${max}.`);
}

const secretLines = ({ keyId, apiKey, signingSecret }: IssuedKey): string =>
  [
    keyId,
    `${apiKey}   (shown once)`,
    ...(signingSecret === null ? [] : [`${signingSecret}   (signs payouts, shown once)`]),
  ].join('\n');

export const create: Command = {
  summary: 'create an API key, which is shown once',
  usage: '<merchant-id>',
  options: {
    name: { type: 'string', value: 'name', help: 'name of the key in lists' },
    permission: permissionOption('read'),
    'expires-days': {
      type: 'string',
      value: 'days',
      help: 'the key expires after 1 to 366 days; by default after API_KEY_DAYS_MAX or never',
    },
    ...limitOptions,
    signed: { type: 'boolean', help: 'require signed payouts' },
  },
  async run(invocation) {
    const { options, json, print } = invocation;
    const merchantId = only(invocation, 'a merchant ID');
    const made = await act(invocation, (deps) =>
      createKey(deps, commandAudit(), merchantId, {
        name: typeof options['name'] === 'string' ? options['name'] : 'key',
        permissions: permissionsIn(invocation, 'read'),
        expiresInDays: countIn(invocation, 'expires-days', 366) ?? null,
        addresses: listIn(invocation, 'addresses', readBlocks) ?? null,
        payees: listIn(invocation, 'payees', readPayees) ?? null,
        mustSign: options['signed'] === true,
      }),
    );
    print(json ? JSON.stringify(made) : secretLines(made));
    return 0;
  },
};

/** Contains the given options only. Throws UsageError or Problem. */
function changesIn(invocation: Invocation): KeyChanges {
  const addresses = listIn(invocation, 'addresses', readBlocks);
  const payees = listIn(invocation, 'payees', readPayees);
  const { signing } = invocation.options;
  if (signing !== undefined && signing !== 'on' && signing !== 'off') {
    throw new UsageError('--signing must be on or off.');
  }
  const changes = {
    ...(addresses === undefined ? {} : { addresses }),
    ...(payees === undefined ? {} : { editPayees: () => payees }),
    ...(signing === undefined ? {} : { mustSign: signing === 'on' }),
  };
  if (Object.keys(changes).length > 0) return changes;
  throw new UsageError('--addresses, --payees or --signing is required.');
}

export const change: Command = {
  summary: 'change the limits of an API key from the next request on',
  usage: '<key-id>',
  options: {
    ...limitOptions,
    signing: { type: 'string', value: 'on|off', help: 'whether payouts must be signed' },
  },
  async run(invocation) {
    const keyId = only(invocation, 'a key ID');
    const { signingSecret } = await act(invocation, (deps) =>
      changeKey(deps, commandAudit(), null, keyId, changesIn(invocation)),
    );
    const secret = signingSecret === null ? '' : `\n${signingSecret}   (signs payouts, shown once)`;
    invocation.print(
      invocation.json
        ? JSON.stringify({ keyId, signingSecret })
        : `Key ${keyId} is changed.${secret}`,
    );
    return 0;
  },
};

const OVERLAP_HOURS = 24;

export const rotate: Command = {
  summary: 'create a key in place of another, which stays valid for some hours',
  usage: '<key-id>',
  options: {
    'overlap-hours': {
      type: 'string',
      value: 'hours',
      help: `0 to ${OVERLAP_HOURS_MAX}; ${OVERLAP_HOURS} by default`,
    },
  },
  async run(invocation) {
    const keyId = only(invocation, 'a key ID');
    const hours = countIn(invocation, 'overlap-hours', OVERLAP_HOURS_MAX) ?? OVERLAP_HOURS;
    const made = await act(invocation, (deps) =>
      rotateKey(deps, commandAudit(), null, keyId, hours),
    );
    const until = made.validUntil.toISOString();
    invocation.print(
      invocation.json
        ? JSON.stringify(made)
        : `${secretLines(made)}\nKey ${keyId} is valid until ${until}.`,
    );
    return 0;
  },
};

export const list: Command = {
  summary: "list a merchant's API keys",
  usage: '<merchant-id>',
  options: {},
  async run(invocation) {
    const merchantId = only(invocation, 'a merchant ID');
    const rows = await withStores(invocation.config, async (deps) =>
      (await listApiKeys(deps.db, deps.vault, merchantId)).map((key) => ({
        id: key.id,
        name: key.name,
        key: key.hint,
        permission: key.permissions.join(','),
        created: key.createdAt.toISOString(),
        expires: key.expiresAt?.toISOString() ?? '',
        used: key.lastUsedAt?.toISOString() ?? '',
        from: key.lastUsedFrom ?? '',
        addresses: key.addresses?.join(' ') ?? '',
        payees: maskedPayees(deps, key)?.join(', ') ?? '',
        signed: key.signingSecretSealed === null ? '' : 'yes',
        replaced: key.replacedBy ?? '',
        revoked: key.revokedAt?.toISOString() ?? '',
      })),
    );
    printRows(invocation, rows);
    return 0;
  },
};

export const revoke: Command = {
  summary: 'revoke an API key; the next request with it fails',
  usage: '<key-id>',
  options: {
    'withdraw-payouts': {
      type: 'boolean',
      help: 'also end the payouts of the key that wait for an approval',
    },
  },
  async run(invocation) {
    const keyId = only(invocation, 'a key ID');
    const withdrawsPayouts = invocation.options['withdraw-payouts'] === true;
    const payouts = await act(invocation, (deps) =>
      revokeKey(deps, commandAudit(), null, keyId, { withdrawsPayouts }),
    );
    invocation.print(
      invocation.json
        ? JSON.stringify({ keyId, revoked: true, payoutsWithdrawn: payouts })
        : `Key ${keyId} is revoked.` + (withdrawsPayouts ? ` Payouts withdrawn: ${payouts}.` : ''),
    );
    return 0;
  },
};
