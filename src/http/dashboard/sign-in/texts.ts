import type { Language } from '../../pages/language';

export interface SignInTexts {
  readonly title: string;
  readonly email: string;
  readonly password: string;
  readonly press: string;
  readonly forgot: string;
  readonly noAccount: string;
  readonly signUp: string;
}

export const signInTexts: Readonly<Record<Language, SignInTexts>> = {
  th: {
    title: 'เข้าสู่ระบบ',
    email: 'อีเมล',
    password: 'รหัสผ่าน',
    press: 'เข้าสู่ระบบ',
    forgot: 'ลืมรหัสผ่าน',
    noAccount: 'ยังไม่มีบัญชี?',
    signUp: 'สมัครใช้งาน',
  },
  en: {
    title: 'Sign in',
    email: 'E-mail',
    password: 'Password',
    press: 'Sign in',
    forgot: 'Forgot your password?',
    noAccount: 'No account yet?',
    signUp: 'Sign up',
  },
};
