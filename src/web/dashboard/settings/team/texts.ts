import type { Language } from '../../../kit/language';

export interface TeamTexts {
  readonly members: string;
  readonly invite: string;
  readonly inviteHint: string;
  readonly email: string;
  readonly role: string;
  readonly sendInvitation: string;
  readonly person: string;
  readonly you: string;
  readonly lastSeen: string;
  readonly neverSeen: string;
  readonly changeRole: string;
  readonly remove: string;
  readonly removeQuestion: (name: string) => string;
  readonly formerKeys: string;
  readonly formerKeysHint: string;
  readonly invitations: string;
  readonly validUntil: string;
  readonly sendAgain: string;
  readonly takeBack: string;
  readonly takeBackQuestion: (email: string) => string;
}

export const teamTexts: Readonly<Record<Language, TeamTexts>> = {
  th: {
    members: 'สมาชิก',
    invite: 'เชิญสมาชิก',
    inviteHint: 'ผู้ได้รับเชิญจะได้ลิงก์ทางอีเมล ใช้ได้ 7 วัน',
    email: 'อีเมล',
    role: 'บทบาท',
    sendInvitation: 'ส่งคำเชิญ',
    person: 'ชื่อ',
    you: 'คุณ',
    lastSeen: 'ใช้งานล่าสุด',
    neverSeen: 'ยังไม่เข้าสู่ระบบ',
    changeRole: 'เปลี่ยนบทบาท',
    remove: 'นำออก',
    removeQuestion: (name) => `${name} จะออกจากระบบทันที และเข้าร้านนี้ไม่ได้อีก`,
    formerKeys: 'คีย์ของอดีตสมาชิกที่ยังใช้งานได้',
    formerKeysHint: 'คีย์เหล่านี้ยังเรียก API ได้ โปรดเพิกถอนทุกคีย์ที่ผู้สร้างอาจเก็บไว้',
    invitations: 'คำเชิญที่รอตอบรับ',
    validUntil: 'ใช้ได้ถึง',
    sendAgain: 'ส่งอีกครั้ง',
    takeBack: 'ยกเลิก',
    takeBackQuestion: (email) => `ลิงก์ที่ส่งถึง ${email} จะใช้ไม่ได้อีก`,
  },
  en: {
    members: 'Members',
    invite: 'Invite somebody',
    inviteHint: 'They get a link by e-mail, which works for 7 days.',
    email: 'E-mail',
    role: 'Role',
    sendInvitation: 'Send invitation',
    person: 'Name',
    you: 'You',
    lastSeen: 'Last seen',
    neverSeen: 'Not signed in',
    changeRole: 'Change role',
    remove: 'Remove',
    removeQuestion: (name) => `${name} is signed out at once, and cannot come back in.`,
    formerKeys: 'Active keys of former members',
    formerKeysHint:
      'These keys can still call the API. Revoke each one that its creator may have kept.',
    invitations: 'Invitations that wait',
    validUntil: 'Works until',
    sendAgain: 'Send again',
    takeBack: 'Take back',
    takeBackQuestion: (email) => `The link that ${email} was sent stops working.`,
  },
};
