import { z } from 'zod';
import { filled } from '../contract/fields';
import {
  OVERLAP_HOURS_MAX,
  changeKey,
  createKey,
  revokeKey,
  rotateKey,
  type KeyChanges,
  type NewKey,
} from '../merchants/api-keys';
import { withdrawKeyPayouts } from './withdraw-key-payouts';
import { readBlocks, readPayees } from '../merchants/read-key-limits';
import { act } from '../kernel/acts/act';
import {
  countBetween,
  someOf,
  entry,
  flag,
  keyId,
  merchantId,
  option,
  permissionOption,
  readable,
} from '../kernel/acts/entry';

const byDeveloper = { realm: 'merchant', role: 'developer', stepUp: 'proof' } as const;

/** `merchantId`: of the user who acts; null for an operator, who reaches every key. */
interface OfKey {
  readonly merchantId: string | null;
  readonly keyId: string;
}

/** Undefined without the option, null for `any`. The reader throws Problem. */
const listOf = <Item>(reader: (text: string) => readonly Item[]) =>
  z
    .string()
    .transform((text) => (text === 'any' ? null : reader(text)))
    .optional();

const limits = {
  addresses: option(
    'list',
    'IP addresses and CIDR blocks that the key is accepted from; `any` by default',
    listOf(readBlocks),
  ),
  payees: option(
    'bank:number,…',
    'the only accounts that the key may pay out to; `any` by default',
    listOf(readPayees),
  ),
};

const count = (max: number) =>
  readable(`must be a whole number up to ${max}`, countBetween(0, max));

interface Creation {
  readonly merchantId: string;
  readonly key: NewKey;
}

const key_created = act({
  ...byDeveloper,
  entry: entry(
    'create an API key, which is shown once',
    {
      merchantId,
      name: option('name', 'name of the key in lists', filled(60).default('key')),
      permission: permissionOption('read'),
      expiresDays: option(
        'days',
        'the key expires after 1 to 366 days; by default after API_KEY_DAYS_MAX or never',
        count(366).optional(),
      ),
      ...limits,
      signed: flag('require signed payouts'),
    },
    ({ merchantId: id, name, permission: permissions, signed: mustSign, ...given }): Creation => {
      const { expiresDays: expiresInDays = null, addresses = null, payees = null } = given;
      const key = { name, permissions, expiresInDays, addresses, payees, mustSign };
      return { merchantId: id, key };
    },
  ),
  run: (deps, audit, { merchantId: id, key }) => createKey(deps, audit, id, key),
});

const key_changed = act({
  ...byDeveloper,
  entry: entry(
    'change the limits of an API key from the next request on',
    {
      keyId,
      ...limits,
      signing: option('on|off', 'whether payouts must be signed', z.enum(['on', 'off']).optional()),
    },
    ({ keyId: id, ...given }): OfKey & { readonly changes: KeyChanges } => {
      const { payees, signing, ...rest } = someOf(given, '--addresses, --payees or --signing');
      const changes = {
        ...rest,
        ...(payees === undefined ? {} : { editPayees: () => payees }),
        ...(signing === undefined ? {} : { mustSign: signing === 'on' }),
      };
      return { merchantId: null, keyId: id, changes };
    },
  ),
  run: (deps, audit, { merchantId: of, keyId: id, changes }) =>
    changeKey(deps, audit, of, id, changes),
});

const OVERLAP_HOURS = 24;

const key_rotated = act({
  ...byDeveloper,
  entry: entry(
    'create a key in place of another, which stays valid for some hours',
    {
      keyId,
      overlapHours: option(
        'hours',
        `0 to ${OVERLAP_HOURS_MAX}; ${OVERLAP_HOURS} by default`,
        count(OVERLAP_HOURS_MAX).default(OVERLAP_HOURS),
      ),
    },
    (given): OfKey & { readonly overlapHours: number } => ({ ...given, merchantId: null }),
  ),
  run: (deps, audit, { merchantId: of, keyId: id, overlapHours }) =>
    rotateKey(deps, audit, of, id, overlapHours),
});

const key_revoked = act({
  realm: 'merchant',
  role: 'developer',
  entry: entry(
    'revoke an API key; the next request with it fails',
    {
      keyId,
      withdrawPayouts: flag('also end the payouts of the key that wait for an approval'),
    },
    (given): OfKey & { readonly withdrawPayouts: boolean } => ({ ...given, merchantId: null }),
  ),
  run: async (deps, audit, { merchantId: of, keyId: id, withdrawPayouts }) => {
    await revokeKey(deps, audit, of, id);
    // After the commit, so that the key can request no more, and no lock on it is held.
    return withdrawPayouts ? withdrawKeyPayouts(deps, audit, id) : 0;
  },
});

export const keyActs = { key_created, key_changed, key_rotated, key_revoked };
