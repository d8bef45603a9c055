import { z } from 'zod';
import { id } from '../../contract/fields';
import { accountOperations } from '../../people/pages/account/operations';
import { nothing } from '../kit/fields';
import type { Language } from '../kit/language';
import { secondOperatorNotice } from '../../approvals/pages/console/second-operator';
import { actForm, pages } from './frame/page';

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

  actForm({
    act: 'operator_password',
    name: 'mailNewPassword',
    summary: 'Mail an operator a link to set a new password',
    path: `/console${TEAM}/:id/new-password`,
    params: z.object({ id: id('opr_', 'member_not_found') }),
    fields: nothing,
    errors: ['member_not_found', 'rate_limit_exceeded'],
    input: ({ params }) => ({ personId: params.id }),
    back: () => `/console${TEAM}`,
    done: 'password_link_sent',
  }),
];
