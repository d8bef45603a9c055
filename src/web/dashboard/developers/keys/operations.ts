import { z } from 'zod';
import {
  changeKey,
  createKey,
  findKey,
  findKeys,
  revokeKey,
  rotateKey,
  type ApiKey,
  type KeyChanges,
} from '../../../../application/merchants/api-keys';
import { readBlocks, readPayees } from '../../../../application/merchants/read-key-limits';
import { editedPayees, maskedPayees } from '../../../../application/payouts/payees';
import { filled, id } from '../../../../contract/fields';
import { permissionSets, permissions, readGrants, type Grant } from '../../../../domain/permission';
import { Problem } from '../../../../domain/problem';
import type { ApiDeps } from '../../../../http/api-deps';
import { boxes, lines, removedPayees } from '../../../kit/fields';
import { withoutStale } from '../../../kit/refusal';
import { seeOther } from '../../../kit/reply';
import { formAction, page, pageReply } from '../../frame/page';
import type { Refusal, SignedInContext } from '../../frame/screen';
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

/** Throws Problem `not_permitted` for a key with permissions that the user's role does not have. */
async function findOwnKey(deps: ApiDeps, context: SignedInContext, keyId: string): Promise<ApiKey> {
  const key = await findKey(deps, context.session.merchant, keyId);
  if (!mayIssue(context, key.permissions)) throw new Problem('not_permitted');
  return key;
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

const onError = (
  deps: ApiDeps,
  context: SignedInContext,
  refusal: Refusal,
  { id: keyId }: Params,
) => detailScreen(deps, context, keyId, withoutStale(refusal));

const createOperation = formAction({
  name: 'createKey',
  summary: 'Create an API key, which is shown once',
  path: KEYS,
  role: 'developer',
  stepUp: 'proof',
  fields: newKey,
  errors: [
    'too_many_keys',
    'missing_parameter',
    'invalid_addresses',
    'invalid_payees',
    'invalid_key_expiry',
  ],
  async handle(deps, context, { fields }) {
    const { audit, session } = context;
    const { name, expires } = fields;
    const granted = grantsIn(fields);
    if (!mayIssue(context, granted)) throw new Problem('not_permitted');
    const made = await createKey(deps, audit, session.merchant.id, {
      name,
      permissions: granted,
      expiresInDays: expires === 'never' ? null : Number(expires),
      addresses: orNull(readBlocks(fields.addresses)),
      payees: orNull(readPayees(fields.payees)),
      mustSign: fields.signed === 'on',
    });
    return pageReply(context, secretsScreen(context, name, made));
  },
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

  formAction({
    name: 'changeKey',
    summary: 'Change the limits of an API key from the next request on',
    path: `${KEYS}/:id`,
    role: 'developer',
    stepUp: 'proof',
    params,
    fields: changes,
    errors: ['key_not_found', 'invalid_addresses', 'invalid_payees', 'state_conflict'],
    async handle(deps, context, { params: { id: keyId }, fields }) {
      const { audit, session } = context;
      const { name } = await findOwnKey(deps, context, keyId);
      const asked = changesIn(fields);
      const { signingSecret } = await changeKey(deps, audit, session.merchant.id, keyId, asked);
      if (signingSecret === null) return seeOther(`${KEYS}/${keyId}`, 'key_changed');
      const secrets = { apiKey: null, signingSecret, awaitsApproval: false };
      return pageReply(context, secretsScreen(context, name, secrets));
    },
    onError,
  }),

  formAction({
    name: 'rotateKey',
    summary: 'Create an API key in place of another, which stays valid for some hours',
    path: `${KEYS}/:id/rotate`,
    role: 'developer',
    stepUp: 'proof',
    params,
    fields: z.object({ hours: z.enum(overlaps) }),
    errors: ['key_not_found', 'state_conflict'],
    async handle(deps, context, { params: { id: keyId }, fields: { hours } }) {
      const { audit, session } = context;
      const { name } = await findOwnKey(deps, context, keyId);
      const made = await rotateKey(deps, audit, session.merchant.id, keyId, Number(hours));
      return pageReply(context, secretsScreen(context, name, made));
    },
    onError,
  }),

  formAction({
    name: 'revokeKey',
    summary: 'Revoke an API key with immediate effect',
    path: `${KEYS}/:id/revoke`,
    role: 'developer',
    params,
    fields: z.object({ payouts: z.literal('on').optional() }),
    errors: ['key_not_found'],
    async handle(deps, { audit, session }, { params: { id: keyId }, fields: { payouts } }) {
      const withdrawsPayouts = payouts === 'on';
      await revokeKey(deps, audit, session.merchant.id, keyId, { withdrawsPayouts });
      return seeOther(KEYS, 'key_revoked');
    },
  }),
];
