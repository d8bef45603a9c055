import { html } from '../../../lib/html';
import { signInForm, signInTexts as formTexts } from '../../kit/sign-in';
import type { PageContext, PublicScreen, Refusal } from '../frame/screen';
import { signInTexts } from './texts';

export function signInScreen(
  context: PageContext,
  refusal: Refusal | null,
  next: string,
): PublicScreen {
  const t = signInTexts[context.language];
  const main = html`${signInForm(context, refusal, next)}
<div class="links"><p><a href="/dashboard/forgot-password">${t.forgot}</a></p>
  <p>${t.noAccount} <a href="/dashboard/sign-up">${t.signUp}</a></p></div>`;
  return { title: formTexts[context.language].title, main };
}
