import type { Language } from '../../kit/language';

export interface SignInTexts {
  readonly forgot: string;
  readonly noAccount: string;
  readonly signUp: string;
}

export const signInTexts: Readonly<Record<Language, SignInTexts>> = {
  th: {
    forgot: 'ลืมรหัสผ่าน',
    noAccount: 'ยังไม่มีบัญชี?',
    signUp: 'สมัครใช้งาน',
  },
  en: {
    forgot: 'Forgot your password?',
    noAccount: 'No account yet?',
    signUp: 'Sign up',
  },
};
