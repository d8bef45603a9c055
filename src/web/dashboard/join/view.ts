import type { InvitationPreview } from '../../../application/accounts/join';
import { html } from '../../../lib/html';
import type { Html } from '../../../lib/html';
import { field, formFault } from '../../kit/form';
import { mailAddress } from '../../kit/parts';
import type { PageContext, OpenScreen, Refusal } from '../frame/screen';
import { joinTexts } from './texts';

/** What a link in a mail opens: a place in a team, or a merchant of one's own. */
export function joinScreen(
  look: PageContext,
  refusal: Refusal | null,
  token: string,
  { invitation, hasAccount }: InvitationPreview,
): OpenScreen {
  const t = joinTexts[look.language];
  const { merchantName, merchantId, invitedBy, role, email } = invitation;
  const isNew = merchantId === null;
  const main = html`
${isNew ? null : html`<p>${t.invited(invitedBy, t.roles[role])}</p>`}
<p class="soft">${t.email}: <strong>${mailAddress(email)}</strong></p>
${formFault(look, refusal, ['name', 'password'])}
<form method="post" action="/dashboard/join/${token}" class="fields">
  <input type="email" name="username" autocomplete="username" readonly hidden value="${email}">
  ${hasAccount ? renderOwnPassword(look, refusal) : renderNewAccount(look, refusal)}
  <button class="button strong wide">${isNew ? t.pressOpen : t.pressJoin}</button>
</form>`;
  return { title: isNew ? t.open(merchantName) : t.join(merchantName), main };
}

function renderNewAccount(look: PageContext, refusal: Refusal | null): Html {
  const t = joinTexts[look.language];
  return html`${field(look, refusal, {
    name: 'name',
    label: t.name,
    autocomplete: 'name',
    lengthMax: 100,
    autofocus: true,
  })}
  ${field(look, refusal, {
    name: 'password',
    label: t.password,
    type: 'password',
    hint: t.passwordHint,
    autocomplete: 'new-password',
  })}`;
}

function renderOwnPassword(look: PageContext, refusal: Refusal | null): Html {
  const t = joinTexts[look.language];
  return field(look, refusal, {
    name: 'password',
    label: t.ownPassword,
    type: 'password',
    hint: t.ownPasswordHint,
    autocomplete: 'current-password',
    autofocus: true,
  });
}
