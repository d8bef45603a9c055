import type { Language } from '../../../pages/kit/language';

const en = {
  title: 'Create your account',
  hint: 'Accept Thai QR payments in minutes.',
  merchant: 'Shop name',
  merchantHint: 'Shown on your payment pages.',
  email: 'Your email',
  press: 'Sign up',
  hasAccount: 'Already have an account?',
  signIn: 'Sign in',
  sentTitle: 'Check your email',
  sent: 'We sent a link to your email address. Open it to continue.',
  sentHint: 'It may take a minute. If you don’t see it, check your spam folder.',
  mailbox: 'Open the sandbox mailbox',
};

export type SignUpTexts = typeof en;

const th: SignUpTexts = {
  title: 'สมัครใช้งาน',
  hint: 'รับชำระด้วย Thai QR ได้ในไม่กี่นาที',
  merchant: 'ชื่อร้าน',
  merchantHint: 'ชื่อนี้แสดงบนหน้าชำระเงินของคุณ',
  email: 'อีเมลของคุณ',
  press: 'สมัครใช้งาน',
  hasAccount: 'มีบัญชีแล้ว?',
  signIn: 'เข้าสู่ระบบ',
  sentTitle: 'ตรวจอีเมลของคุณ',
  sent: 'เราส่งลิงก์ไปยังอีเมลที่คุณกรอก เปิดลิงก์เพื่อดำเนินการต่อ',
  sentHint: 'อีเมลอาจใช้เวลาสักครู่ หากไม่พบ โปรดดูในโฟลเดอร์สแปม',
  mailbox: 'เปิดกล่องอีเมลของระบบทดลอง',
};

export const signUpTexts: Readonly<Record<Language, SignUpTexts>> = { th, en };
