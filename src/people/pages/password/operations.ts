import { z } from 'zod';
import { email } from '../../../contract/fields';
import { findResetLink, requestPasswordReset, resetPassword } from '../../reset-password';
import { linkParams, password } from '../../../pages/kit/fields';
import { publicFormAction, publicPage } from '../../../pages/dashboard/frame/page';
import { seeOther } from '../../../pages/kit/reply';
import { forgotScreen, resetScreen } from './view';

export const passwordOperations = [
  publicPage({
    name: 'showForgotPassword',
    summary: 'The page that requests a password reset',
    path: '/dashboard/forgot-password',
    render: (_deps, context) => forgotScreen(context, null),
  }),

  publicFormAction({
    name: 'requestPasswordReset',
    summary: 'Mail a link that resets a password',
    path: '/dashboard/forgot-password',
    fields: z.object({ email }),
    errors: ['invalid_email'],
    async handle(deps, { language, address }, { fields }) {
      await requestPasswordReset(deps, { email: fields.email, language, address });
      return seeOther('/dashboard/mail-sent');
    },
    onError: (_deps, context, refusal) => forgotScreen(context, refusal),
  }),

  publicPage({
    name: 'showResetPassword',
    summary: 'The page of a password reset link',
    path: '/dashboard/reset-password/:token',
    params: linkParams,
    errors: ['link_expired'],
    async render(deps, context, { params: { token } }) {
      const { email: account } = await findResetLink(deps, token);
      return resetScreen(context, null, { token, email: account });
    },
  }),

  publicFormAction({
    name: 'resetPassword',
    summary: 'Set a new password and end every session of the account',
    path: '/dashboard/reset-password/:token',
    params: linkParams,
    fields: z.object({ password }),
    errors: ['link_expired', 'weak_password', 'password_used_before'],
    async handle(deps, { address }, { params, fields }) {
      await resetPassword(deps, params.token, fields.password, address);
      return seeOther('/dashboard/sign-in', 'password_set');
    },
    async onError(deps, context, refusal, { token }) {
      const { email: account } = await findResetLink(deps, token);
      return resetScreen(context, refusal, { token, email: account });
    },
  }),
];
