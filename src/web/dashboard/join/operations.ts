import { z } from 'zod';
import { findInvitationPreview, join } from '../../../application/accounts/join';
import { linkParams, password, personName } from '../../kit/fields';
import { publicFormAction, publicPage } from '../frame/page';
import { seeOther } from '../../kit/reply';
import { deviceCookie, sessionCookie } from '../../../http/session-cookie';
import { joinScreen } from './view';

export const joinOperations = [
  publicPage({
    name: 'showJoin',
    summary: 'What the link of an invitation opens',
    path: '/dashboard/join/:token',
    params: linkParams,
    errors: ['link_expired'],
    async render(deps, context, { params: { token } }) {
      return joinScreen(context, null, token, await findInvitationPreview(deps, token));
    },
  }),

  publicFormAction({
    name: 'join',
    summary: 'Take up an invitation, and begin a session',
    path: '/dashboard/join/:token',
    params: linkParams,
    fields: z.object({ name: personName.optional(), password }),
    errors: ['link_expired', 'wrong_credentials', 'weak_password'],
    async handle(deps, context, { params, fields }) {
      const { language } = context;
      const joining = { name: fields.name ?? null, password: fields.password, language };
      const token = await join(deps, params.token, joining, context);
      const { publicUrl } = deps.config.http;
      const session = sessionCookie.write(token, publicUrl);
      const device = deviceCookie.write(context.device, publicUrl);
      return seeOther('/dashboard', 'joined', session, device);
    },
    async onError(deps, context, refusal, { token }) {
      return joinScreen(context, refusal, token, await findInvitationPreview(deps, token));
    },
  }),
];
