import type { Language } from '../language';

export interface AccountTexts {
  readonly you: string;
  readonly email: string;
  readonly name: string;
  readonly language: string;
  readonly languageHint: string;
  readonly password: string;
  readonly passwordHint: string;
  readonly oldPassword: string;
  readonly newPassword: string;
  readonly newPasswordHint: string;
  readonly changePassword: string;
  readonly sessions: string;
  readonly sessionsHint: string;
  readonly thisOne: string;
  readonly unknownBrowser: string;
  readonly lastUsed: string;
  readonly since: string;
  readonly browser: string;
  readonly address: string;
  readonly end: string;
  readonly endAll: string;
  readonly endAllQuestion: string;
  readonly merchants: string;
  readonly merchantsHint: string;
}

export const accountTexts: Readonly<Record<Language, AccountTexts>> = {
  th: {
    you: 'ข้อมูลของคุณ',
    email: 'อีเมล',
    name: 'ชื่อ',
    language: 'ภาษา',
    languageHint: 'ใช้กับหน้านี้และอีเมลที่เราส่ง',
    password: 'รหัสผ่าน',
    passwordHint: 'เมื่อเปลี่ยนแล้ว อุปกรณ์อื่นทั้งหมดจะออกจากระบบ',
    oldPassword: 'รหัสผ่านเดิม',
    newPassword: 'รหัสผ่านใหม่',
    newPasswordHint: 'อย่างน้อย 12 ตัวอักษร และไม่ใช่รหัสผ่านที่ใช้กันทั่วไป',
    changePassword: 'เปลี่ยนรหัสผ่าน',
    sessions: 'อุปกรณ์ที่เข้าสู่ระบบ',
    sessionsHint: 'หากไม่รู้จักอุปกรณ์ใด ให้ออกจากระบบในอุปกรณ์นั้น แล้วเปลี่ยนรหัสผ่าน',
    thisOne: 'อุปกรณ์นี้',
    unknownBrowser: 'เบราว์เซอร์ที่ไม่รู้จัก',
    lastUsed: 'ใช้ล่าสุด',
    since: 'เข้าสู่ระบบเมื่อ',
    browser: 'เบราว์เซอร์',
    address: 'ที่อยู่ IP',
    end: 'ออกจากระบบ',
    endAll: 'ออกจากระบบทุกอุปกรณ์',
    endAllQuestion: 'ทุกอุปกรณ์รวมถึงเครื่องนี้จะออกจากระบบ',
    merchants: 'ร้านของคุณ',
    merchantsHint: 'คุณอยู่ในทีมของหลายร้าน เลือกร้านที่จะทำงาน',
  },
  en: {
    you: 'About you',
    email: 'E-mail',
    name: 'Name',
    language: 'Language',
    languageHint: 'Of these pages, and of the mail that we send you',
    password: 'Password',
    passwordHint: 'Changing it signs out every other session.',
    oldPassword: 'Present password',
    newPassword: 'New password',
    newPasswordHint: 'At least 12 characters, and not a common password',
    changePassword: 'Change password',
    sessions: 'Where you are signed in',
    sessionsHint: 'Sign out what you do not recognise, and change your password.',
    thisOne: 'This one',
    unknownBrowser: 'Unknown browser',
    lastUsed: 'Last used',
    since: 'Signed in',
    browser: 'Browser',
    address: 'IP address',
    end: 'Sign out',
    endAll: 'Sign out everywhere',
    endAllQuestion: 'Every session ends, this one too.',
    merchants: 'Your merchants',
    merchantsHint: 'You are in several teams. Choose the one to work for.',
  },
};
