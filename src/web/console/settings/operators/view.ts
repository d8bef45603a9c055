import type { Colleague, OperatorTeam } from '../../../../application/accounts/operator-team';
import type { OperatorLink } from '../../../../application/accounts/operator-links';
import { mayOperateAs, operatorRoles } from '../../../../domain/operator';
import type { OperatorRole } from '../../../../domain/operator';
import { html } from '../../../../lib/html';
import type { Html } from '../../../../lib/html';
import { choices, confirmButton, field, formFault, tokenField } from '../../../kit/form';
import { badge, moment } from '../../../kit/parts';
import type { Refusal, Screen, SignedInContext } from '../../frame/screen';
import { operatorsTexts } from './texts';
import type { OperatorsTexts } from './texts';

const PATH = '/console/settings/operators';

/** Everybody sees who decides here; admins change it. */
export function operatorsScreen(
  context: SignedInContext,
  { operators, links }: OperatorTeam,
  refusal: Refusal | null,
): Screen {
  const t = operatorsTexts[context.language];
  const mayChange = mayOperateAs(context.session.operator.role, 'admin');
  const isOfInvitation = refusal !== null && 'email' in refusal.values;
  const main = html`<div class="stack">
  ${isOfInvitation ? null : formFault(context, refusal, [])}
  ${renderOperators(context, operators, mayChange, t)}
  ${links.length === 0 ? null : renderLinks(context, links, mayChange, t)}
  ${mayChange ? renderInvite(context, isOfInvitation ? refusal : null, t) : null}
</div>`;
  return { title: context.t.sections.operators, section: 'operators', main };
}

function renderOperators(
  context: SignedInContext,
  operators: readonly Colleague[],
  mayChange: boolean,
  t: OperatorsTexts,
): Html {
  const press = mayChange
    ? html`<th scope="col"><span class="spoken">${t.changeRole}</span></th>`
    : null;
  return html`<section class="card flush" aria-label="${context.t.sections.operators}">
  <table class="folds"><thead><tr><th scope="col">${t.person}</th><th scope="col">${t.role}</th>
    <th scope="col">${t.lastSeen}</th>${press}</tr></thead>
  <tbody>${operators.map((operator) => renderOperator(context, operator, mayChange, t))}</tbody>
  </table></section>`;
}

function renderOperator(
  context: SignedInContext,
  { id, name, email, role, seenAt }: Colleague,
  mayChange: boolean,
  t: OperatorsTexts,
): Html {
  const isSelf = id === context.session.operator.id;
  const press = html`<td class="press">
    <details class="confirm"><summary class="button quiet">${t.changeRole}
      <span class="spoken"> ${name}</span></summary>
    <form method="post" action="${PATH}/${id}/role">${tokenField(context)}
      ${roleChoices(context, role, t)}
      <button class="button strong">${context.t.save}</button></form></details>
    ${confirmButton(context, `${PATH}/${id}/new-password`, {
      label: t.newPassword,
      question: t.newPasswordQuestion(name),
      confirm: t.newPassword,
      about: name,
    })}
    ${confirmButton(context, `${PATH}/${id}/remove`, {
      label: t.remove,
      question: t.removeQuestion(name),
      confirm: t.remove,
      about: name,
    })}</td>`;
  return html`<tr><th scope="row"><span><strong>${name}</strong> ${isSelf ? badge('', t.you) : null}
    <small class="soft">${email}</small></span></th>
  <td data-name="${t.role}">${badge(role === 'admin' ? 'wait' : '', context.t.roles[role])}</td>
  <td data-name="${t.lastSeen}">${
    seenAt === null ? t.neverSeen : moment(context.language, seenAt)
  }</td>${mayChange ? press : null}</tr>`;
}

const roleChoices = ({ t: words }: SignedInContext, value: OperatorRole, t: OperatorsTexts): Html =>
  choices(
    { name: 'role', label: t.role, value },
    operatorRoles
      .toReversed()
      .map((each) => ({ value: each, label: words.roles[each], hint: words.roleHints[each] })),
  );

function renderLinks(
  context: SignedInContext,
  links: readonly OperatorLink[],
  mayChange: boolean,
  t: OperatorsTexts,
): Html {
  const row = ({ id, email, role, operatorId, issuedBy, expiresAt }: OperatorLink) => html`<tr>
    <th scope="row"><span>${email} <small class="soft">${context.t.roles[role]}</small></span></th>
    <td data-name="${t.purpose}">${operatorId === null ? t.toJoin : t.toRenew}</td>
    <td data-name="${t.madeBy}">${issuedBy ?? t.terminal}</td>
    <td data-name="${t.validUntil}">${moment(context.language, expiresAt)}</td>${
      mayChange
        ? html`<td class="press">${confirmButton(
            context,
            `/console/settings/operator-links/${id}/revoke`,
            {
              label: t.takeBack,
              question: t.takeBackQuestion(email),
              confirm: t.takeBack,
              about: email,
            },
          )}</td>`
        : null
    }</tr>`;
  return html`<section class="card flush" aria-labelledby="links">
  <div class="card-head"><div><h2 id="links">${t.links}</h2><p class="soft">${t.linksHint}</p></div>
  </div>
  <table class="folds"><thead><tr><th scope="col">${t.email}</th><th scope="col">${t.purpose}</th>
    <th scope="col">${t.madeBy}</th><th scope="col">${t.validUntil}</th>${
      mayChange ? html`<th scope="col"><span class="spoken">${t.takeBack}</span></th>` : null
    }</tr></thead><tbody>${links.map(row)}</tbody></table>
</section>`;
}

function renderInvite(context: SignedInContext, refusal: Refusal | null, t: OperatorsTexts): Html {
  const wanted = operatorRoles.find((role) => role === refusal?.values['role']) ?? 'viewer';
  return html`<section class="card stack narrow" aria-labelledby="invite">
  <div><h2 id="invite">${t.invite}</h2><p class="soft">${t.inviteHint}</p></div>
  ${formFault(context, refusal, ['email'])}
  <form method="post" action="${PATH}" class="fields">${tokenField(context)}
    ${field(context, refusal, { name: 'email', label: t.email, type: 'email', lengthMax: 254 })}
    ${roleChoices(context, wanted, t)}
    <div><button class="button strong">${t.sendInvitation}</button></div></form>
</section>`;
}
