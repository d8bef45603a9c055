import { z } from 'zod';
import { inviteAgain } from '../../merchants/team/invite';
import { switchMerchant } from '../../people/sessions';
import { id } from '../../contract/fields';
import { sessionCookies } from '../../http/session-cookie';
import { accountOperations } from '../../people/pages/account/operations';
import { Card } from '../kit/card';
import { nothing } from '../kit/fields';
import type { Language } from '../kit/language';
import { seeOther } from '../kit/reply';
import { keysTable } from '../../merchants/pages/keys/list-view';
import { formAction, pages } from './frame/page';

const TEAM = '/settings/team';

const en = {
  forgot: 'Forgot your password?',
  noAccount: 'No account yet?',
  signUp: 'Sign up',
  formerKeys: 'Active keys of former members',
  formerKeysHint: 'These keys still work. Revoke any key that its creator may have kept.',
};

const texts: Readonly<Record<Language, typeof en>> = {
  en,
  th: {
    forgot: 'ลืมรหัสผ่าน',
    noAccount: 'ยังไม่มีบัญชี?',
    signUp: 'สมัครใช้งาน',
    formerKeys: 'คีย์ของอดีตสมาชิกที่ยังใช้งานได้',
    formerKeysHint: 'คีย์เหล่านี้ยังเรียก API ได้ โปรดเพิกถอนทุกคีย์ที่ผู้สร้างอาจเก็บไว้',
  },
};

/** Users may sign up and reset their password by mail, and work for several merchants. */
export const dashboardAccountOperations = [
  ...accountOperations({
    realm: 'merchant',
    pages,
    sections: { profile: 'profile', security: 'security', activity: 'activity', team: 'team' },
    teamPath: TEAM,
    readsLog: 'bookkeeper',
    aroundSignIn({ language }) {
      const t = texts[language];
      const below = (
        <div class="links">
          <p>
            <a href="/dashboard/forgot-password">{t.forgot}</a>
          </p>
          <p>
            {t.noAccount} <a href="/dashboard/sign-up">{t.signUp}</a>
          </p>
        </div>
      );
      return { above: null, below };
    },
    async aboveTeam(_deps, context, { formerKeys }) {
      if (formerKeys.length === 0) return null;
      const t = texts[context.language];
      return (
        <Card id="former-keys" title={t.formerKeys} hint={t.formerKeysHint} flush>
          {keysTable(context, formerKeys)}
        </Card>
      );
    },
  }),

  formAction({
    name: 'inviteAgain',
    summary: 'Resend the mail of an invitation',
    path: '/dashboard/settings/invitations/:id/send-again',
    role: 'owner',
    params: z.object({ id: id('inv_', 'invitation_not_found') }),
    fields: nothing,
    errors: ['invitation_not_found', 'rate_limit_exceeded'],
    async handle(deps, { audit, session, language }, { params }) {
      const team = { realm: 'merchant', merchantId: session.merchant.id } as const;
      await inviteAgain(deps, audit, team, params.id, language);
      return seeOther(`/dashboard${TEAM}`, 'invited_again');
    },
  }),

  formAction({
    name: 'switchMerchant',
    summary: 'Switch the session to another merchant of the user',
    path: '/dashboard/switch',
    role: 'viewer',
    fields: z.object({ merchant: id('mer_', 'merchant_not_found') }),
    errors: ['merchant_not_found'],
    async handle(deps, { session }, { fields }) {
      const token = await switchMerchant(deps, session, fields.merchant);
      const cookie = sessionCookies.merchant.write(token, deps.config.http.publicUrl);
      return seeOther('/dashboard', null, cookie);
    },
  }),
];
