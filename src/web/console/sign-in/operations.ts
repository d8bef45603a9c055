import { z } from 'zod';
import {
  endAllOperatorSessions,
  endOperatorSession,
  signInOperator,
} from '../../../application/accounts/operator-session';
import { email, nothing, password } from '../../kit/fields';
import { seeOther } from '../../kit/reply';
import { consoleCookie, deviceCookie } from '../../../http/session-cookie';
import { nextWithin } from '../../kit/sign-in';
import { formAction, pageQuery, openFormAction, openPage } from '../frame/page';
import { signInScreen } from './view';

const next = nextWithin('/console');

export const consoleSignInOperations = [
  openPage({
    name: 'showConsoleSignIn',
    summary: 'The page for operators to sign in on',
    path: '/console/sign-in',
    query: pageQuery.extend({ next }),
    show: (_deps, look, { query }) => signInScreen(look, null, query.next),
  }),

  openFormAction({
    name: 'signInAtConsole',
    summary: 'Begin a session of an operator',
    path: '/console/sign-in',
    fields: z.object({ email, password, next }),
    errors: ['wrong_credentials'],
    async take(deps, look, { fields }) {
      const token = await signInOperator(deps, fields, look);
      const { publicUrl } = deps.config.http;
      const session = consoleCookie.write(token, publicUrl);
      return seeOther(fields.next, null, session, deviceCookie.write(look.device, publicUrl));
    },
    again: (_deps, look, refusal) =>
      signInScreen(look, refusal, next.parse(refusal.values['next'])),
  }),

  formAction({
    name: 'signOutOfConsole',
    summary: 'End this session of an operator',
    path: '/console/sign-out',
    role: 'viewer',
    fields: nothing,
    async take(deps, { audit, session }) {
      await endOperatorSession(deps, audit, session, session.id);
      const cookie = consoleCookie.clear(deps.config.http.publicUrl);
      return seeOther('/console/sign-in', 'signed_out', cookie);
    },
  }),

  formAction({
    name: 'signOutOfConsoleEverywhere',
    summary: 'End every session of the operator',
    path: '/console/sign-out-everywhere',
    role: 'viewer',
    fields: nothing,
    async take(deps, { audit, session }) {
      await endAllOperatorSessions(deps, audit, session);
      const cookie = consoleCookie.clear(deps.config.http.publicUrl);
      return seeOther('/console/sign-in', 'signed_out', cookie);
    },
  }),
];
