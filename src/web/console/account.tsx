import { z } from 'zod';
import { mailNewPassword } from '../../application/accounts/invite';
import { id } from '../../contract/fields';
import { accountOperations } from '../kit/account/operations';
import { nothing } from '../kit/fields';
import type { Language } from '../kit/language';
import { seeOther } from '../kit/reply';
import { secondOperatorNotice } from './approvals/second-operator';
import { formAction, pages } from './frame/page';

const TEAM = '/settings/operators';

const forgotHints: Readonly<Record<Language, string>> = {
  th: 'หากลืมรหัสผ่าน ให้ผู้ดูแลสูงสุดส่งลิงก์ใหม่ให้คุณ',
  en: 'Forgot your password? Ask an admin to send you a link to set a new one.',
};

/** Operators cannot sign up or reset a password: an admin or a command sends a link. */
export const consoleAccountOperations = [
  ...accountOperations({
    realm: 'operator',
    pages,
    sections: { profile: 'profile', security: 'security', activity: 'activity', team: 'operators' },
    teamPath: TEAM,
    readsLog: 'viewer',
    aboveTeam: secondOperatorNotice,
    aroundSignIn: ({ t, language }) => ({
      above: <p class="soft">{t.console}</p>,
      below: <p class="soft small">{forgotHints[language]}</p>,
    }),
  }),

  formAction({
    stepUp: 'proof',
    name: 'mailNewPassword',
    summary: 'Mail an operator a link to set a new password',
    path: `/console${TEAM}/:id/new-password`,
    role: 'admin',
    params: z.object({ id: id('opr_', 'member_not_found') }),
    fields: nothing,
    errors: ['member_not_found', 'rate_limit_exceeded'],
    async handle(deps, { audit }, { params }) {
      await mailNewPassword(deps, audit, params.id);
      return seeOther(`/console${TEAM}`, 'password_link_sent');
    },
  }),
];
