import { z } from 'zod';
import { openOperatorLink, useOperatorLink } from '../../../application/accounts/operator-links';
import { linkParams, password, personName } from '../../kit/fields';
import { seeOther } from '../../kit/reply';
import { consoleCookie, deviceCookie } from '../../../http/session-cookie';
import { openFormAction, openPage } from '../frame/page';
import { joinScreen } from './view';

export const consoleJoinOperations = [
  openPage({
    name: 'showConsoleJoin',
    summary: 'What a link to the console opens',
    path: '/console/join/:token',
    params: linkParams,
    errors: ['link_expired'],
    async show(deps, look, { params: { token } }) {
      return joinScreen(look, null, token, await openOperatorLink(deps, token));
    },
  }),

  openFormAction({
    name: 'joinConsole',
    summary: 'Become an operator, or set a new password, and begin a session',
    path: '/console/join/:token',
    params: linkParams,
    fields: z.object({ name: personName.optional(), password }),
    errors: ['link_expired', 'weak_password', 'password_used_before'],
    async take(deps, look, { params, fields }) {
      const { language } = look;
      const entering = { name: fields.name ?? null, password: fields.password, language };
      const token = await useOperatorLink(deps, params.token, entering, look);
      const { publicUrl } = deps.config.http;
      const session = consoleCookie.write(token, publicUrl);
      return seeOther('/console', 'welcome', session, deviceCookie.write(look.device, publicUrl));
    },
    async again(deps, look, refusal, { token }) {
      return joinScreen(look, refusal, token, await openOperatorLink(deps, token));
    },
  }),
];
