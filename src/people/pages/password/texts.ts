import type { Language } from '../../../pages/kit/language';

const en = {
  forgotTitle: 'Forgot your password?',
  forgotHint: 'Enter your email and we’ll send you a link to set a new password.',
  email: 'Email',
  send: 'Send link',
  back: 'Back to sign in',
  resetTitle: 'Set a new password',
  account: 'Account',
  password: 'New password',
  passwordHint: 'At least 12 characters, and not a common password',
  set: 'Set password',
};

export type PasswordTexts = typeof en;

const th: PasswordTexts = {
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
};

export const passwordTexts: Readonly<Record<Language, PasswordTexts>> = { th, en };
