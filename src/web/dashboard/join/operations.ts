import { z } from 'zod';
import { findInvitationPreview, join } from '../../../application/accounts/join';
import { linkParams, password, personName } from '../../kit/fields';
import { openFormAction, openPage } from '../frame/page';
import { seeOther } from '../../kit/reply';
import { deviceCookie, sessionCookie } from '../../../http/session-cookie';
import { joinScreen } from './view';

export const joinOperations = [
  openPage({
    name: 'showJoin',
    summary: 'What the link of an invitation opens',
    path: '/dashboard/join/:token',
    params: linkParams,
    errors: ['link_expired'],
    async show(deps, look, { params: { token } }) {
      return joinScreen(look, null, token, await findInvitationPreview(deps, token));
    },
  }),

  openFormAction({
    name: 'join',
    summary: 'Take up an invitation, and begin a session',
    path: '/dashboard/join/:token',
    params: linkParams,
    fields: z.object({ name: personName.optional(), password }),
    errors: ['link_expired', 'wrong_credentials', 'weak_password'],
    async take(deps, look, { params, fields }) {
      const { language } = look;
      const joining = { name: fields.name ?? null, password: fields.password, language };
      const token = await join(deps, params.token, joining, look);
      const { publicUrl } = deps.config.http;
      const session = sessionCookie.write(token, publicUrl);
      const device = deviceCookie.write(look.device, publicUrl);
      return seeOther('/dashboard', 'joined', session, device);
    },
    async again(deps, look, refusal, { token }) {
      return joinScreen(look, refusal, token, await findInvitationPreview(deps, token));
    },
  }),
];
