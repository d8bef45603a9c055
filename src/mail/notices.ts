import { formatBaht } from '../domain/money';
import type { Notice } from '../domain/notice';
import { browserName } from '../lib/browser-name';
import { lines, oneLine } from './templates';
import type { MailLanguage } from './templates';
import type { OutgoingMail } from './mailer';

export interface NoticeFacts {
  readonly to: string;
  readonly notice: Notice;
  readonly at: Date;
  readonly publicUrl: string;
}

type Kind = Notice['kind'];
type Of<K extends Kind> = Extract<Notice, { readonly kind: K }>;
/** The subject, the event, and what to do if the recipient did not cause it. */
type Words = readonly [subject: string, happened: string, remedy: string];
interface Place {
  readonly when: string;
  readonly publicUrl: string;
}
type Writers = { readonly [K in Kind]: (notice: Of<K>, place: Place) => Words };

/** A sentence, followed by a link in a paragraph of its own. */
const see = (sentence: string, url: string): string => `${sentence}\n\n${url}`;

const resetAt = (publicUrl: string): string => `${publicUrl}/dashboard/forgot-password`;

/** The email address is user input: written so that mail clients do not turn it into a link. */
const shown = (email: string): string => email.replace(/[^\w.+@-]/gu, '').replace('@', ' @ ');

const th: Writers = {
  signed_in: ({ site, address, agent }, { when, publicUrl }) => [
    'มีการเข้าสู่ระบบ Saphan จากอุปกรณ์หรือเครือข่ายใหม่',
    `มีการเข้าสู่ระบบด้วยบัญชีของคุณเมื่อ ${when}\n` +
      `เบราว์เซอร์: ${browserName(agent) ?? 'ไม่ทราบ'}\nที่อยู่ IP: ${address ?? 'ไม่ทราบ'}`,
    site === 'dashboard'
      ? see('หากไม่ใช่คุณ ตั้งรหัสผ่านใหม่ทันที ทุกอุปกรณ์จะออกจากระบบ:', resetAt(publicUrl))
      : 'หากไม่ใช่คุณ แจ้งผู้ดูแลสูงสุดของคอนโซลทันที และขอลิงก์ตั้งรหัสผ่านใหม่',
  ],
  password_changed: ({ site, address }, { when, publicUrl }) => [
    'รหัสผ่าน Saphan ของคุณถูกเปลี่ยนแล้ว',
    `รหัสผ่านของคุณถูกเปลี่ยนเมื่อ ${when}\nที่อยู่ IP: ${address ?? 'ไม่ทราบ'}`,
    site === 'dashboard'
      ? see('หากไม่ใช่คุณ ตั้งรหัสผ่านใหม่ และแจ้งเจ้าของร้าน:', resetAt(publicUrl))
      : 'หากไม่ใช่คุณ แจ้งผู้ดูแลสูงสุดของคอนโซลทันที และขอลิงก์ตั้งรหัสผ่านใหม่',
  ],
  key_created: ({ merchantName, keyName, hint, permission, madeBy }, { when, publicUrl }) => [
    `คีย์ API ใหม่ของ ${oneLine(merchantName)}`,
    `คีย์ “${oneLine(keyName)}” (${hint}) ถูกสร้างเมื่อ ${when}\n` +
      `สิทธิ์: ${{ read: 'อ่าน', write: 'อ่านและเขียน', withdraw: 'ถอนเงินได้' }[permission]}\n` +
      `ผู้สร้าง: ${madeBy === null ? 'ผู้ให้บริการ Saphan' : oneLine(madeBy)}`,
    see(
      'หากทีมของคุณไม่ได้สร้าง เพิกถอนคีย์นี้ทันที และตรวจสอบสมาชิกในทีม:',
      `${publicUrl}/dashboard/developers/keys`,
    ),
  ],
  owner_invited: ({ merchantName, email }, { when, publicUrl }) => [
    `มีการเชิญเจ้าของคนใหม่ของ ${oneLine(merchantName)}`,
    `ผู้ให้บริการ Saphan เชิญ ${shown(email)} เป็นเจ้าของร้านเมื่อ ${when} ` +
      'เมื่อรับคำเชิญแล้ว การถอนเงินและการคืนเงินของร้านจะหยุด 24 ชั่วโมง',
    see(
      'หากร้านของคุณไม่ได้ขอ ยกเลิกคำเชิญทันที และติดต่อผู้ให้บริการ Saphan:',
      `${publicUrl}/dashboard/settings/team`,
    ),
  ],
  owner_joined: ({ merchantName, name, email, payoutsHeld }, { when, publicUrl }) => [
    `${oneLine(merchantName)} มีเจ้าของคนใหม่`,
    `${oneLine(name)} (${shown(email)}) เป็นเจ้าของร้านตั้งแต่ ${when}` +
      (payoutsHeld ? ' การถอนเงินและการคืนเงินของร้านหยุด 24 ชั่วโมงนับจากนี้' : ''),
    see(
      'หากไม่ควรเป็นเช่นนี้ นำสมาชิกคนนี้ออกทันที และติดต่อผู้ให้บริการ Saphan:',
      `${publicUrl}/dashboard/settings/team`,
    ),
  ],
  limit_lifted: ({ merchantName, limitSatang }, { when }) => [
    `วงเงินจ่ายออกต่อวันของ ${oneLine(merchantName)} ถูกปรับขึ้น`,
    `ผู้ให้บริการ Saphan ${
      limitSatang === null
        ? 'ยกเลิกวงเงินจ่ายออกต่อวัน'
        : `ปรับวงเงินจ่ายออกเป็น ${formatBaht(limitSatang)} บาทต่อวัน`
    } เมื่อ ${when} การถอนเงินและการคืนเงินของร้านหยุด 24 ชั่วโมงนับจากนี้`,
    'หากร้านของคุณไม่ได้ขอ ติดต่อผู้ให้บริการ Saphan ทันที',
  ],
};

const en: Writers = {
  signed_in: ({ site, address, agent }, { when, publicUrl }) => [
    'New sign-in to your Saphan account',
    `Your account was signed in to from a new device or network on ${when}.\n` +
      `Browser: ${browserName(agent) ?? 'unknown'}\nIP address: ${address ?? 'unknown'}`,
    site === 'dashboard'
      ? see(
          'If this was not you, set a new password immediately. This signs out all devices:',
          resetAt(publicUrl),
        )
      : 'If this was not you, notify a console admin immediately and request a new password link.',
  ],
  password_changed: ({ site, address }, { when, publicUrl }) => [
    'Your Saphan password was changed',
    `Your password was changed on ${when}.\nIP address: ${address ?? 'unknown'}`,
    site === 'dashboard'
      ? see(
          'If this was not you, set a new password immediately and notify an owner of your team:',
          resetAt(publicUrl),
        )
      : 'If this was not you, notify a console admin immediately and request a new password link.',
  ],
  key_created: ({ merchantName, keyName, hint, permission, madeBy }, { when, publicUrl }) => [
    `New API key for ${oneLine(merchantName)}`,
    `The key “${oneLine(keyName)}” (${hint}) was created on ${when}.\n` +
      `Permission: ${permission}\n` +
      `Created by: ${madeBy === null ? 'Saphan support' : oneLine(madeBy)}`,
    see(
      'If nobody on your team created it, revoke it immediately and review your team members:',
      `${publicUrl}/dashboard/developers/keys`,
    ),
  ],
  owner_invited: ({ merchantName, email }, { when, publicUrl }) => [
    `An owner was invited to ${oneLine(merchantName)}`,
    `Saphan support invited ${shown(email)} as an owner on ${when}. ` +
      'When the invitation is accepted, withdrawals and refunds are on hold for 24 hours.',
    see(
      'If your team did not request this, revoke the invitation and contact Saphan support:',
      `${publicUrl}/dashboard/settings/team`,
    ),
  ],
  owner_joined: ({ merchantName, name, email, payoutsHeld }, { when, publicUrl }) => [
    `${oneLine(merchantName)} has a new owner`,
    `${oneLine(name)} (${shown(email)}) became an owner on ${when}.` +
      (payoutsHeld ? ' Withdrawals and refunds are on hold for 24 hours from then.' : ''),
    see(
      'If this is wrong, remove the member immediately and contact Saphan support:',
      `${publicUrl}/dashboard/settings/team`,
    ),
  ],
  limit_lifted: ({ merchantName, limitSatang }, { when }) => [
    `The payout limit of ${oneLine(merchantName)} was raised`,
    `Saphan support ${
      limitSatang === null
        ? 'removed the daily payout limit'
        : `raised the daily payout limit to ${formatBaht(limitSatang)} baht`
    } on ${when}. Withdrawals and refunds are on hold for 24 hours from then.`,
    'If your team did not request this, contact Saphan support immediately.',
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
  { to, notice, at, publicUrl }: NoticeFacts,
): OutgoingMail {
  const when = `${moments[language].format(at)} ${zones[language]}`;
  // TypeScript cannot relate the writer to the kind of notice that selects it.
  const write = writers[language][notice.kind] as (notice: Notice, place: Place) => Words;
  const [subject, ...paragraphs] = write(notice, { when, publicUrl });
  return { to, subject, text: lines(...paragraphs) };
}
