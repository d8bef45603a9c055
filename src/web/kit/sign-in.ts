import { z } from 'zod';
import { html } from '../../lib/html';
import type { Html } from '../../lib/html';
import type { Language } from './language';
import { field, formFault } from './form';
import type { PageContext, Refusal } from './screen';

/** Where to go afterwards: a page of ours, or the first. Anything else could lead elsewhere. */
export const nextWithin = (root: string) =>
  z
    .string()
    .regex(new RegExp(String.raw`^${root}(/[A-Za-z0-9/_-]*)?(\?[A-Za-z0-9=&%._~+-]*)?$`))
    .catch(root);

interface SignInTexts {
  readonly title: string;
  readonly email: string;
  readonly password: string;
  readonly press: string;
}

export const signInTexts: Readonly<Record<Language, SignInTexts>> = {
  th: { title: 'เข้าสู่ระบบ', email: 'อีเมล', password: 'รหัสผ่าน', press: 'เข้าสู่ระบบ' },
  en: { title: 'Sign in', email: 'E-mail', password: 'Password', press: 'Sign in' },
};

export function signInForm(context: PageContext, refusal: Refusal | null, next: string): Html {
  const t = signInTexts[context.language];
  return html`${formFault(context, refusal, ['email'])}
<form method="post" action="${context.root}/sign-in" class="fields">
  <input type="hidden" name="next" value="${next}">
  ${field(context, refusal, {
    name: 'email',
    label: t.email,
    type: 'email',
    autocomplete: 'username',
    lengthMax: 254,
    autofocus: true,
  })}
  ${field(context, refusal, {
    name: 'password',
    label: t.password,
    type: 'password',
    autocomplete: 'current-password',
  })}
  <button class="button strong wide">${t.press}</button>
</form>`;
}
