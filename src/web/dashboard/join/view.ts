import type { InvitationPreview } from '../../../application/accounts/join';
import { html } from '../../../lib/html';
import type { Html } from '../../../lib/html';
import { field, formFault } from '../../kit/form';
import { mailAddress } from '../../kit/parts';
import type { PageContext, PublicScreen, Refusal } from '../frame/screen';
import { joinTexts } from './texts';

/** What a link in a mail opens: a place in a team, or a merchant of one's own. */
export function joinScreen(
  context: PageContext,
  refusal: Refusal | null,
  token: string,
  { invitation, hasAccount }: InvitationPreview,
): PublicScreen {
  const t = joinTexts[context.language];
  const { merchantName, merchantId, invitedBy, role, email } = invitation;
  const isNew = merchantId === null;
  const main = html`
${isNew ? null : html`<p>${t.invited(invitedBy, t.roles[role])}</p>`}
<p class="soft">${t.email}: <strong>${mailAddress(email)}</strong></p>
${formFault(context, refusal, ['name', 'password'])}
<form method="post" action="/dashboard/join/${token}" class="fields">
  <input type="email" name="username" autocomplete="username" readonly hidden value="${email}">
  ${hasAccount ? renderOwnPassword(context, refusal) : renderNewAccount(context, refusal)}
  <button class="button strong wide">${isNew ? t.pressOpen : t.pressJoin}</button>
</form>`;
  return { title: isNew ? t.open(merchantName) : t.join(merchantName), main };
}

function renderNewAccount(context: PageContext, refusal: Refusal | null): Html {
  const t = joinTexts[context.language];
  return html`${field(context, refusal, {
    name: 'name',
    label: t.name,
    autocomplete: 'name',
    lengthMax: 100,
    autofocus: true,
  })}
  ${field(context, refusal, {
    name: 'password',
    label: t.password,
    type: 'password',
    hint: t.passwordHint,
    autocomplete: 'new-password',
  })}`;
}

function renderOwnPassword(context: PageContext, refusal: Refusal | null): Html {
  const t = joinTexts[context.language];
  return field(context, refusal, {
    name: 'password',
    label: t.ownPassword,
    type: 'password',
    hint: t.ownPasswordHint,
    autocomplete: 'current-password',
    autofocus: true,
  });
}
