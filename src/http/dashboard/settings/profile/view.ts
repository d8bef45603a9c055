import type { OpenSession } from '../../../../application/end-session';
import type { Membership } from '../../../../application/list-memberships';
import { html } from '../../../../lib/html';
import type { Html } from '../../../../lib/html';
import {
  actButton,
  choices,
  confirmButton,
  field,
  formFault,
  tokenField,
} from '../../../frame/form';
import { badge, facts, moment } from '../../../frame/parts';
import type { Refusal, Screen, Visit } from '../../frame/screen';
import { browserName } from './browser-name';
import { profileTexts } from './texts';
import type { ProfileTexts } from './texts';

export interface ProfileView {
  readonly sessions: readonly OpenSession[];
  readonly memberships: readonly Membership[];
}

const PASSWORD_FIELDS = ['old_password', 'password'];

export function profileScreen(
  visit: Visit,
  view: ProfileView,
  refusal: Refusal | null = null,
): Screen {
  const t = profileTexts[visit.language];
  const isOfPassword = refusal !== null && 'old_password' in refusal.values;
  const main = html`<div class="stack narrow">
  ${view.memberships.length > 1 ? renderMerchants(visit, view, t) : null}
  ${renderProfile(visit, isOfPassword ? null : refusal, t)}
  ${renderPassword(visit, isOfPassword ? refusal : null, t)}
  ${renderSessions(visit, view.sessions, t)}
</div>`;
  return { title: visit.t.sections.profile, section: 'profile', main };
}

function renderMerchants(visit: Visit, { memberships }: ProfileView, t: ProfileTexts): Html {
  const current = visit.session.merchant.id;
  return html`<section class="card stack" aria-labelledby="merchants">
  <div><h2 id="merchants">${t.merchants}</h2><p class="soft">${t.merchantsHint}</p></div>
  <form method="post" action="/dashboard/switch" class="fields">${tokenField(visit)}
    ${choices(
      { name: 'merchant', label: visit.t.switchTo, value: current },
      memberships.map(({ merchantId, merchantName }) => ({
        value: merchantId,
        label: merchantName,
        hint: merchantId,
      })),
    )}
    <div><button class="button">${visit.t.switch}</button></div></form>
</section>`;
}

function renderProfile(visit: Visit, refusal: Refusal | null, t: ProfileTexts): Html {
  const { user } = visit.session;
  return html`<section class="card stack" aria-labelledby="you">
  <h2 id="you">${t.you}</h2>
  ${facts([[t.email, user.email]])}
  ${formFault(visit, refusal, ['name'])}
  <form method="post" action="/dashboard/settings/profile" class="fields">${tokenField(visit)}
    ${field(visit, refusal, {
      name: 'name',
      label: t.name,
      value: user.name,
      autocomplete: 'name',
      lengthMax: 100,
    })}
    ${choices({ name: 'language', label: t.language, value: user.language }, [
      { value: 'th', label: 'ไทย' },
      { value: 'en', label: 'English' },
    ])}
    <p class="hint">${t.languageHint}</p>
    <div><button class="button strong">${visit.t.save}</button></div></form>
</section>`;
}

function renderPassword(visit: Visit, refusal: Refusal | null, t: ProfileTexts): Html {
  return html`<section class="card stack" aria-labelledby="password-title">
  <div><h2 id="password-title">${t.password}</h2><p class="soft">${t.passwordHint}</p></div>
  ${formFault(visit, refusal, PASSWORD_FIELDS)}
  <form method="post" action="/dashboard/settings/password" class="fields">${tokenField(visit)}
    <input type="email" name="username" autocomplete="username" readonly hidden
      value="${visit.session.user.email}">
    ${field(visit, refusal, {
      name: 'old_password',
      label: t.oldPassword,
      type: 'password',
      autocomplete: 'current-password',
    })}
    ${field(visit, refusal, {
      name: 'password',
      label: t.newPassword,
      type: 'password',
      hint: t.newPasswordHint,
      autocomplete: 'new-password',
    })}
    <div><button class="button strong">${t.changePassword}</button></div></form>
</section>`;
}

function renderSessions(visit: Visit, sessions: readonly OpenSession[], t: ProfileTexts): Html {
  const everywhere = confirmButton(visit, '/dashboard/sign-out-everywhere', {
    label: t.endAll,
    question: t.endAllQuestion,
    confirm: t.endAll,
    about: '',
  });
  return html`<section class="card flush" aria-labelledby="sessions">
  <div class="card-head"><div><h2 id="sessions">${t.sessions}</h2>
    <p class="soft">${t.sessionsHint}</p></div>${everywhere}</div>
  <table class="folds"><thead><tr><th scope="col">${t.browser}</th>
    <th scope="col">${t.address}</th><th scope="col">${t.lastUsed}</th>
    <th scope="col"><span class="spoken">${t.end}</span></th></tr></thead>
  <tbody>${sessions.map((session) => renderSession(visit, session, t))}</tbody></table>
</section>`;
}

function renderSession(visit: Visit, session: OpenSession, t: ProfileTexts): Html {
  const name = browserName(session.agent) ?? t.unknownBrowser;
  const isThis = session.id === visit.session.id;
  const path = `/dashboard/settings/sessions/${session.id}/end`;
  const mark = isThis ? badge('good', t.thisOne) : null;
  return html`<tr><th scope="row"><span>${name}</span> ${mark}</th>
  <td data-name="${t.address}">${session.address ?? ''}</td>
  <td data-name="${t.lastUsed}">${moment(visit.language, session.seenAt)}</td>
  <td class="press">${isThis ? null : actButton(visit, path, t.end, { about: name })}</td></tr>`;
}
