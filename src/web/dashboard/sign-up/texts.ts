import type { Language } from '../../kit/language';

export interface SignUpTexts {
  readonly title: string;
  readonly hint: string;
  readonly merchant: string;
  readonly merchantHint: string;
  readonly email: string;
  readonly press: string;
  readonly hasAccount: string;
  readonly signIn: string;
  readonly sentTitle: string;
  readonly sent: string;
  readonly sentHint: string;
  readonly mailbox: string;
}

export const signUpTexts: Readonly<Record<Language, SignUpTexts>> = {
  th: {
    title: 'เปิดร้านบน Saphan',
    hint: 'รับชำระด้วย Thai QR ได้ในไม่กี่นาที',
    merchant: 'ชื่อร้าน',
    merchantHint: 'ลูกค้าจะเห็นชื่อนี้เมื่อชำระเงิน',
    email: 'อีเมลของคุณ',
    press: 'สมัครใช้งาน',
    hasAccount: 'มีบัญชีแล้ว?',
    signIn: 'เข้าสู่ระบบ',
    sentTitle: 'ตรวจอีเมลของคุณ',
    sent: 'เราส่งลิงก์ไปยังอีเมลที่คุณกรอก เปิดลิงก์เพื่อดำเนินการต่อ',
    sentHint: 'อีเมลอาจใช้เวลาสักครู่ หากไม่พบ โปรดดูในโฟลเดอร์สแปม',
    mailbox: 'เปิดกล่องอีเมลของระบบทดลอง',
  },
  en: {
    title: 'Open your shop on Saphan',
    hint: 'Take Thai QR payments within minutes.',
    merchant: 'Shop name',
    merchantHint: 'Your customers see it when they pay.',
    email: 'Your e-mail',
    press: 'Sign up',
    hasAccount: 'Signed up already?',
    signIn: 'Sign in',
    sentTitle: 'Look at your mail',
    sent: 'We have sent a link to the address that you gave. Open it to go on.',
    sentHint: 'It may take a minute. If it does not come, look among what was taken for spam.',
    mailbox: "Open the sandbox's mailbox",
  },
};
