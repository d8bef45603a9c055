import { z } from 'zod';
import { findKey, findKeys, type KeyChanges } from '../../api-keys';
import { readBlocks, readPayees } from '../../read-key-limits';
import { editedPayees, maskedPayees } from '../../payees';
import { filled, id } from '../../../contract/fields';
import {
  permissionSets,
  permissions,
  readGrants,
  type Grant,
} from '../../../kernel/rules/permission';
import { Problem } from '../../../kernel/rules/problem';
import type { ApiDeps } from '../../../http/api-deps';
import { boxes, lines, removedPayees } from '../../../pages/kit/fields';
import { withoutStale } from '../../../pages/kit/refusal';
import { seeOther } from '../../../pages/kit/reply';
import { actForm, page, pageReply } from '../../../pages/dashboard/frame/page';
import type { Refusal, SignedInContext } from '../../../pages/dashboard/frame/screen';
import { keyScreen } from './detail-view';
import { KEYS, keysScreen } from './list-view';
import { lifetimes, mayIssue, overlaps, secretsScreen } from './parts';

const params = z.object({ id: id('key_', 'key_not_found') });
type Params = z.output<typeof params>;

const newKey = z.object({
  name: filled(60),
  permission: z.enum([...permissionSets, 'custom']),
  permissions: boxes(z.enum(permissions)).optional(),
  expires: z.union([z.enum(lifetimes), z.string().regex(/^\d{1,3}$/)]).default('never'),
  addresses: lines,
  payees: lines,
  signed: z.literal('on').optional(),
});

/** Throws Problem `missing_parameter` when no permission is chosen. */
function grantsIn({ permission, permissions: names = [] }: z.output<typeof newKey>) {
  const grants: readonly Grant[] | null =
    permission === 'custom' ? readGrants(names) : [permission];
  if (grants === null) throw new Problem('missing_parameter', { param: 'permissions' });
  return grants;
}

const orNull = <Item>(items: readonly Item[]): readonly Item[] | null =>
  items.length === 0 ? null : items;

const changes = z.object({
  addresses: lines,
  payees_of: z.enum(['any', 'list']),
  removed: removedPayees,
  payees: lines,
  signed: z.literal('on').optional(),
  digest: filled(100),
});

function changesIn({ addresses, payees, ...sent }: z.output<typeof changes>): KeyChanges {
  const edit = { added: readPayees(payees), removed: sent.removed ?? [] };
  return {
    addresses: orNull(readBlocks(addresses)),
    editPayees: (listed) => (sent.payees_of === 'any' ? null : editedPayees(listed, edit)),
    mustSign: sent.signed === 'on',
    digest: sent.digest,
  };
}

async function listScreen(deps: ApiDeps, context: SignedInContext, refusal: Refusal | null = null) {
  const keys = await findKeys(deps, context.session.merchant);
  return keysScreen(context, { keys, daysMax: deps.config.apiKeys.daysMax }, refusal);
}

async function detailScreen(
  deps: ApiDeps,
  context: SignedInContext,
  keyId: string,
  refusal: Refusal | null = null,
) {
  const key = await findKey(deps, context.session.merchant, keyId);
  const at = { ...context, path: `${KEYS}/${keyId}` };
  return keyScreen(at, key, maskedPayees(deps, key), refusal);
}

const ofKey = {
  params,
  back: ({ id: keyId }: Params) => `${KEYS}/${keyId}`,
  onError: (deps: ApiDeps, context: SignedInContext, refusal: Refusal, { id: keyId }: Params) =>
    detailScreen(deps, context, keyId, withoutStale(refusal)),
};

/** Throws Problem `not_permitted` for a key with permissions that the user's role does not have. */
async function ownKey(deps: ApiDeps, context: SignedInContext, { id: keyId }: Params) {
  const { merchant } = context.session;
  const { permissions: granted } = await findKey(deps, merchant, keyId);
  if (!mayIssue(context, granted)) throw new Problem('not_permitted');
  return { merchantId: merchant.id, keyId };
}

const createOperation = actForm({
  act: 'key_created',
  name: 'createKey',
  path: KEYS,
  fields: newKey,
  errors: [
    'too_many_keys',
    'missing_parameter',
    'invalid_addresses',
    'invalid_payees',
    'invalid_key_expiry',
  ],
  input({ fields }, context) {
    const { name, expires } = fields;
    const granted = grantsIn(fields);
    if (!mayIssue(context, granted)) throw new Problem('not_permitted');
    const key = {
      name,
      permissions: granted,
      expiresInDays: expires === 'never' ? null : Number(expires),
      addresses: orNull(readBlocks(fields.addresses)),
      payees: orNull(readPayees(fields.payees)),
      mustSign: fields.signed === 'on',
    };
    return { merchantId: context.session.merchant.id, key };
  },
  back: () => KEYS,
  done: (_deps, context, made, { fields }) =>
    pageReply(context, secretsScreen(context, fields.name, made)),
  onError: listScreen,
});

export const keyOperations = [
  page({
    name: 'showKeys',
    summary: 'The API keys of the merchant',
    path: KEYS,
    render: (deps, context) => listScreen(deps, context),
  }),

  createOperation,

  page({
    name: 'showKey',
    summary: 'An API key with its permissions and limits',
    path: `${KEYS}/:id`,
    params,
    errors: ['key_not_found'],
    render: (deps, context, asked) => detailScreen(deps, context, asked.params.id),
  }),

  actForm({
    ...ofKey,
    act: 'key_changed',
    name: 'changeKey',
    path: `${KEYS}/:id`,
    fields: changes,
    errors: ['key_not_found', 'invalid_addresses', 'invalid_payees'],
    input: async (sent, context, deps) => ({
      ...(await ownKey(deps, context, sent.params)),
      changes: changesIn(sent.fields),
    }),
    done(_deps, context, { name, signingSecret }, sent) {
      if (signingSecret === null) return seeOther(ofKey.back(sent.params), 'key_changed');
      const secrets = { apiKey: null, signingSecret, awaitsApproval: false };
      return pageReply(context, secretsScreen(context, name, secrets));
    },
  }),

  actForm({
    ...ofKey,
    act: 'key_rotated',
    name: 'rotateKey',
    path: `${KEYS}/:id/rotate`,
    fields: z.object({ hours: z.enum(overlaps) }),
    errors: ['key_not_found'],
    input: async (sent, context, deps) => ({
      ...(await ownKey(deps, context, sent.params)),
      overlapHours: Number(sent.fields.hours),
    }),
    done: (_deps, context, made) => pageReply(context, secretsScreen(context, made.name, made)),
  }),

  actForm({
    act: 'key_revoked',
    name: 'revokeKey',
    path: `${KEYS}/:id/revoke`,
    params,
    fields: z.object({ payouts: z.literal('on').optional() }),
    errors: ['key_not_found'],
    input: (sent, { session }) => ({
      merchantId: session.merchant.id,
      keyId: sent.params.id,
      withdrawPayouts: sent.fields.payouts === 'on',
    }),
    back: () => KEYS,
    done: 'key_revoked',
  }),
];
