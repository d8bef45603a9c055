import { z } from 'zod';
import { changeOwnPassword, changeOwnProfile } from '../../../../application/accounts/change-user';
import {
  endSession,
  listSessions,
  switchMerchant,
} from '../../../../application/accounts/end-session';
import { listMemberships } from '../../../../application/accounts/list-memberships';
import type { ApiDeps } from '../../../../http/api-deps';
import { id } from '../../../../contract/fields';
import { language, password, personName } from '../../../kit/fields';
import { formAction, page } from '../../frame/page';
import { languageCookie, seeOther } from '../../../kit/reply';
import type { Refusal, SignedInContext } from '../../frame/screen';
import { deviceCookie, sessionCookie } from '../../../../http/session-cookie';
import { profileScreen } from './view';

const PATH = '/dashboard/settings/profile';

async function show(deps: ApiDeps, context: SignedInContext, refusal: Refusal | null) {
  const [sessions, memberships] = await Promise.all([
    listSessions(deps, context.session),
    listMemberships(deps, context.session),
  ]);
  return profileScreen(context, { sessions, memberships }, refusal);
}

export const profileOperations = [
  page({
    name: 'showProfile',
    summary: 'What a audit settles for himself',
    path: PATH,
    render: (deps, context) => show(deps, context, null),
  }),

  formAction({
    name: 'changeProfile',
    summary: "Change a person's own name and language",
    path: PATH,
    role: 'viewer',
    fields: z.object({ name: personName, language }),
    async handle(deps, { audit, session }, { fields }) {
      await changeOwnProfile(deps, audit, session, fields);
      const cookie = languageCookie(fields.language, {}, deps.config.http.publicUrl, '/dashboard');
      return seeOther(PATH, 'profile_saved', ...(cookie === null ? [] : [cookie]));
    },
    onError: show,
  }),

  formAction({
    name: 'changePassword',
    summary: "Change a person's own password, and end all other sessions",
    path: '/dashboard/settings/password',
    role: 'viewer',
    fields: z.object({ old_password: password, password }),
    errors: ['wrong_credentials', 'weak_password', 'password_used_before', 'rate_limit_exceeded'],
    async handle(deps, context, { fields }) {
      const passwords = { old: fields.old_password, new: fields.password };
      const token = await changeOwnPassword(
        deps,
        context.audit,
        context.session,
        passwords,
        context,
      );
      const { publicUrl } = deps.config.http;
      const cookie = sessionCookie.write(token, publicUrl);
      const device = deviceCookie.write(context.device, publicUrl);
      return seeOther(PATH, 'password_changed', cookie, device);
    },
    onError: show,
  }),

  formAction({
    name: 'endOwnSession',
    summary: "End another of a person's own sessions",
    path: '/dashboard/settings/sessions/:id/end',
    role: 'viewer',
    params: z.object({ id: id('ses_', 'session_not_found') }),
    fields: z.object({}),
    errors: ['session_not_found'],
    async handle(deps, { audit, session }, { params }) {
      await endSession(deps, audit, session, params.id);
      return seeOther(PATH, 'session_ended');
    },
  }),

  formAction({
    name: 'switchMerchant',
    summary: 'Go on working for another merchant of the person',
    path: '/dashboard/switch',
    role: 'viewer',
    fields: z.object({ merchant: id('mer_', 'merchant_not_found') }),
    errors: ['merchant_not_found'],
    async handle(deps, { session }, { fields }) {
      await switchMerchant(deps, session, fields.merchant);
      return seeOther('/dashboard');
    },
  }),
];
