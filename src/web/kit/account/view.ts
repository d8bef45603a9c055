import type { OpenSession } from '../../../application/accounts/end-session';
import { html } from '../../../lib/html';
import type { Html } from '../../../lib/html';
import { actButton, choices, confirmButton, field, formFault, tokenField } from '../form';
import { badge, facts, mailAddress, moment } from '../parts';
import type { Refusal, SignedInContext } from '../screen';
import { browserName } from '../../../lib/browser-name';
import { accountTexts } from './texts';
import type { AccountTexts } from './texts';

/** What a person settles for himself. */
export interface Account {
  readonly person: { readonly name: string; readonly email: string; readonly language: string };
  /** The session that looks. */
  readonly sessionId: string;
  readonly sessions: readonly OpenSession[];
}

const PASSWORD_FIELDS = ['old_password', 'password'];

/** The name, the password, and the places where somebody is signed in. */
export function accountCards(
  visit: SignedInContext,
  account: Account,
  refusal: Refusal | null,
): Html {
  const t = accountTexts[visit.language];
  const isOfPassword = refusal !== null && 'old_password' in refusal.values;
  return html`${renderProfile(visit, account, isOfPassword ? null : refusal, t)}
  ${renderPassword(visit, account, isOfPassword ? refusal : null, t)}
  ${renderSessions(visit, account, t)}`;
}

function renderProfile(
  visit: SignedInContext,
  { person }: Account,
  refusal: Refusal | null,
  t: AccountTexts,
): Html {
  return html`<section class="card stack" aria-labelledby="you">
  <h2 id="you">${t.you}</h2>
  ${facts([[t.email, mailAddress(person.email)]])}
  ${formFault(visit, refusal, ['name'])}
  <form method="post" action="${visit.root}/settings/profile" class="fields">${tokenField(visit)}
    ${field(visit, refusal, {
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
    <div><button class="button strong">${visit.t.save}</button></div></form>
</section>`;
}

function renderPassword(
  visit: SignedInContext,
  { person }: Account,
  refusal: Refusal | null,
  t: AccountTexts,
): Html {
  return html`<section class="card stack" aria-labelledby="password-title">
  <div><h2 id="password-title">${t.password}</h2><p class="soft">${t.passwordHint}</p></div>
  ${formFault(visit, refusal, PASSWORD_FIELDS)}
  <form method="post" action="${visit.root}/settings/password" class="fields">${tokenField(visit)}
    <input type="email" name="username" autocomplete="username" readonly hidden
      value="${person.email}">
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

function renderSessions(
  visit: SignedInContext,
  { sessions, sessionId }: Account,
  t: AccountTexts,
): Html {
  const everywhere = confirmButton(visit, `${visit.root}/sign-out-everywhere`, {
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
  <tbody>${sessions.map((session) =>
    renderSession(visit, session, session.id === sessionId, t),
  )}</tbody></table>
</section>`;
}

function renderSession(
  visit: SignedInContext,
  session: OpenSession,
  isThis: boolean,
  t: AccountTexts,
): Html {
  const name = browserName(session.agent) ?? t.unknownBrowser;
  const path = `${visit.root}/settings/sessions/${session.id}/end`;
  const mark = isThis ? badge('good', t.thisOne) : null;
  return html`<tr><th scope="row"><span>${name}</span> ${mark}</th>
  <td data-name="${t.address}">${session.address ?? ''}</td>
  <td data-name="${t.lastUsed}">${moment(visit.language, session.seenAt)}</td>
  <td class="press">${isThis ? null : actButton(visit, path, t.end, { about: name })}</td></tr>`;
}
