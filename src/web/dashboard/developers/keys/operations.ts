import { z } from 'zod';
import { createKey, findKeys, revokeKey } from '../../../../application/merchants/api-keys';
import { permissions } from '../../../../domain/permission';
import { Problem } from '../../../../domain/problem';
import { filled, id } from '../../../../contract/fields';
import { nothing } from '../../../kit/fields';
import { formAction, withFrame, page } from '../../frame/page';
import { seeOther } from '../../../kit/reply';
import { keysScreen, mayCreate, newKeyScreen } from './view';

const PATH = '/dashboard/developers/keys';

export const keyOperations = [
  page({
    name: 'showKeys',
    summary: 'The API keys of the merchant',
    path: PATH,
    async show(deps, visit) {
      return keysScreen(visit, await findKeys(deps, visit.session.merchant));
    },
  }),

  formAction({
    name: 'createKey',
    summary: 'Make an API key, which is shown once',
    path: PATH,
    role: 'developer',
    fields: z.object({ name: filled(60), permission: z.enum(permissions) }),
    errors: ['too_many_keys'],
    async take(deps, visit, { fields }) {
      if (!mayCreate(visit, fields.permission)) throw new Problem('not_permitted');
      const key = await createKey(deps, visit.audit, fields);
      const screen = newKeyScreen(visit, fields.name, key);
      return withFrame(visit, screen);
    },
    async again(deps, visit, refusal) {
      return keysScreen(visit, await findKeys(deps, visit.session.merchant), refusal);
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
    async take(deps, { audit }, { params }) {
      await revokeKey(deps, audit, params.id);
      return seeOther(PATH, 'key_revoked');
    },
  }),
];
