import { formatBaht } from '../../kernel/rules/money';
import type { Notice } from '../rules/notice';
import { browserName } from '../../platform/browser-name';
import { lines, oneLine, type MailBrand, type MailLanguage } from './templates';
import type { OutgoingMail } from '../../platform/mail/mailer';

export interface NoticeFacts {
  readonly brand: MailBrand;
  readonly to: string;
  readonly notice: Notice;
  readonly at: Date;
  readonly publicUrl: string;
}

type Kind = Notice['kind'];
type Of<K extends Kind> = Extract<Notice, { readonly kind: K }>;
/** `remedy`: what to do if the recipient did not cause the event. */
type Words = readonly [subject: string, happened: string, remedy: string];
interface Place {
  readonly when: string;
  /** Formats an ISO 8601 time in the language of the mail. */
  readonly momentOf: (iso: string) => string;
  readonly publicUrl: string;
  readonly brand: string;
}
type Writers = { readonly [K in Kind]: (notice: Of<K>, place: Place) => Words };

const thaiSets: Readonly<Record<string, string>> = {
  read: 'อ่าน',
  write: 'อ่านและเขียน',
  withdraw: 'ถอนเงินได้',
};

/** The link is a paragraph of its own. */
const see = (sentence: string, url: string): string => `${sentence}\n\n${url}`;

const resetAt = (publicUrl: string): string => `${publicUrl}/dashboard/forgot-password`;

/** The email address is user input. The spaces prevent mail clients from making it a link. */
const shown = (email: string): string => email.replace(/[^\w.+@-]/gu, '').replace('@', ' @ ');

const th: Writers = {
  signed_in: ({ site, address, agent }, { when, publicUrl, brand }) => [
    `มีการเข้าสู่ระบบ ${brand} จากอุปกรณ์หรือเครือข่ายใหม่`,
    `มีการเข้าสู่ระบบด้วยบัญชีของคุณเมื่อ ${when}\n` +
      `เบราว์เซอร์: ${browserName(agent) ?? 'ไม่ทราบ'}\nที่อยู่ IP: ${address ?? 'ไม่ทราบ'}`,
    site === 'dashboard'
      ? see('หากไม่ใช่คุณ ตั้งรหัสผ่านใหม่ทันที ทุกอุปกรณ์จะออกจากระบบ:', resetAt(publicUrl))
      : 'หากไม่ใช่คุณ แจ้งผู้ดูแลสูงสุดของคอนโซลทันที และขอลิงก์ตั้งรหัสผ่านใหม่',
  ],
  password_changed: ({ site, address }, { when, publicUrl, brand }) => [
    `รหัสผ่าน ${brand} ของคุณถูกเปลี่ยนแล้ว`,
    `รหัสผ่านของคุณถูกเปลี่ยนเมื่อ ${when}\nที่อยู่ IP: ${address ?? 'ไม่ทราบ'}`,
    site === 'dashboard'
      ? see('หากไม่ใช่คุณ ตั้งรหัสผ่านใหม่ และแจ้งเจ้าของร้าน:', resetAt(publicUrl))
      : 'หากไม่ใช่คุณ แจ้งผู้ดูแลสูงสุดของคอนโซลทันที และขอลิงก์ตั้งรหัสผ่านใหม่',
  ],
  factor_changed: ({ site, change, name, codesLeft, address }, { when, publicUrl }) => [
    'การยืนยันตัวตนสองขั้นตอนของคุณมีการเปลี่ยนแปลง',
    `${
      {
        added: `เพิ่มวิธียืนยันตัวตน “${oneLine(name ?? '')}”`,
        removed: `ลบวิธียืนยันตัวตน “${oneLine(name ?? '')}”`,
        codes_made: 'สร้างรหัสกู้คืนชุดใหม่ รหัสชุดเดิมใช้ไม่ได้อีก',
        code_used: `ใช้รหัสกู้คืนหนึ่งรหัส เหลือ ${codesLeft ?? 0} รหัส`,
      }[change]
    } เมื่อ ${when}\nที่อยู่ IP: ${address ?? 'ไม่ทราบ'}`,
    site === 'dashboard'
      ? see('หากไม่ใช่คุณ ตั้งรหัสผ่านใหม่ทันที และแจ้งเจ้าของร้าน:', resetAt(publicUrl))
      : 'หากไม่ใช่คุณ แจ้งผู้ดูแลสูงสุดของคอนโซลทันที และขอลิงก์ตั้งรหัสผ่านใหม่',
  ],
  factors_reset: ({ site, payoutsHeld }, { when, publicUrl }) => [
    'การยืนยันตัวตนสองขั้นตอนของคุณถูกรีเซ็ต',
    `วิธียืนยันตัวตนและรหัสกู้คืนทั้งหมดของคุณถูกลบเมื่อ ${when} และทุกอุปกรณ์ออกจากระบบแล้ว ` +
      'เข้าสู่ระบบด้วยรหัสผ่านแล้วตั้งค่าใหม่' +
      (payoutsHeld ? ' การถอนเงินและการคืนเงินของร้านหยุด 24 ชั่วโมงนับจากนี้' : ''),
    site === 'dashboard'
      ? see('หากคุณไม่ได้ขอ ตั้งรหัสผ่านใหม่ทันที และแจ้งเจ้าของร้าน:', resetAt(publicUrl))
      : 'หากคุณไม่ได้ขอ แจ้งผู้ดูแลสูงสุดของคอนโซลทันที',
  ],
  member_factors_reset: ({ merchantName, name, email }, { when, publicUrl }) => [
    `รีเซ็ตการยืนยันตัวตนของสมาชิกใน ${oneLine(merchantName)}`,
    `ผู้ให้บริการรีเซ็ตการยืนยันตัวตนสองขั้นตอนของ ${oneLine(name)} (${shown(email)}) ` +
      `เมื่อ ${when} การถอนเงินและการคืนเงินของร้านหยุด 24 ชั่วโมงนับจากนี้`,
    see(
      'หากร้านของคุณไม่ได้ขอ นำสมาชิกคนนี้ออกทันที และติดต่อผู้ให้บริการ:',
      `${publicUrl}/dashboard/settings/team`,
    ),
  ],
  member_late_factor: ({ merchantName, name, email }, { when, publicUrl }) => [
    `สมาชิกของ ${oneLine(merchantName)} เปิดใช้การยืนยันตัวตนสองขั้นตอนครั้งแรก`,
    `${oneLine(name)} (${shown(email)}) เปิดใช้การยืนยันตัวตนสองขั้นตอน` +
      `ครั้งแรกเมื่อ ${when} การถอนเงิน การคืนเงิน ` +
      'และการอนุมัติของร้านหยุด 24 ชั่วโมงนับจากนี้',
    see('หากสมาชิกไม่ได้ทำเอง ให้นำออกจากทีมทันที:', `${publicUrl}/dashboard/settings/team`),
  ],
  key_created: ({ merchantName, keyName, hint, permission, madeBy }, { when, publicUrl }) => [
    `คีย์ API ใหม่ของ ${oneLine(merchantName)}`,
    `คีย์ “${oneLine(keyName)}” (${hint}) ถูกสร้างเมื่อ ${when}\n` +
      `สิทธิ์: ${thaiSets[permission] ?? permission}\n` +
      `ผู้สร้าง: ${madeBy === null ? 'ผู้ให้บริการ' : oneLine(madeBy)}`,
    see(
      'หากทีมของคุณไม่ได้สร้าง เพิกถอนคีย์นี้ทันที และตรวจสอบสมาชิกในทีม:',
      `${publicUrl}/dashboard/developers/keys`,
    ),
  ],
  key_changed: ({ merchantName, keyName, hint, madeBy }, { when, publicUrl }) => [
    `ข้อจำกัดของคีย์ API ของ ${oneLine(merchantName)} ถูกเปลี่ยน`,
    'ที่อยู่ IP บัญชีผู้รับเงิน หรือการลงลายมือชื่อดิจิทัลของคีย์ ' +
      `“${oneLine(keyName)}” (${hint}) ` +
      `ถูกเปลี่ยนเมื่อ ${when}\n` +
      `ผู้เปลี่ยน: ${madeBy === null ? 'ผู้ให้บริการ' : oneLine(madeBy)}`,
    see(
      'หากทีมของคุณไม่ได้เปลี่ยน เพิกถอนคีย์นี้ทันที และตรวจสอบสมาชิกในทีม:',
      `${publicUrl}/dashboard/developers/keys`,
    ),
  ],
  key_expiring: ({ merchantName, keyName, hint, expiresAt }, { publicUrl, momentOf }) => [
    `คีย์ API ของ ${oneLine(merchantName)} ใกล้หมดอายุ`,
    `คีย์ “${oneLine(keyName)}” (${hint}) จะหมดอายุเมื่อ ${momentOf(expiresAt)} ` +
      'หลังจากนั้นระบบที่ใช้คีย์นี้จะเรียก API ไม่ได้',
    see('หากยังใช้งานอยู่ ออกคีย์ใหม่แทนก่อนหมดอายุ:', `${publicUrl}/dashboard/developers/keys`),
  ],
  owner_invited: ({ merchantName, email }, { when, publicUrl }) => [
    `มีการเชิญเจ้าของคนใหม่ของ ${oneLine(merchantName)}`,
    `ผู้ให้บริการเชิญ ${shown(email)} เป็นเจ้าของร้านเมื่อ ${when} ` +
      'เมื่อรับคำเชิญแล้ว การถอนเงินและการคืนเงินของร้านจะหยุด 24 ชั่วโมง',
    see('หากร้านไม่ได้ขอ ยกเลิกคำเชิญทันที:', `${publicUrl}/dashboard/settings/team`),
  ],
  owner_joined: ({ merchantName, name, email, payoutsHeld }, { when, publicUrl }) => [
    `${oneLine(merchantName)} มีเจ้าของคนใหม่`,
    `${oneLine(name)} (${shown(email)}) เป็นเจ้าของร้านตั้งแต่ ${when}` +
      (payoutsHeld ? ' การถอนเงินและการคืนเงินของร้านหยุด 24 ชั่วโมงนับจากนี้' : ''),
    see(
      'หากไม่ควรเป็นเช่นนี้ นำสมาชิกคนนี้ออกทันที และติดต่อผู้ให้บริการ:',
      `${publicUrl}/dashboard/settings/team`,
    ),
  ],
  bank_account_set: ({ merchantName, account, usableAt }, { when, publicUrl, momentOf }) => [
    `บัญชีธนาคารของ ${oneLine(merchantName)} ถูกเปลี่ยน`,
    `บัญชีสำหรับถอนเงินของร้านถูกเปลี่ยนเป็น ${oneLine(account)} เมื่อ ${when} ` +
      `ถอนเงินเข้าบัญชีนี้ได้ตั้งแต่ ${momentOf(usableAt)} และหลังจากผู้ให้บริการตรวจสอบแล้ว`,
    see(
      'หากทีมของคุณไม่ได้เปลี่ยน แก้ไขบัญชีทันที และตรวจสอบสมาชิกในทีม:',
      `${publicUrl}/dashboard/settings/business`,
    ),
  ],
  limit_lifted: ({ merchantName, limitSatang }, { when }) => [
    `วงเงินจ่ายออกต่อวันของ ${oneLine(merchantName)} ถูกปรับขึ้น`,
    `ผู้ให้บริการ${
      limitSatang === null
        ? 'ยกเลิกวงเงินจ่ายออกต่อวัน'
        : `ปรับวงเงินจ่ายออกเป็น ${formatBaht(limitSatang)} บาทต่อวัน`
    } เมื่อ ${when} การถอนเงินและการคืนเงินของร้านหยุด 24 ชั่วโมงนับจากนี้`,
    'หากร้านของคุณไม่ได้ขอ ติดต่อผู้ให้บริการ ทันที',
  ],
};

const en: Writers = {
  signed_in: ({ site, address, agent }, { when, publicUrl, brand }) => [
    `New sign-in to your ${brand} account`,
    `Your account was signed in to from a new device or network on ${when}.\n` +
      `Browser: ${browserName(agent) ?? 'unknown'}\nIP address: ${address ?? 'unknown'}`,
    site === 'dashboard'
      ? see(
          'If this was not you, set a new password immediately. This signs out all devices:',
          resetAt(publicUrl),
        )
      : 'If this was not you, notify a console admin immediately and request a new password link.',
  ],
  password_changed: ({ site, address }, { when, publicUrl, brand }) => [
    `Your ${brand} password was changed`,
    `Your password was changed on ${when}.\nIP address: ${address ?? 'unknown'}`,
    site === 'dashboard'
      ? see(
          'If this was not you, set a new password immediately and notify an owner of your team:',
          resetAt(publicUrl),
        )
      : 'If this was not you, notify a console admin immediately and request a new password link.',
  ],
  factor_changed: ({ site, change, name, codesLeft, address }, { when, publicUrl, brand }) => [
    `Your ${brand} second factor was changed`,
    `${
      {
        added: `“${oneLine(name ?? '')}” was added as a second factor`,
        removed: `“${oneLine(name ?? '')}” was removed as a second factor`,
        codes_made: 'New recovery codes were created, and the former ones stopped working,',
        code_used: `A recovery code was used (${codesLeft ?? 0} left)`,
      }[change]
    } on ${when}.\nIP address: ${address ?? 'unknown'}`,
    site === 'dashboard'
      ? see(
          'If this was not you, set a new password immediately and notify an owner of your team:',
          resetAt(publicUrl),
        )
      : 'If this was not you, notify a console admin immediately and request a new password link.',
  ],
  factors_reset: ({ site, payoutsHeld }, { when, publicUrl, brand }) => [
    `Your ${brand} second factor was reset`,
    `All your authenticators and recovery codes were removed on ${when}, and your sessions were ` +
      'signed out. Sign in with your password and add a new second factor.' +
      (payoutsHeld ? ' Withdrawals and refunds are on hold for 24 hours from then.' : ''),
    site === 'dashboard'
      ? see(
          'If you did not request this, set a new password immediately and notify an owner:',
          resetAt(publicUrl),
        )
      : 'If you did not request this, notify a console admin immediately.',
  ],
  member_factors_reset: ({ merchantName, name, email }, { when, publicUrl }) => [
    `The second factor of a member of ${oneLine(merchantName)} was reset`,
    `Support reset the second factor of ${oneLine(name)} (${shown(email)}) on ${when}. ` +
      'Withdrawals and refunds are on hold for 24 hours from then.',
    see(
      'If your team did not request this, remove the member and contact support:',
      `${publicUrl}/dashboard/settings/team`,
    ),
  ],
  member_late_factor: ({ merchantName, name, email }, { when, publicUrl }) => [
    `A member of ${oneLine(merchantName)} set up their first second factor`,
    `${oneLine(name)} (${shown(email)}) set up their first second factor on ${when}. ` +
      'Withdrawals, refunds and approvals are on hold for 24 hours from then.',
    see(
      'If it was somebody else, remove the member at once:',
      `${publicUrl}/dashboard/settings/team`,
    ),
  ],
  key_created: ({ merchantName, keyName, hint, permission, madeBy }, { when, publicUrl }) => [
    `New API key for ${oneLine(merchantName)}`,
    `The key “${oneLine(keyName)}” (${hint}) was created on ${when}.\n` +
      `Permission: ${permission}\n` +
      `Created by: ${madeBy === null ? 'support' : oneLine(madeBy)}`,
    see(
      'If nobody on your team created it, revoke it immediately and review your team members:',
      `${publicUrl}/dashboard/developers/keys`,
    ),
  ],
  key_changed: ({ merchantName, keyName, hint, madeBy }, { when, publicUrl }) => [
    `The limits of an API key of ${oneLine(merchantName)} were changed`,
    `The IP addresses, payees or signing of the key “${oneLine(keyName)}” (${hint}) were changed ` +
      `on ${when}.\nChanged by: ${madeBy === null ? 'support' : oneLine(madeBy)}`,
    see(
      'If nobody on your team changed it, revoke it immediately and review your team members:',
      `${publicUrl}/dashboard/developers/keys`,
    ),
  ],
  key_expiring: ({ merchantName, keyName, hint, expiresAt }, { publicUrl, momentOf }) => [
    `An API key of ${oneLine(merchantName)} expires soon`,
    `The key “${oneLine(keyName)}” (${hint}) expires on ${momentOf(expiresAt)}. ` +
      'Requests with it are rejected from then on.',
    see(
      'If you still use it, rotate it before it expires:',
      `${publicUrl}/dashboard/developers/keys`,
    ),
  ],
  owner_invited: ({ merchantName, email }, { when, publicUrl }) => [
    `An owner was invited to ${oneLine(merchantName)}`,
    `Support invited ${shown(email)} as an owner on ${when}. ` +
      'When the invitation is accepted, withdrawals and refunds are on hold for 24 hours.',
    see(
      'If your team did not request this, revoke the invitation and contact support:',
      `${publicUrl}/dashboard/settings/team`,
    ),
  ],
  owner_joined: ({ merchantName, name, email, payoutsHeld }, { when, publicUrl }) => [
    `${oneLine(merchantName)} has a new owner`,
    `${oneLine(name)} (${shown(email)}) became an owner on ${when}.` +
      (payoutsHeld ? ' Withdrawals and refunds are on hold for 24 hours from then.' : ''),
    see(
      'If this is wrong, remove the member immediately and contact support:',
      `${publicUrl}/dashboard/settings/team`,
    ),
  ],
  bank_account_set: ({ merchantName, account, usableAt }, { when, publicUrl, momentOf }) => [
    `The bank account of ${oneLine(merchantName)} was changed`,
    `The account for withdrawals was changed to ${oneLine(account)} on ${when}. ` +
      `It can be used from ${momentOf(usableAt)}, once it is verified.`,
    see(
      'If nobody on your team changed it, correct it immediately and review your team members:',
      `${publicUrl}/dashboard/settings/business`,
    ),
  ],
  limit_lifted: ({ merchantName, limitSatang }, { when }) => [
    `The payout limit of ${oneLine(merchantName)} was raised`,
    `Support ${
      limitSatang === null
        ? 'removed the daily payout limit'
        : `raised the daily payout limit to ${formatBaht(limitSatang)} baht`
    } on ${when}. Withdrawals and refunds are on hold for 24 hours from then.`,
    'If your team did not request this, contact support immediately.',
  ],
};

const writers: Readonly<Record<MailLanguage, Writers>> = { th, en };

const moments: Readonly<Record<MailLanguage, Intl.DateTimeFormat>> = {
  th: momentIn('th-TH'),
  en: momentIn('en-GB'),
};

function momentIn(locale: string): Intl.DateTimeFormat {
  const timeZone = 'Asia/Bangkok';
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone });
}

const zones: Readonly<Record<MailLanguage, string>> = {
  th: 'น. (เวลากรุงเทพ)',
  en: '(Bangkok time)',
};

export function noticeMail(
  language: MailLanguage,
  { to, notice, at, publicUrl, brand }: NoticeFacts,
): OutgoingMail {
  const shownAt = (time: Date) => `${moments[language].format(time)} ${zones[language]}`;
  const momentOf = (iso: string) => shownAt(new Date(iso));
  // TypeScript cannot relate the writer to the kind of notice that selects it.
  const write = writers[language][notice.kind] as (notice: Notice, place: Place) => Words;
  const place = { when: shownAt(at), momentOf, publicUrl, brand: brand.name };
  const [subject, ...paragraphs] = write(notice, place);
  return { to, subject, text: lines(brand, ...paragraphs) };
}
