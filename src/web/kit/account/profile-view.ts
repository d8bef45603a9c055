import { seatOf, type Membership } from '../../../application/accounts/sessions';
import { html, type Html } from '../../../lib/html';
import { choices, field, formFault, tokenField, usernameField } from '../form';
import { facts, mailAddress } from '../parts';
import type { Refusal } from '../screen';
import type { AccountContext } from './context';
import { accountTexts, type AccountTexts } from './texts';

type ProfileTexts = AccountTexts['profile'];

const PASSWORD_FIELDS = ['old_password', 'password'];

export function profileView(
  context: AccountContext,
  memberships: readonly Membership[],
  refusal: Refusal | null,
): Html {
  const t = accountTexts[context.language].profile;
  const isOfPassword = refusal !== null && 'old_password' in refusal.values;
  return html`<div class="stack narrow">
  ${memberships.length > 1 ? renderMerchants(context, memberships, t) : null}
  ${renderProfile(context, isOfPassword ? null : refusal, t)}
  ${renderPassword(context, isOfPassword ? refusal : null, t)}</div>`;
}

function renderMerchants(
  context: AccountContext,
  memberships: readonly Membership[],
  t: ProfileTexts,
): Html {
  const { merchantId: current } = seatOf(context.session);
  return html`<section class="card stack" aria-labelledby="merchants">
  <div><h2 id="merchants">${t.merchants}</h2><p class="soft">${t.merchantsHint}</p></div>
  <form method="post" action="${context.root}/switch" class="fields">${tokenField(context)}
    ${choices(
      { name: 'merchant', label: t.switchTo, value: current ?? '' },
      memberships.map(({ merchantId, merchantName }) => ({
        value: merchantId,
        label: merchantName,
        hint: merchantId,
      })),
    )}
    <div><button class="button">${t.switch}</button></div></form>
</section>`;
}

function renderProfile(context: AccountContext, refusal: Refusal | null, t: ProfileTexts): Html {
  const { person } = context.session;
  return html`<section class="card stack" aria-labelledby="you">
  <h2 id="you">${t.you}</h2>
  ${facts([[t.email, mailAddress(person.email)]])}
  ${formFault(context, refusal, ['name'])}
  <form method="post" action="${context.root}/settings/profile" class="fields">
  ${tokenField(context)}
    ${field(context, refusal, {
      name: 'name',
      label: t.name,
      value: person.name,
      autocomplete: 'name',
      lengthMax: 100,
    })}
    ${choices({ name: 'language', label: t.language, value: person.language }, [
      { value: 'th', label: 'ไทย' },
      { value: 'en', label: 'English' },
    ])}
    <p class="hint">${t.languageHint}</p>
    <div><button class="button strong">${context.t.save}</button></div></form>
</section>`;
}

function renderPassword(context: AccountContext, refusal: Refusal | null, t: ProfileTexts): Html {
  return html`<section class="card stack" aria-labelledby="password-title">
  <div><h2 id="password-title">${t.password}</h2><p class="soft">${t.passwordHint}</p></div>
  ${formFault(context, refusal, PASSWORD_FIELDS)}
  <form method="post" action="${context.root}/settings/password" class="fields">
  ${tokenField(context)}
    ${usernameField(context.session.person.email)}
    ${field(context, refusal, {
      name: 'old_password',
      label: t.oldPassword,
      type: 'password',
      autocomplete: 'current-password',
    })}
    ${field(context, refusal, {
      name: 'password',
      label: t.newPassword,
      type: 'password',
      hint: t.newPasswordHint,
      autocomplete: 'new-password',
    })}
    <div><button class="button strong">${t.changePassword}</button></div></form>
</section>`;
}
