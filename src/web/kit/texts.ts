import type { ProblemCode } from '../../domain/problem';
import type { Language } from '../checkout/language';

/** Words of the frame that pages stand in, whoever they are for. */
export interface CommonTexts {
  readonly skip: string;
  readonly menu: string;
  readonly navigation: string;
  readonly language: string;
  readonly sandbox: string;
  readonly sandboxHint: string;
  readonly signOut: string;
  readonly save: string;
  readonly cancel: string;
  readonly copy: string;
  readonly copied: string;
  readonly yes: string;
  readonly optional: string;
  readonly show: string;
  readonly showAll: string;
  readonly older: string;
  readonly newest: string;
  readonly signedInAs: string;
  /** What is told on the next page of an act that went well. */
  readonly done: Readonly<Record<string, string>>;
  readonly problems: Readonly<Partial<Record<ProblemCode, string>>>;
  readonly problem: string;
  readonly notFound: string;
  readonly notFoundHint: string;
  readonly toHome: string;
  readonly tryAgain: string;
  readonly tryAgainIn: (seconds: number) => string;
  readonly requestId: string;
}

type Words = Omit<CommonTexts, 'done' | 'toHome'>;

const th: Words = {
  skip: 'ข้ามไปที่เนื้อหา',
  menu: 'เมนู',
  navigation: 'เมนูหลัก',
  language: 'ภาษา',
  sandbox: 'ระบบทดลอง',
  sandboxHint: 'ไม่มีเงินจริง',
  signOut: 'ออกจากระบบ',
  save: 'บันทึก',
  cancel: 'ยกเลิก',
  copy: 'คัดลอก',
  copied: 'คัดลอกแล้ว',
  yes: 'ใช่',
  optional: 'ไม่บังคับ',
  show: 'แสดง',
  showAll: 'แสดงทั้งหมด',
  older: 'เก่ากว่า',
  newest: 'ล่าสุด',
  signedInAs: 'เข้าสู่ระบบในชื่อ',
  problems: {
    wrong_credentials: 'อีเมลหรือรหัสผ่านไม่ถูกต้อง',
    weak_password: 'เดาง่าย ใช้ 12 ตัวอักษรขึ้นไป ที่ไม่ใช้กันทั่วไปและไม่มีชื่ออีเมล',
    password_used_before: 'เคยใช้รหัสผ่านนี้แล้ว กรุณาตั้งรหัสผ่านที่ไม่ซ้ำกับ 4 รหัสล่าสุด',
    invalid_email: 'กรอกอีเมลหนึ่งรายการ เช่น name@example.com',
    missing_parameter: 'กรุณากรอกช่องนี้',
    invalid_request: 'ใช้ค่านี้ไม่ได้ กรุณาตรวจสอบอีกครั้ง',
    rate_limit_exceeded: 'ลองหลายครั้งเกินไป กรุณารอสักครู่แล้วลองใหม่',
    unavailable: 'ทำรายการไม่ได้ในขณะนี้ กรุณาลองใหม่อีกสักครู่',
    link_expired: 'ลิงก์นี้ถูกใช้แล้วหรือหมดอายุ',
    misdirected_request: 'หน้านี้ไม่ได้ให้บริการที่ที่อยู่นี้ กรุณาเปิดจากที่อยู่หลักของระบบ',
    cross_site: 'แบบฟอร์มนี้ไม่ได้ส่งจากหน้าของเรา หรือเก่าเกินไป กรุณาเปิดหน้าใหม่',
    state_conflict: 'ทำไม่ได้ในขณะนี้ สถานะเปลี่ยนไปแล้วหรือกำลังทำอยู่',
    member_already: 'อีเมลนี้อยู่ในทีมแล้ว',
  },
  problem: 'ระบบขัดข้อง กรุณาลองใหม่',
  notFound: 'ไม่พบหน้านี้',
  notFoundHint: 'ที่อยู่อาจพิมพ์ผิด หรือรายการถูกลบไปแล้ว',
  tryAgain: 'ลองใหม่',
  tryAgainIn: (seconds) => `ลองหลายครั้งเกินไป กรุณาลองใหม่ในอีก ${seconds} วินาที`,
  requestId: 'รหัสแจ้งปัญหา',
};

const en: Words = {
  skip: 'Skip to content',
  menu: 'Menu',
  navigation: 'Main navigation',
  language: 'Language',
  sandbox: 'Sandbox',
  sandboxHint: 'Play money only',
  signOut: 'Sign out',
  save: 'Save',
  cancel: 'Cancel',
  copy: 'Copy',
  copied: 'Copied',
  yes: 'Yes',
  optional: 'optional',
  show: 'Show',
  showAll: 'Show all',
  older: 'Older',
  newest: 'Newest',
  signedInAs: 'Signed in as',
  problems: {
    wrong_credentials: 'The e-mail address and the password do not belong together.',
    weak_password:
      'Too easy to guess. Use at least 12 characters; no common password, pattern or e-mail name.',
    password_used_before: 'You have used this password before. Choose another one.',
    invalid_email: 'Write one address, like name@example.com.',
    missing_parameter: 'Please fill this in.',
    invalid_request: 'That cannot be used here. Please look at it again.',
    rate_limit_exceeded: 'Too many attempts. Wait some minutes, then try again.',
    unavailable: 'This cannot be done right now. Try again in a moment.',
    link_expired: 'This link has been used or is too old.',
    misdirected_request: 'This page is not served at this address. Open its usual address.',
    cross_site: 'This form was not sent from our page, or is too old. Open the page again.',
    state_conflict: 'This cannot be done now: it has changed, or is being done already.',
    member_already: 'This address is in the team already.',
  },
  problem: 'Something went wrong on our side. Please try again.',
  notFound: 'There is nothing here',
  notFoundHint: 'The address may be mistyped, or what was here is gone.',
  tryAgain: 'Try again',
  tryAgainIn: (seconds) => `Too many attempts. Try again in ${seconds} seconds.`,
  requestId: 'Request id',
};

export const commonTexts: Readonly<Record<Language, Words>> = { th, en };
