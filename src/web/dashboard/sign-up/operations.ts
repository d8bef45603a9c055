import { z } from 'zod';
import { signUp } from '../../../application/accounts/sign-up';
import { email, merchantName } from '../../kit/fields';
import { openFormAction, openPage } from '../frame/page';
import { seeOther } from '../../kit/reply';
import { mailSentScreen, signUpScreen } from './view';

export const signUpOperations = [
  openPage({
    name: 'showSignUp',
    summary: 'The page to open a merchant on',
    path: '/dashboard/sign-up',
    show: (_deps, look) => signUpScreen(look, null),
  }),

  openFormAction({
    name: 'signUp',
    summary: 'Have a link sent that opens a merchant',
    path: '/dashboard/sign-up',
    fields: z.object({ merchant_name: merchantName, email }),
    errors: ['invalid_email'],
    async take(deps, { language, address }, { fields }) {
      const { merchant_name, email: to } = fields;
      await signUp(deps, { merchantName: merchant_name, email: to, language, address });
      return seeOther('/dashboard/mail-sent');
    },
    again: (_deps, look, refusal) => signUpScreen(look, refusal),
  }),

  openPage({
    name: 'showMailSent',
    summary: 'Where to go on once a mail was sent',
    path: '/dashboard/mail-sent',
    show: (deps, look) => mailSentScreen(look, deps.config.mail.mailboxUrl),
  }),
];
