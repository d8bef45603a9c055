import { html } from '../../../lib/html';
import { signInForm, signInTexts } from '../../kit/sign-in';
import type { Language } from '../../checkout/language';
import type { PageContext, OpenScreen, Refusal } from '../frame/screen';

/** Nobody signs up here, and no mail that anybody can ask for leads in. */
const hints: Readonly<Record<Language, string>> = {
  th: 'หากลืมรหัสผ่าน ให้ผู้ดูแลสูงสุดส่งลิงก์ใหม่ให้คุณ',
  en: 'Forgot your password? An admin can send you a link to a new one.',
};

export function signInScreen(look: PageContext, refusal: Refusal | null, next: string): OpenScreen {
  const main = html`<p class="soft">${look.t.console}</p>
${signInForm(look, refusal, next)}
<p class="soft small">${hints[look.language]}</p>`;
  return { title: signInTexts[look.language].title, main };
}
