import { z } from 'zod';
import { email } from '../../../contract/fields';
import { signUp } from '../../../merchants/team/invite';
import { merchantName } from '../../../pages/kit/fields';
import { publicFormAction, publicPage } from '../../../pages/dashboard/frame/page';
import { seeOther } from '../../../pages/kit/reply';
import { mailSentScreen, signUpScreen } from './view';

export const signUpOperations = [
  publicPage({
    name: 'showSignUp',
    summary: 'The sign-up page',
    path: '/dashboard/sign-up',
    render: (_deps, context) => signUpScreen(context, null),
  }),

  publicFormAction({
    name: 'signUp',
    summary: 'Mail a sign-up link',
    path: '/dashboard/sign-up',
    fields: z.object({ merchant_name: merchantName, email }),
    errors: ['invalid_email'],
    async handle(deps, { language, address }, { fields }) {
      const { merchant_name, email: to } = fields;
      await signUp(deps, { merchantName: merchant_name, email: to, language, address });
      return seeOther('/dashboard/mail-sent');
    },
    onError: (_deps, context, refusal) => signUpScreen(context, refusal),
  }),

  publicPage({
    name: 'showMailSent',
    summary: 'The confirmation page after a mail was sent',
    path: '/dashboard/mail-sent',
    render: (deps, context) => mailSentScreen(context, deps.config.mail.mailboxUrl),
  }),
];
