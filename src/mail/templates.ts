import type { Role } from '../domain/role';
import type { OutgoingMail } from './mailer';

export type MailLanguage = 'th' | 'en';

/** What an invitation is to: a place in a team, or a merchant of one's own. */
export interface InvitationFacts {
  readonly to: string;
  readonly merchantName: string;
  readonly isNewMerchant: boolean;
  readonly invitedBy: string | null;
  readonly role: Role;
  readonly link: string;
}

const roleNames: Readonly<Record<MailLanguage, Readonly<Record<Role, string>>>> = {
  th: { owner: 'เจ้าของ', developer: 'นักพัฒนา', viewer: 'ผู้ดู' },
  en: { owner: 'owner', developer: 'developer', viewer: 'viewer' },
};

const openings: Readonly<Record<MailLanguage, (facts: InvitationFacts) => OutgoingMail>> = {
  th: ({ to, merchantName, link }) => ({
    to,
    subject: `เปิดร้าน ${oneLine(merchantName)} บน Saphan`,
    text: lines(
      `เปิดลิงก์นี้เพื่อเปิดร้าน ${oneLine(merchantName)} ให้เสร็จ:`,
      link,
      'ลิงก์ใช้ได้ 2 วัน และใช้ได้ครั้งเดียว',
      'หากคุณไม่ได้สมัคร ไม่ต้องทำอะไร จะไม่มีอะไรเกิดขึ้น',
    ),
  }),
  en: ({ to, merchantName, link }) => ({
    to,
    subject: `Open ${oneLine(merchantName)} on Saphan`,
    text: lines(
      `Open this link to finish opening ${oneLine(merchantName)}:`,
      link,
      'The link works for 2 days, and once.',
      'If you did not sign up, do nothing: then nothing happens.',
    ),
  }),
};

const invitations: Readonly<Record<MailLanguage, (facts: InvitationFacts) => OutgoingMail>> = {
  th: ({ to, merchantName, invitedBy, role, link }) => ({
    to,
    subject: `คำเชิญเข้าทีมของ ${oneLine(merchantName)} บน Saphan`,
    text: lines(
      `${invitedBy === null ? '' : `${oneLine(invitedBy)} `}เชิญคุณเข้าทีมของ ` +
        `${oneLine(merchantName)} ในฐานะ${roleNames.th[role]} เปิดลิงก์นี้เพื่อรับคำเชิญ:`,
      link,
      'ลิงก์ใช้ได้ 7 วัน และใช้ได้ครั้งเดียว',
      'หากคุณไม่รู้จักร้านนี้ ไม่ต้องทำอะไร',
    ),
  }),
  en: ({ to, merchantName, invitedBy, role, link }) => ({
    to,
    subject: `Join the team of ${oneLine(merchantName)} on Saphan`,
    text: lines(
      `${invitedBy === null ? 'You are invited' : `${oneLine(invitedBy)} invites you`} to join ` +
        `${oneLine(merchantName)} as ${roleNames.en[role]}. Open this link to accept:`,
      link,
      'The link works for 7 days, and once.',
      'If you do not know this merchant, do nothing.',
    ),
  }),
};

export const invitationMail = (language: MailLanguage, facts: InvitationFacts): OutgoingMail =>
  (facts.isNewMerchant ? openings : invitations)[language](facts);

const resets: Readonly<Record<MailLanguage, (to: string, link: string) => OutgoingMail>> = {
  th: (to, link) => ({
    to,
    subject: 'ตั้งรหัสผ่าน Saphan ใหม่',
    text: lines(
      'เปิดลิงก์นี้เพื่อตั้งรหัสผ่านใหม่:',
      link,
      'ลิงก์ใช้ได้ 1 ชั่วโมง และใช้ได้ครั้งเดียว',
      'หากคุณไม่ได้ขอ ไม่ต้องทำอะไร รหัสผ่านเดิมยังใช้ได้',
    ),
  }),
  en: (to, link) => ({
    to,
    subject: 'Set a new Saphan password',
    text: lines(
      'Open this link to set a new password:',
      link,
      'The link works for 1 hour, and once.',
      'If you did not ask for it, do nothing: your password stays as it is.',
    ),
  }),
};

export const passwordResetMail = (language: MailLanguage, to: string, link: string): OutgoingMail =>
  resets[language](to, link);

export interface OperatorMailFacts {
  readonly to: string;
  /** Whether the link makes somebody an operator, or sets the password of one. */
  readonly isNew: boolean;
  readonly issuedBy: string | null;
  readonly link: string;
}

const operatorTemplates: Readonly<
  Record<MailLanguage, (facts: OperatorMailFacts) => OutgoingMail>
> = {
  th: ({ to, isNew, issuedBy, link }) => ({
    to,
    subject: isNew ? 'คำเชิญเข้าคอนโซลผู้ดูแลระบบ Saphan' : 'ตั้งรหัสผ่านคอนโซล Saphan ใหม่',
    text: lines(
      `${issuedBy === null ? '' : `${oneLine(issuedBy)} `}` +
        `${isNew ? 'เชิญคุณเข้าคอนโซลผู้ดูแลระบบ' : 'ส่งลิงก์ตั้งรหัสผ่านใหม่ให้คุณ'} ` +
        'เปิดลิงก์นี้:',
      link,
      'ลิงก์ใช้ได้ 2 วัน และใช้ได้ครั้งเดียว',
      'หากคุณไม่ได้รออีเมลนี้ อย่าเปิดลิงก์ และแจ้งผู้ดูแลระบบของคุณ',
    ),
  }),
  en: ({ to, isNew, issuedBy, link }) => ({
    to,
    subject: isNew
      ? 'Join the Saphan operator console'
      : 'Set a new password for the Saphan console',
    text: lines(
      `${issuedBy === null ? 'An admin' : oneLine(issuedBy)} ` +
        `${isNew ? 'invites you to the operator console' : 'sends you a link to a password'}. ` +
        'Open this link:',
      link,
      'The link works for 2 days, and once.',
      'If you did not expect it, leave it closed, and tell your admin.',
    ),
  }),
};

export const operatorMail = (language: MailLanguage, facts: OperatorMailFacts): OutgoingMail =>
  operatorTemplates[language](facts);

/** Names are what people typed: none adds lines or links of its own. */
export const oneLine = (text: string): string => text.replace(/[\s.:/@]+/gu, ' ').trim();

export const lines = (...paragraphs: readonly string[]): string =>
  `${[...paragraphs, 'Saphan · สะพาน'].join('\n\n')}\n`;
