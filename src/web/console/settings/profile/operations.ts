import { z } from 'zod';
import {
  changeOwnOperatorPassword,
  changeOwnOperatorProfile,
} from '../../../../application/accounts/change-operator';
import {
  endOperatorSession,
  listOperatorSessions,
} from '../../../../application/accounts/operator-session';
import { html } from '../../../../lib/html';
import type { ApiDeps } from '../../../../http/api-deps';
import { id } from '../../../../contract/fields';
import { accountCards } from '../../../kit/account/view';
import { language, nothing, password, personName } from '../../../kit/fields';
import { languageCookie, seeOther } from '../../../kit/reply';
import { consoleCookie, deviceCookie } from '../../../../http/session-cookie';
import { formAction, page } from '../../frame/page';
import type { Refusal, Screen, SignedInContext } from '../../frame/screen';

const PATH = '/console/settings/profile';

async function show(
  deps: ApiDeps,
  context: SignedInContext,
  refusal: Refusal | null,
): Promise<Screen> {
  const { session, t } = context;
  const sessions = await listOperatorSessions(deps, session);
  const account = { person: session.operator, sessionId: session.id, sessions };
  const main = html`<div class="stack narrow">${accountCards(context, account, refusal)}</div>`;
  return { title: t.sections.profile, section: 'profile', main };
}

export const consoleProfileOperations = [
  page({
    name: 'showConsoleProfile',
    summary: 'What an operator settles for himself',
    path: PATH,
    render: (deps, context) => show(deps, context, null),
  }),

  formAction({
    name: 'changeConsoleProfile',
    summary: "Change an operator's own name and language",
    path: PATH,
    role: 'viewer',
    fields: z.object({ name: personName, language }),
    async handle(deps, { audit, session }, { fields }) {
      await changeOwnOperatorProfile(deps, audit, session, fields);
      const cookie = languageCookie(fields.language, {}, deps.config.http.publicUrl, '/console');
      return seeOther(PATH, 'profile_saved', ...(cookie === null ? [] : [cookie]));
    },
    onError: show,
  }),

  formAction({
    name: 'changeConsolePassword',
    summary: "Change an operator's own password, and end all other sessions",
    path: '/console/settings/password',
    role: 'viewer',
    fields: z.object({ old_password: password, password }),
    errors: ['wrong_credentials', 'weak_password', 'password_used_before', 'rate_limit_exceeded'],
    async handle(deps, context, { fields }) {
      const { audit, session } = context;
      const passwords = { old: fields.old_password, new: fields.password };
      const token = await changeOwnOperatorPassword(deps, audit, session, passwords, context);
      const { publicUrl } = deps.config.http;
      const cookie = consoleCookie.write(token, publicUrl);
      const device = deviceCookie.write(context.device, publicUrl);
      return seeOther(PATH, 'password_changed', cookie, device);
    },
    onError: show,
  }),

  formAction({
    name: 'endOwnConsoleSession',
    summary: "End another of an operator's own sessions",
    path: '/console/settings/sessions/:id/end',
    role: 'viewer',
    params: z.object({ id: id('ses_', 'session_not_found') }),
    fields: nothing,
    errors: ['session_not_found'],
    async handle(deps, { audit, session }, { params }) {
      await endOperatorSession(deps, audit, session, params.id);
      return seeOther(PATH, 'session_ended');
    },
  }),
];
