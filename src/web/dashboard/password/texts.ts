import type { Language } from '../../kit/language';

export interface PasswordTexts {
  readonly forgotTitle: string;
  readonly forgotHint: string;
  readonly email: string;
  readonly send: string;
  readonly back: string;
  readonly resetTitle: string;
  readonly account: string;
  readonly password: string;
  readonly passwordHint: string;
  readonly set: string;
}

export const passwordTexts: Readonly<Record<Language, PasswordTexts>> = {
  th: {
    forgotTitle: 'ลืมรหัสผ่าน',
    forgotHint: 'กรอกอีเมลของคุณ เราจะส่งลิงก์สำหรับตั้งรหัสผ่านใหม่',
    email: 'อีเมล',
    send: 'ส่งลิงก์',
    back: 'กลับไปเข้าสู่ระบบ',
    resetTitle: 'ตั้งรหัสผ่านใหม่',
    account: 'บัญชี',
    password: 'รหัสผ่านใหม่',
    passwordHint: 'อย่างน้อย 12 ตัวอักษร และไม่ใช่รหัสผ่านที่ใช้กันทั่วไป',
    set: 'ตั้งรหัสผ่าน',
  },
  en: {
    forgotTitle: 'Forgot your password?',
    forgotHint: 'Tell us your e-mail, and we send a link with which you can set a new one.',
    email: 'E-mail',
    send: 'Send link',
    back: 'Back to sign in',
    resetTitle: 'Set a new password',
    account: 'Account',
    password: 'New password',
    passwordHint: 'At least 12 characters, and not a common password',
    set: 'Set password',
  },
};
