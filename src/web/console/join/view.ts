import type { OperatorLink } from '../../../application/accounts/operator-links';
import { html } from '../../../lib/html';
import { field, formFault } from '../../kit/form';
import type { PageContext, PublicScreen, Refusal } from '../frame/screen';
import { joinTexts } from './texts';

/** What a link opens: a place in the console, or a new password. */
export function joinScreen(
  context: PageContext,
  refusal: Refusal | null,
  token: string,
  { email, role, operatorId, issuedBy }: OperatorLink,
): PublicScreen {
  const t = joinTexts[context.language];
  const isNew = operatorId === null;
  const main = html`
${isNew ? html`<p>${t.invited(issuedBy, context.t.roles[role])}</p>` : html`<p>${t.renewHint}</p>`}
<p class="soft">${t.email}: <strong>${email}</strong></p>
${formFault(context, refusal, ['name', 'password'])}
<form method="post" action="/console/join/${token}" class="fields">
  <input type="email" name="username" autocomplete="username" readonly hidden value="${email}">
  ${
    isNew
      ? field(context, refusal, {
          name: 'name',
          label: t.name,
          autocomplete: 'name',
          lengthMax: 100,
          autofocus: true,
        })
      : null
  }
  ${field(context, refusal, {
    name: 'password',
    label: t.password,
    type: 'password',
    hint: t.passwordHint,
    autocomplete: 'new-password',
  })}
  <button class="button strong wide">${isNew ? t.press : t.pressRenew}</button>
</form>`;
  return { title: isNew ? t.title : t.renewTitle, main };
}
