import type { Factor, OwnFactors } from '../../../application/accounts/own-factors';
import type { OpenSession } from '../../../application/accounts/sessions';
import { browserName } from '../../../lib/browser-name';
import { html, type Html } from '../../../lib/html';
import { actionButton, confirmButton, field, formFault, tokenField, usernameField } from '../form';
import { badge, emptyState, moment } from '../parts';
import type { Refusal } from '../screen';
import type { AccountContext } from './context';
import { securityTexts, type SecurityTexts } from './security-texts';

export function securityView(
  context: AccountContext,
  own: OwnFactors,
  sessions: readonly OpenSession[],
  refusal: Refusal | null,
): Html {
  const t = securityTexts[context.language];
  return html`<div class="stack">
  ${renderFactors(context, own.factors, refusal, t)}
  ${own.factors.length === 0 ? null : renderCodes(context, own.codesLeft, t)}
  ${renderSessions(context, sessions, t)}</div>`;
}

function renderFactors(
  context: AccountContext,
  factors: readonly Factor[],
  refusal: Refusal | null,
  t: SecurityTexts,
): Html {
  const path = `${context.root}/settings/security/new`;
  const isFirst = factors.length === 0;
  return html`<section class="card flush" aria-labelledby="factors">
  <div class="card-head"><div><h2 id="factors">${t.factors}</h2>
    <p class="soft">${t.factorsHint}</p></div>
    ${isFirst ? null : actionButton(context, path, t.add)}</div>
  ${formFault(context, refusal, ['password'])}
  ${isFirst ? renderFirst(context, path, refusal, t) : renderTable(context, factors, t)}
</section>`;
}

/** The first authenticator requires the password, each further one a second factor. */
const renderFirst = (
  context: AccountContext,
  path: string,
  refusal: Refusal | null,
  t: SecurityTexts,
): Html => html`${emptyState(t.none, context.mode === 'live' ? t.noneLive : t.noneHint)}
  <form method="post" action="${path}" class="fields narrow card-body">${tokenField(context)}
    ${usernameField(context.session.person.email)}
    ${field(context, refusal, {
      name: 'password',
      label: t.password,
      type: 'password',
      autocomplete: 'current-password',
    })}
    <div><button class="button strong">${t.addFirst}</button></div></form>`;

const renderTable = (
  context: AccountContext,
  factors: readonly Factor[],
  t: SecurityTexts,
): Html => html`<table class="folds"><thead><tr><th scope="col">${t.name}</th>
    <th scope="col">${t.kind}</th><th scope="col">${t.added}</th>
    <th scope="col">${t.lastUsed}</th>
    <th scope="col"><span class="spoken">${t.remove}</span></th></tr></thead>
  <tbody>${factors.map((factor) => renderFactor(context, factor, t))}</tbody></table>`;

function renderFactor(context: AccountContext, factor: Factor, t: SecurityTexts): Html {
  const { id, name, kind, createdAt, usedAt } = factor;
  const path = `${context.root}/settings/security/${id}`;
  const rename = html`<details class="confirm"><summary class="button quiet">${t.rename}
    <span class="spoken"> ${name}</span></summary>
  <form method="post" action="${path}/name">${tokenField(context)}
    <label>${t.name} <input name="name" maxlength="60" required value="${name}"
      autocomplete="off"></label>
    <button class="button strong">${context.t.save}</button></form></details>`;
  const remove = html`<details class="confirm"><summary class="button quiet">${t.remove}
    <span class="spoken"> ${name}</span></summary>
  <form method="post" action="${path}/remove">${tokenField(context)}
    <p>${t.removeQuestion(name)} ${t.removeHint}</p>
    ${usernameField(context.session.person.email)}
    <label>${t.password} <input name="password" type="password" required
      autocomplete="current-password"></label>
    <button class="button danger">${t.remove}</button></form></details>`;
  return html`<tr><th scope="row">${name}</th>
  <td data-name="${t.kind}">${t.kinds[kind]}</td>
  <td data-name="${t.added}">${moment(context.language, createdAt)}</td>
  <td data-name="${t.lastUsed}">${
    usedAt === null ? t.neverUsed : moment(context.language, usedAt)
  }</td>
  <td class="press">${rename}${remove}</td></tr>`;
}

const renderCodes = (context: AccountContext, codesLeft: number, t: SecurityTexts): Html =>
  html`<section class="card flush" aria-labelledby="codes">
  <div class="card-head"><div><h2 id="codes">${t.codes}</h2>
    <p class="soft">${t.codesLeft(codesLeft)}</p></div>
    ${confirmButton(context, `${context.root}/settings/security/recovery-codes`, {
      label: t.newCodes,
      question: t.newCodesQuestion,
      confirm: t.newCodes,
      about: '',
    })}</div></section>`;

function renderSessions(
  context: AccountContext,
  sessions: readonly OpenSession[],
  t: SecurityTexts,
): Html {
  const others = confirmButton(context, `${context.root}/sign-out-others`, {
    label: t.endOthers,
    question: t.endOthersQuestion,
    confirm: t.endOthers,
    about: '',
  });
  return html`<section class="card flush" aria-labelledby="sessions">
  <div class="card-head"><div><h2 id="sessions">${t.sessions}</h2>
    <p class="soft">${t.sessionsHint}</p></div>${sessions.length > 1 ? others : null}</div>
  <table class="folds"><thead><tr><th scope="col">${t.browser}</th>
    <th scope="col">${t.address}</th><th scope="col">${t.begun}</th>
    <th scope="col">${t.lastUsed}</th>
    <th scope="col"><span class="spoken">${t.end}</span></th></tr></thead>
  <tbody>${sessions.map((session) =>
    renderSession(context, session, session.id === context.session.id, t),
  )}</tbody></table>
</section>`;
}

function renderSession(
  context: AccountContext,
  session: OpenSession,
  isThis: boolean,
  t: SecurityTexts,
): Html {
  const name = browserName(session.agent) ?? t.unknownBrowser;
  const path = `${context.root}/settings/sessions/${session.id}/end`;
  const mark = isThis ? badge('good', t.thisOne) : null;
  return html`<tr><th scope="row"><span>${name}</span> ${mark}</th>
  <td data-name="${t.address}">${session.address ?? ''}</td>
  <td data-name="${t.begun}">${moment(context.language, session.createdAt)}</td>
  <td data-name="${t.lastUsed}">${moment(context.language, session.seenAt)}</td>
  <td class="press">${isThis ? null : actionButton(context, path, t.end, { about: name })}</td>
</tr>`;
}
