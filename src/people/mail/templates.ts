import type { Role } from '../../kernel/rules/role';
import type { OutgoingMail } from '../../platform/mail/mailer';

export type MailLanguage = 'th' | 'en';

/** Of the operator. */
export interface MailBrand {
  readonly name: string;
  /** A mailto, tel or https URL; null without one. */
  readonly supportUrl: string | null;
}

/** To join a team, or to confirm the sign-up of a new merchant. */
export interface InvitationFacts {
  readonly brand: MailBrand;
  readonly to: string;
  readonly merchantName: string;
  readonly isNewMerchant: boolean;
  readonly invitedBy: string | null;
  readonly role: Role;
  readonly link: string;
}

const roleNames: Readonly<Record<MailLanguage, Readonly<Record<Role, string>>>> = {
  th: {
    owner: 'เจ้าของ',
    developer: 'นักพัฒนา',
    approver: 'ผู้อนุมัติ',
    bookkeeper: 'ฝ่ายบัญชี',
    viewer: 'ดูอย่างเดียว',
  },
  en: {
    owner: 'owner',
    developer: 'developer',
    approver: 'approver',
    bookkeeper: 'bookkeeper',
    viewer: 'viewer',
  },
};

const openings: Readonly<Record<MailLanguage, (facts: InvitationFacts) => OutgoingMail>> = {
  th: ({ to, merchantName, link, brand }) => ({
    to,
    subject: `เปิดร้าน ${oneLine(merchantName)} บน ${brand.name}`,
    text: lines(
      brand,
      `เปิดลิงก์นี้เพื่อยืนยันการสมัครของ ${oneLine(merchantName)}:`,
      link,
      'ลิงก์ใช้ได้ครั้งเดียวภายใน 2 วัน',
      'หากคุณไม่ได้สมัคร โปรดเพิกเฉยต่ออีเมลนี้',
    ),
  }),
  en: ({ to, merchantName, link, brand }) => ({
    to,
    subject: `Open ${oneLine(merchantName)} on ${brand.name}`,
    text: lines(
      brand,
      `Open this link to finish setting up ${oneLine(merchantName)}:`,
      link,
      'The link works once and expires in 2 days.',
      'If you did not sign up, you can ignore this email.',
    ),
  }),
};

const invitations: Readonly<Record<MailLanguage, (facts: InvitationFacts) => OutgoingMail>> = {
  th: ({ to, merchantName, invitedBy, role, link, brand }) => ({
    to,
    subject: `คำเชิญเข้าทีมของ ${oneLine(merchantName)} บน ${brand.name}`,
    text: lines(
      brand,
      `${invitedBy === null ? '' : `${oneLine(invitedBy)} `}เชิญคุณเข้าร่วมทีมของ ` +
        `${oneLine(merchantName)} (สิทธิ์: ${roleNames.th[role]}) เปิดลิงก์นี้เพื่อรับคำเชิญ:`,
      link,
      'ลิงก์ใช้ได้ครั้งเดียวภายใน 7 วัน',
      'หากคุณไม่รู้จักร้านนี้ โปรดเพิกเฉยต่ออีเมลนี้',
    ),
  }),
  en: ({ to, merchantName, invitedBy, role, link, brand }) => ({
    to,
    subject: `Join the team of ${oneLine(merchantName)} on ${brand.name}`,
    text: lines(
      brand,
      `${invitedBy === null ? 'You are invited' : `${oneLine(invitedBy)} invited you`} to join ` +
        `${oneLine(merchantName)} as ${roleNames.en[role]}. Open this link to accept:`,
      link,
      'The link works once and expires in 7 days.',
      'If you do not know this merchant, you can ignore this email.',
    ),
  }),
};

export const invitationMail = (language: MailLanguage, facts: InvitationFacts): OutgoingMail =>
  (facts.isNewMerchant ? openings : invitations)[language](facts);

interface ResetFacts {
  readonly brand: MailBrand;
  readonly to: string;
  readonly link: string;
}

const resets: Readonly<Record<MailLanguage, (facts: ResetFacts) => OutgoingMail>> = {
  th: ({ to, link, brand }) => ({
    to,
    subject: `ตั้งรหัสผ่าน ${brand.name} ใหม่`,
    text: lines(
      brand,
      'เปิดลิงก์นี้เพื่อตั้งรหัสผ่านใหม่:',
      link,
      'ลิงก์ใช้ได้ครั้งเดียวภายใน 1 ชั่วโมง',
      'หากคุณไม่ได้ขอ โปรดเพิกเฉยต่ออีเมลนี้ รหัสผ่านเดิมยังใช้ได้',
    ),
  }),
  en: ({ to, link, brand }) => ({
    to,
    subject: `Set a new ${brand.name} password`,
    text: lines(
      brand,
      'Open this link to set a new password:',
      link,
      'The link works once and expires in 1 hour.',
      'If you did not request this, you can ignore this email. Your password does not change.',
    ),
  }),
};

export const passwordResetMail = (language: MailLanguage, facts: ResetFacts): OutgoingMail =>
  resets[language](facts);

export interface OperatorMailFacts {
  readonly brand: MailBrand;
  readonly to: string;
  /** True: the link creates an operator. False: it sets an operator's password. */
  readonly isNew: boolean;
  readonly issuedBy: string | null;
  readonly link: string;
}

const operatorTemplates: Readonly<
  Record<MailLanguage, (facts: OperatorMailFacts) => OutgoingMail>
> = {
  th: ({ to, isNew, issuedBy, link, brand }) => ({
    to,
    subject: `${isNew ? 'คำเชิญเข้า' : 'ตั้งรหัสผ่าน'}คอนโซล ${brand.name}`,
    text: lines(
      brand,
      `${issuedBy === null ? '' : `${oneLine(issuedBy)} `}` +
        `${isNew ? 'เชิญคุณเข้าคอนโซลผู้ดูแลระบบ' : 'ส่งลิงก์ตั้งรหัสผ่านใหม่ให้คุณ'} ` +
        'เปิดลิงก์นี้:',
      link,
      'ลิงก์ใช้ได้ครั้งเดียวภายใน 2 วัน',
      'หากคุณไม่ได้คาดว่าจะได้รับอีเมลนี้ อย่าเปิดลิงก์ และแจ้งผู้ดูแลระบบของคุณ',
    ),
  }),
  en: ({ to, isNew, issuedBy, link, brand }) => ({
    to,
    subject: isNew
      ? `Join the ${brand.name} operator console`
      : `Set a new password for the ${brand.name} console`,
    text: lines(
      brand,
      `${issuedBy === null ? 'An admin' : oneLine(issuedBy)} ` +
        `${isNew ? 'invited you to the operator console' : 'sent you a password link'}. ` +
        'Open this link:',
      link,
      'The link works once and expires in 2 days.',
      'If you did not expect this email, do not open the link and notify your admin.',
    ),
  }),
};

export const operatorMail = (language: MailLanguage, facts: OperatorMailFacts): OutgoingMail =>
  operatorTemplates[language](facts);

/** Characters of addresses and links. Browsers read an ideographic full stop as a dot. */
const linking = /[\s.:/@。]/u;

/** Names are user input: they must not add lines or links to a mail, in ASCII or other forms. */
export const oneLine = (text: string): string =>
  Array.from(text, (one) => (linking.test(one.normalize('NFKC')) ? ' ' : one))
    .join('')
    .replace(/ +/g, ' ')
    .trim();

export function lines({ name, supportUrl }: MailBrand, ...paragraphs: readonly string[]): string {
  const support = supportUrl === null ? '' : ` · ${supportUrl.replace(/^(mailto|tel):/, '')}`;
  return `${[...paragraphs, `${name}${support}`].join('\n\n')}\n`;
}
