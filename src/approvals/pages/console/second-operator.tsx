import type { VNode } from 'preact';
import { findTeam } from '../../../merchants/team/team';
import { mayActAs, operatorTeam } from '../../../kernel/rules/realm';
import type { ApiDeps } from '../../../http/api-deps';
import type { Language } from '../../../pages/kit/language';

const en = {
  alone: 'No second operator can approve',
  hint:
    'Requests need the approval of another operator, also the invitation of one. Create the ' +
    'second operator on the server of the gateway, and send them the link that it prints:',
};

const texts: Readonly<Record<Language, typeof en>> = {
  en,
  th: {
    alone: 'ยังไม่มีผู้ดูแลระบบคนที่สองที่อนุมัติได้',
    hint:
      'คำขอต้องให้ผู้ดูแลระบบอีกคนอนุมัติ รวมถึงการเชิญผู้ดูแลระบบ ' +
      'กรุณาสร้างผู้ดูแลระบบคนที่สองบนเซิร์ฟเวอร์ของเกตเวย์ แล้วส่งลิงก์ที่แสดงให้คนนั้น:',
  },
};

/** How the only operator adds a second one, while approvals are on; null with two or more. */
export async function secondOperatorNotice(
  deps: ApiDeps,
  { language }: { readonly language: Language },
): Promise<VNode | null> {
  if (!deps.config.operators.approvals) return null;
  const { members } = await findTeam(deps, operatorTeam);
  const deciders = members.filter(({ role }) => mayActAs({ realm: 'operator', role }, 'approver'));
  if (deciders.length >= 2) return null;
  const t = texts[language];
  return (
    <div class="notice warn">
      <span>
        <strong>{t.alone}</strong>. {t.hint}{' '}
        <code>gateway operator create second@example.com --role admin</code>
      </span>
    </div>
  );
}
