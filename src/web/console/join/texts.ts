import type { Language } from '../../kit/language';

interface JoinTexts {
  readonly title: string;
  readonly invited: (by: string | null, role: string) => string;
  readonly email: string;
  readonly name: string;
  readonly password: string;
  readonly passwordHint: string;
  readonly press: string;
  readonly renewTitle: string;
  readonly renewHint: string;
  readonly pressRenew: string;
}

export const joinTexts: Readonly<Record<Language, JoinTexts>> = {
  th: {
    title: 'เข้าคอนโซลผู้ดูแลระบบ',
    invited: (by, role) => `${by === null ? 'คุณได้รับเชิญ' : `${by} เชิญคุณ`}ในฐานะ${role}`,
    email: 'อีเมล',
    name: 'ชื่อของคุณ',
    password: 'ตั้งรหัสผ่าน',
    passwordHint: 'อย่างน้อย 12 ตัวอักษร และไม่ใช่รหัสผ่านที่ใช้กันทั่วไป',
    press: 'เข้าคอนโซล',
    renewTitle: 'ตั้งรหัสผ่านใหม่',
    renewHint: 'เมื่อตั้งแล้ว อุปกรณ์อื่นทั้งหมดจะออกจากระบบ',
    pressRenew: 'ตั้งรหัสผ่าน',
  },
  en: {
    title: 'Join the operator console',
    invited: (by, role) => `${by === null ? 'You are invited' : `${by} invites you`} as ${role}.`,
    email: 'E-mail',
    name: 'Your name',
    password: 'Choose a password',
    passwordHint: 'At least 12 characters, and not a common password',
    press: 'Join the console',
    renewTitle: 'Set a new password',
    renewHint: 'All your other sessions will be signed out.',
    pressRenew: 'Set password',
  },
};
