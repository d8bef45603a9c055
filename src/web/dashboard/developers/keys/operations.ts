import { z } from 'zod';
import { createKey, findKeys, revokeKey } from '../../../../application/merchants/api-keys';
import { permissions } from '../../../../domain/permission';
import { Problem } from '../../../../domain/problem';
import { filled, id } from '../../../../contract/fields';
import { nothing } from '../../../kit/fields';
import { formAction, pageReply, page } from '../../frame/page';
import { seeOther } from '../../../kit/reply';
import { keysScreen, mayCreate, newKeyScreen } from './view';

const PATH = '/dashboard/developers/keys';

export const keyOperations = [
  page({
    name: 'showKeys',
    summary: 'The API keys of the merchant',
    path: PATH,
    async render(deps, context) {
      return keysScreen(context, await findKeys(deps, context.session.merchant));
    },
  }),

  formAction({
    name: 'createKey',
    summary: 'Make an API key, which is shown once',
    path: PATH,
    role: 'developer',
    fields: z.object({ name: filled(60), permission: z.enum(permissions) }),
    errors: ['too_many_keys'],
    async handle(deps, context, { fields }) {
      if (!mayCreate(context, fields.permission)) throw new Problem('not_permitted');
      const key = await createKey(deps, context.audit, fields);
      const screen = newKeyScreen(context, fields.name, key);
      return pageReply(context, screen);
    },
    async onError(deps, context, refusal) {
      return keysScreen(context, await findKeys(deps, context.session.merchant), refusal);
    },
  }),

  formAction({
    name: 'revokeKey',
    summary: 'Revoke an API key, from the next request on',
    path: '/dashboard/developers/keys/:id/revoke',
    role: 'developer',
    params: z.object({ id: id('key_', 'key_not_found') }),
    fields: nothing,
    errors: ['key_not_found'],
    async handle(deps, { audit }, { params }) {
      await revokeKey(deps, audit, params.id);
      return seeOther(PATH, 'key_revoked');
    },
  }),
];
