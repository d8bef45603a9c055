import { z } from 'zod';
import { endAllSessions, endSession } from '../../../application/accounts/end-session';
import { signIn } from '../../../application/accounts/sign-in';
import { email, nothing, password } from '../../kit/fields';
import { nextWithin } from '../../kit/sign-in';
import { formAction, pageQuery, publicFormAction, publicPage } from '../frame/page';
import { seeOther } from '../../kit/reply';
import { deviceCookie, sessionCookie } from '../../../http/session-cookie';
import { signInScreen } from './view';

const next = nextWithin('/dashboard');

export const signInOperations = [
  publicPage({
    name: 'showSignIn',
    summary: 'The page to sign in on',
    path: '/dashboard/sign-in',
    query: pageQuery.extend({ next }),
    render: (_deps, context, { query }) => signInScreen(context, null, query.next),
  }),

  publicFormAction({
    name: 'signIn',
    summary: 'Begin a session',
    path: '/dashboard/sign-in',
    fields: z.object({ email, password, next }),
    errors: ['wrong_credentials'],
    async handle(deps, context, { fields }) {
      const { publicUrl } = deps.config.http;
      const token = await signIn(deps, fields, context);
      const session = sessionCookie.write(token, publicUrl);
      return seeOther(fields.next, null, session, deviceCookie.write(context.device, publicUrl));
    },
    onError: (_deps, context, refusal) =>
      signInScreen(context, refusal, next.parse(refusal.values['next'])),
  }),

  formAction({
    name: 'signOut',
    summary: 'End this session',
    path: '/dashboard/sign-out',
    role: 'viewer',
    fields: nothing,
    async handle(deps, { audit, session }) {
      await endSession(deps, audit, session, session.id);
      const cookie = sessionCookie.clear(deps.config.http.publicUrl);
      return seeOther('/dashboard/sign-in', 'signed_out', cookie);
    },
  }),

  formAction({
    name: 'signOutEverywhere',
    summary: 'End every session of the person',
    path: '/dashboard/sign-out-everywhere',
    role: 'viewer',
    fields: nothing,
    async handle(deps, { audit, session }) {
      await endAllSessions(deps, audit, session);
      const cookie = sessionCookie.clear(deps.config.http.publicUrl);
      return seeOther('/dashboard/sign-in', 'signed_out', cookie);
    },
  }),
];
