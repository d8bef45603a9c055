import { html } from '../../../lib/html';
import { field, formFault } from '../../frame/form';
import type { Look, OpenScreen, Refusal } from '../frame/screen';
import { signInTexts } from './texts';

export function signInScreen(look: Look, refusal: Refusal | null, next: string): OpenScreen {
  const t = signInTexts[look.language];
  const main = html`${formFault(look, refusal, ['email'])}
<form method="post" action="/dashboard/sign-in" class="fields">
  <input type="hidden" name="next" value="${next}">
  ${field(look, refusal, {
    name: 'email',
    label: t.email,
    type: 'email',
    autocomplete: 'username',
    lengthMax: 254,
    autofocus: true,
  })}
  ${field(look, refusal, {
    name: 'password',
    label: t.password,
    type: 'password',
    autocomplete: 'current-password',
  })}
  <button class="button strong wide">${t.press}</button>
</form>
<div class="links"><p><a href="/dashboard/forgot-password">${t.forgot}</a></p>
  <p>${t.noAccount} <a href="/dashboard/sign-up">${t.signUp}</a></p></div>`;
  return { title: t.title, main };
}
