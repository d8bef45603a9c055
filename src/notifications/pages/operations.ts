import { z } from 'zod';
import { says } from '../../contract/fields';
import type { ApiDeps } from '../../http/api-deps';
import { boxes } from '../../pages/kit/fields';
import { seeOther } from '../../pages/kit/reply';
import { formAction, linkAction, page, publicPage } from '../../pages/dashboard/frame/page';
import type { Refusal, SignedInContext } from '../../pages/dashboard/frame/screen';
import { chooseOwnMails, findOwnMails, findUnsubscribeLink, unsubscribe } from '../choose-mails';
import { memberMailKinds } from '../rules/member-mail';
import { MAILS, mailsScreen, UNSUBSCRIBE, unsubscribeScreen } from './view';

/** A malformed token gets the same 404 as an unknown one. */
const params = z.object({ token: z.string().regex(/^[0-9a-z]{26}$/, says('page_not_found')) });

const show = async (deps: ApiDeps, context: SignedInContext, refusal: Refusal | null) =>
  mailsScreen(context, await findOwnMails(deps, context.session), refusal);

export const mailOperations = [
  page({
    name: 'showMails',
    summary: 'The mails that the person gets about the merchant',
    path: MAILS,
    render: (deps, context) => show(deps, context, null),
  }),

  formAction({
    name: 'chooseMails',
    summary: 'Choose the mails that the person gets about the merchant',
    path: MAILS,
    role: 'viewer',
    fields: z.object({ kinds: boxes(z.enum(memberMailKinds)).default([]) }),
    async handle(deps, { audit, session }, { fields }) {
      await chooseOwnMails(deps, audit, session, fields.kinds);
      return seeOther(MAILS, 'profile_saved');
    },
    onError: show,
  }),

  publicPage({
    name: 'showUnsubscribe',
    summary: 'The page of the link in a mail. Changes nothing',
    path: `${UNSUBSCRIBE}/:token`,
    params,
    errors: ['page_not_found'],
    render: async (deps, context, { params: { token } }) =>
      unsubscribeScreen(context, token, await findUnsubscribeLink(deps, token)),
  }),

  linkAction({
    name: 'unsubscribe',
    summary: 'Turn off one kind of mail to one member',
    path: `${UNSUBSCRIBE}/:token`,
    params,
    errors: ['page_not_found'],
    handle: async (deps, context, { token }) =>
      unsubscribeScreen(context, token, await unsubscribe(deps, token, context.address)),
  }),
];
