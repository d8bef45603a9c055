import { html } from '../../../lib/html';
import { signInForm, signInTexts } from '../../kit/sign-in';
import type { Language } from '../../kit/language';
import type { PageContext, PublicScreen, Refusal } from '../frame/screen';

/** Nobody signs up here, and no mail that anybody can ask for leads in. */
const hints: Readonly<Record<Language, string>> = {
  th: 'หากลืมรหัสผ่าน ให้ผู้ดูแลสูงสุดส่งลิงก์ใหม่ให้คุณ',
  en: 'Forgot your password? An admin can send you a link to a new one.',
};

export function signInScreen(
  context: PageContext,
  refusal: Refusal | null,
  next: string,
): PublicScreen {
  const main = html`<p class="soft">${context.t.console}</p>
${signInForm(context, refusal, next)}
<p class="soft small">${hints[context.language]}</p>`;
  return { title: signInTexts[context.language].title, main };
}
