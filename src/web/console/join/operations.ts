import { z } from 'zod';
import { openOperatorLink, useOperatorLink } from '../../../application/accounts/operator-links';
import { linkParams, password, personName } from '../../kit/fields';
import { seeOther } from '../../kit/reply';
import { consoleCookie, deviceCookie } from '../../../http/session-cookie';
import { publicFormAction, publicPage } from '../frame/page';
import { joinScreen } from './view';

export const consoleJoinOperations = [
  publicPage({
    name: 'showConsoleJoin',
    summary: 'What a link to the console opens',
    path: '/console/join/:token',
    params: linkParams,
    errors: ['link_expired'],
    async render(deps, context, { params: { token } }) {
      return joinScreen(context, null, token, await openOperatorLink(deps, token));
    },
  }),

  publicFormAction({
    name: 'joinConsole',
    summary: 'Become an operator, or set a new password, and begin a session',
    path: '/console/join/:token',
    params: linkParams,
    fields: z.object({ name: personName.optional(), password }),
    errors: ['link_expired', 'weak_password', 'password_used_before'],
    async handle(deps, context, { params, fields }) {
      const { language } = context;
      const entering = { name: fields.name ?? null, password: fields.password, language };
      const token = await useOperatorLink(deps, params.token, entering, context);
      const { publicUrl } = deps.config.http;
      const session = consoleCookie.write(token, publicUrl);
      return seeOther(
        '/console',
        'welcome',
        session,
        deviceCookie.write(context.device, publicUrl),
      );
    },
    async onError(deps, context, refusal, { token }) {
      return joinScreen(context, refusal, token, await openOperatorLink(deps, token));
    },
  }),
];
