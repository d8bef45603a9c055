import { html } from '../../../lib/html';
import { signInForm, signInTexts as formTexts } from '../../kit/sign-in';
import type { PageContext, OpenScreen, Refusal } from '../frame/screen';
import { signInTexts } from './texts';

export function signInScreen(look: PageContext, refusal: Refusal | null, next: string): OpenScreen {
  const t = signInTexts[look.language];
  const main = html`${signInForm(look, refusal, next)}
<div class="links"><p><a href="/dashboard/forgot-password">${t.forgot}</a></p>
  <p>${t.noAccount} <a href="/dashboard/sign-up">${t.signUp}</a></p></div>`;
  return { title: formTexts[look.language].title, main };
}
