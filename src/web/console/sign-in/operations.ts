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
import { formAction, pageQuery, publicFormAction, publicPage } from '../frame/page';
import { signInScreen } from './view';

const next = nextWithin('/console');

export const consoleSignInOperations = [
  publicPage({
    name: 'showConsoleSignIn',
    summary: 'The page for operators to sign in on',
    path: '/console/sign-in',
    query: pageQuery.extend({ next }),
    render: (_deps, context, { query }) => signInScreen(context, null, query.next),
  }),

  publicFormAction({
    name: 'signInAtConsole',
    summary: 'Begin a session of an operator',
    path: '/console/sign-in',
    fields: z.object({ email, password, next }),
    errors: ['wrong_credentials'],
    async handle(deps, context, { fields }) {
      const token = await signInOperator(deps, fields, context);
      const { publicUrl } = deps.config.http;
      const session = consoleCookie.write(token, publicUrl);
      return seeOther(fields.next, null, session, deviceCookie.write(context.device, publicUrl));
    },
    onError: (_deps, context, refusal) =>
      signInScreen(context, refusal, next.parse(refusal.values['next'])),
  }),

  formAction({
    name: 'signOutOfConsole',
    summary: 'End this session of an operator',
    path: '/console/sign-out',
    role: 'viewer',
    fields: nothing,
    async handle(deps, { audit, session }) {
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
    async handle(deps, { audit, session }) {
      await endAllOperatorSessions(deps, audit, session);
      const cookie = consoleCookie.clear(deps.config.http.publicUrl);
      return seeOther('/console/sign-in', 'signed_out', cookie);
    },
  }),
];
