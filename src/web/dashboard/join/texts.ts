import type { Role } from '../../../domain/role';
import type { Language } from '../../kit/language';

export interface JoinTexts {
  readonly open: (merchant: string) => string;
  readonly join: (merchant: string) => string;
  readonly invited: (by: string | null, role: string) => string;
  readonly email: string;
  readonly name: string;
  readonly password: string;
  readonly passwordHint: string;
  readonly ownPassword: string;
  readonly ownPasswordHint: string;
  readonly pressOpen: string;
  readonly pressJoin: string;
  readonly roles: Readonly<Record<Role, string>>;
}

export const joinTexts: Readonly<Record<Language, JoinTexts>> = {
  th: {
    open: (merchant) => `เปิดร้าน ${merchant}`,
    join: (merchant) => `เข้าทีมของ ${merchant}`,
    invited: (by, role) => `${by === null ? 'คุณได้รับเชิญ' : `${by} เชิญคุณ`}ในฐานะ${role}`,
    email: 'อีเมล',
    name: 'ชื่อของคุณ',
    password: 'ตั้งรหัสผ่าน',
    passwordHint: 'อย่างน้อย 12 ตัวอักษร และไม่ใช่รหัสผ่านที่ใช้กันทั่วไป',
    ownPassword: 'รหัสผ่านของคุณ',
    ownPasswordHint: 'อีเมลนี้มีบัญชีแล้ว กรอกรหัสผ่านเดิม',
    pressOpen: 'เปิดร้าน',
    pressJoin: 'เข้าทีม',
    roles: { owner: 'เจ้าของ', developer: 'นักพัฒนา', viewer: 'ผู้ดู' },
  },
  en: {
    open: (merchant) => `Open ${merchant}`,
    join: (merchant) => `Join ${merchant}`,
    invited: (by, role) => `${by === null ? 'You are invited' : `${by} invites you`} as ${role}.`,
    email: 'E-mail',
    name: 'Your name',
    password: 'Choose a password',
    passwordHint: 'At least 12 characters, and not a common password',
    ownPassword: 'Your password',
    ownPasswordHint: 'This address has an account already: its password, please.',
    pressOpen: 'Open the shop',
    pressJoin: 'Join the team',
    roles: { owner: 'owner', developer: 'developer', viewer: 'viewer' },
  },
};
