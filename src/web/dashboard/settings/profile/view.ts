import type { OpenSession } from '../../../../application/accounts/end-session';
import type { Membership } from '../../../../application/accounts/list-memberships';
import { html } from '../../../../lib/html';
import type { Html } from '../../../../lib/html';
import { accountTexts } from '../../../kit/account/texts';
import type { AccountTexts } from '../../../kit/account/texts';
import { accountCards } from '../../../kit/account/view';
import { choices, tokenField } from '../../../kit/form';
import type { Refusal, Screen, SignedInContext } from '../../frame/screen';

export interface ProfileView {
  readonly sessions: readonly OpenSession[];
  readonly memberships: readonly Membership[];
}

export function profileScreen(
  context: SignedInContext,
  view: ProfileView,
  refusal: Refusal | null = null,
): Screen {
  const t = accountTexts[context.language];
  const { session } = context;
  const { sessions } = view;
  const main = html`<div class="stack narrow">
  ${view.memberships.length > 1 ? renderMerchants(context, view, t) : null}
  ${accountCards(context, { person: session.user, sessionId: session.id, sessions }, refusal)}
</div>`;
  return { title: context.t.sections.profile, section: 'profile', main };
}

function renderMerchants(
  context: SignedInContext,
  { memberships }: ProfileView,
  t: AccountTexts,
): Html {
  const current = context.session.merchant.id;
  return html`<section class="card stack" aria-labelledby="merchants">
  <div><h2 id="merchants">${t.merchants}</h2><p class="soft">${t.merchantsHint}</p></div>
  <form method="post" action="/dashboard/switch" class="fields">${tokenField(context)}
    ${choices(
      { name: 'merchant', label: context.t.switchTo, value: current },
      memberships.map(({ merchantId, merchantName }) => ({
        value: merchantId,
        label: merchantName,
        hint: merchantId,
      })),
    )}
    <div><button class="button">${context.t.switch}</button></div></form>
</section>`;
}
