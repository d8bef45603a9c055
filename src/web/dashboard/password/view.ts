import { html } from '../../../lib/html';
import { field, formFault } from '../../kit/form';
import { mailAddress } from '../../kit/parts';
import type { PageContext, OpenScreen, Refusal } from '../frame/screen';
import { passwordTexts } from './texts';

export function forgotScreen(look: PageContext, refusal: Refusal | null): OpenScreen {
  const t = passwordTexts[look.language];
  const main = html`<p class="soft">${t.forgotHint}</p>
${formFault(look, refusal, ['email'])}
<form method="post" action="/dashboard/forgot-password" class="fields">
  ${field(look, refusal, {
    name: 'email',
    label: t.email,
    type: 'email',
    autocomplete: 'username',
    lengthMax: 254,
    autofocus: true,
  })}
  <button class="button strong wide">${t.send}</button>
</form>
<div class="links"><p><a href="/dashboard/sign-in">${t.back}</a></p></div>`;
  return { title: t.forgotTitle, main };
}

export function resetScreen(
  look: PageContext,
  refusal: Refusal | null,
  link: { readonly token: string; readonly email: string },
): OpenScreen {
  const t = passwordTexts[look.language];
  const main = html`<p class="soft">${t.account}: <strong>${mailAddress(link.email)}</strong></p>
${formFault(look, refusal, ['password'])}
<form method="post" action="/dashboard/reset-password/${link.token}" class="fields">
  <input type="email" name="username" autocomplete="username" readonly hidden value="${link.email}">
  ${field(look, refusal, {
    name: 'password',
    label: t.password,
    type: 'password',
    hint: t.passwordHint,
    autocomplete: 'new-password',
    autofocus: true,
  })}
  <button class="button strong wide">${t.set}</button>
</form>`;
  return { title: t.resetTitle, main };
}
