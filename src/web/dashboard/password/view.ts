import { html } from '../../../lib/html';
import { field, formFault, usernameField } from '../../kit/form';
import { mailAddress } from '../../kit/parts';
import type { PageContext, PublicScreen, Refusal } from '../frame/screen';
import { passwordTexts } from './texts';

export function forgotScreen(context: PageContext, refusal: Refusal | null): PublicScreen {
  const t = passwordTexts[context.language];
  const main = html`<p class="soft">${t.forgotHint}</p>
${formFault(context, refusal, ['email'])}
<form method="post" action="/dashboard/forgot-password" class="fields">
  ${field(context, refusal, {
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
  context: PageContext,
  refusal: Refusal | null,
  link: { readonly token: string; readonly email: string },
): PublicScreen {
  const t = passwordTexts[context.language];
  const main = html`<p class="soft">${t.account}: <strong>${mailAddress(link.email)}</strong></p>
${formFault(context, refusal, ['password'])}
<form method="post" action="/dashboard/reset-password/${link.token}" class="fields">
  ${usernameField(link.email)}
  ${field(context, refusal, {
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
