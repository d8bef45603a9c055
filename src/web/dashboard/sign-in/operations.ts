import { z } from 'zod';
import { endAllSessions, endSession } from '../../../application/accounts/end-session';
import { signIn } from '../../../application/accounts/sign-in';
import { email, nothing, password } from '../../kit/fields';
import { nextWithin } from '../../kit/sign-in';
import { formAction, pageQuery, openFormAction, openPage } from '../frame/page';
import { seeOther } from '../../kit/reply';
import { deviceCookie, sessionCookie } from '../../../http/session-cookie';
import { signInScreen } from './view';

const next = nextWithin('/dashboard');

export const signInOperations = [
  openPage({
    name: 'showSignIn',
    summary: 'The page to sign in on',
    path: '/dashboard/sign-in',
    query: pageQuery.extend({ next }),
    show: (_deps, look, { query }) => signInScreen(look, null, query.next),
  }),

  openFormAction({
    name: 'signIn',
    summary: 'Begin a session',
    path: '/dashboard/sign-in',
    fields: z.object({ email, password, next }),
    errors: ['wrong_credentials'],
    async take(deps, look, { fields }) {
      const { publicUrl } = deps.config.http;
      const token = await signIn(deps, fields, look);
      const session = sessionCookie.write(token, publicUrl);
      return seeOther(fields.next, null, session, deviceCookie.write(look.device, publicUrl));
    },
    again: (_deps, look, refusal) =>
      signInScreen(look, refusal, next.parse(refusal.values['next'])),
  }),

  formAction({
    name: 'signOut',
    summary: 'End this session',
    path: '/dashboard/sign-out',
    role: 'viewer',
    fields: nothing,
    async take(deps, { audit, session }) {
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
    async take(deps, { audit, session }) {
      await endAllSessions(deps, audit, session);
      const cookie = sessionCookie.clear(deps.config.http.publicUrl);
      return seeOther('/dashboard/sign-in', 'signed_out', cookie);
    },
  }),
];
