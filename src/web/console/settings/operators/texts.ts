import type { Language } from '../../../kit/language';

export interface OperatorsTexts {
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
  readonly newPassword: string;
  readonly newPasswordQuestion: (name: string) => string;
  readonly remove: string;
  readonly removeQuestion: (name: string) => string;
  readonly links: string;
  readonly linksHint: string;
  readonly purpose: string;
  readonly toJoin: string;
  readonly toRenew: string;
  readonly madeBy: string;
  readonly terminal: string;
  readonly validUntil: string;
  readonly takeBack: string;
  readonly takeBackQuestion: (email: string) => string;
}

export const operatorsTexts: Readonly<Record<Language, OperatorsTexts>> = {
  th: {
    invite: 'เชิญผู้ดูแลระบบ',
    inviteHint: 'ผู้ได้รับเชิญจะได้ลิงก์ทางอีเมล ใช้ได้ 2 วัน',
    email: 'อีเมล',
    role: 'บทบาท',
    sendInvitation: 'ส่งคำเชิญ',
    person: 'ชื่อ',
    you: 'คุณ',
    lastSeen: 'ใช้งานล่าสุด',
    neverSeen: 'ไม่ได้เข้าสู่ระบบ',
    changeRole: 'เปลี่ยนบทบาท',
    newPassword: 'รหัสผ่านใหม่',
    newPasswordQuestion: (name) => `${name} จะได้ลิงก์สำหรับตั้งรหัสผ่านใหม่`,
    remove: 'นำออก',
    removeQuestion: (name) => `${name} จะออกจากระบบทันที และเข้าคอนโซลไม่ได้อีก`,
    links: 'ลิงก์ที่ยังใช้ได้',
    linksHint: 'ทุกลิงก์ใช้ได้ครั้งเดียว รวมถึงลิงก์จากคำสั่งบนเครื่อง',
    purpose: 'สำหรับ',
    toJoin: 'เข้าคอนโซล',
    toRenew: 'ตั้งรหัสผ่านใหม่',
    madeBy: 'ออกโดย',
    terminal: 'คำสั่งบนเครื่อง',
    validUntil: 'ใช้ได้ถึง',
    takeBack: 'ยกเลิก',
    takeBackQuestion: (email) => `ลิงก์ของ ${email} จะใช้ไม่ได้อีก`,
  },
  en: {
    invite: 'Invite an operator',
    inviteHint: 'They get a link by e-mail, which works for 2 days.',
    email: 'E-mail',
    role: 'Role',
    sendInvitation: 'Send invitation',
    person: 'Name',
    you: 'You',
    lastSeen: 'Last seen',
    neverSeen: 'Not signed in',
    changeRole: 'Change role',
    newPassword: 'New password',
    newPasswordQuestion: (name) =>
      `${name} gets a link to a new password. The old one works until then.`,
    remove: 'Remove',
    removeQuestion: (name) => `${name} is signed out at once, and cannot come back in.`,
    links: 'Links that still work',
    linksHint: 'Each works once. Those that a command has printed are among them.',
    purpose: 'For',
    toJoin: 'the console',
    toRenew: 'a new password',
    madeBy: 'Made by',
    terminal: 'a command',
    validUntil: 'Works until',
    takeBack: 'Take back',
    takeBackQuestion: (email) => `The link of ${email} stops working.`,
  },
};
