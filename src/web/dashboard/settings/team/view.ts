import type { ApiKey } from '../../../../application/merchants/api-keys';
import type { Invitation, Member, Team } from '../../../../application/accounts/team';
import { mayActAs, roles } from '../../../../domain/role';
import type { Role } from '../../../../domain/role';
import { html } from '../../../../lib/html';
import type { Html } from '../../../../lib/html';
import {
  actionButton,
  choices,
  confirmButton,
  field,
  formFault,
  tokenField,
} from '../../../kit/form';
import { badge, mailAddress, moment } from '../../../kit/parts';
import { keysTable } from '../../developers/keys/view';
import type { Refusal, Screen, SignedInContext } from '../../frame/screen';
import { teamTexts } from './texts';
import type { TeamTexts } from './texts';

/** Everybody sees who is in the team; owners change it. */
export function teamScreen(
  context: SignedInContext,
  team: Team,
  refusal: Refusal | null = null,
): Screen {
  const t = teamTexts[context.language];
  const mayChange = mayActAs(context.session.role, 'owner');
  const isOfInvitation = refusal !== null && 'email' in refusal.values;
  const main = html`<div class="stack">
  ${isOfInvitation ? null : formFault(context, refusal, [])}
  ${mayChange && team.formerKeys.length > 0 ? renderFormerKeys(context, team.formerKeys, t) : null}
  ${renderMembers(context, team.members, mayChange, t)}
  ${
    team.invitations.length === 0
      ? null
      : renderInvitations(context, team.invitations, mayChange, t)
  }
  ${mayChange ? renderInvite(context, isOfInvitation ? refusal : null, t) : null}
</div>`;
  return { title: context.t.sections.team, section: 'team', main };
}

const renderFormerKeys = (context: SignedInContext, keys: readonly ApiKey[], t: TeamTexts): Html =>
  html`<section class="card flush" aria-labelledby="former-keys">
  <div class="card-head"><div><h2 id="former-keys">${t.formerKeys}</h2>
    <p class="soft">${t.formerKeysHint}</p></div></div>
  ${keysTable(context, keys)}
</section>`;

function renderMembers(
  context: SignedInContext,
  members: readonly Member[],
  mayChange: boolean,
  t: TeamTexts,
): Html {
  const press = mayChange
    ? html`<th scope="col"><span class="spoken">${t.changeRole}</span></th>`
    : null;
  return html`<section class="card flush" aria-labelledby="members">
  <div class="card-head"><h2 id="members">${t.members}</h2></div>
  <table class="folds"><thead><tr><th scope="col">${t.person}</th><th scope="col">${t.role}</th>
    <th scope="col">${t.lastSeen}</th>${press}</tr></thead>
  <tbody>${members.map((member) => renderMember(context, member, mayChange, t))}</tbody></table>
</section>`;
}

function renderMember(
  context: SignedInContext,
  member: Member,
  mayChange: boolean,
  t: TeamTexts,
): Html {
  const { userId, name, email, role, seenAt } = member;
  const isSelf = userId === context.session.user.id;
  const path = `/dashboard/settings/team/${userId}`;
  const press = html`<td class="press">
    ${renderRoleForm(context, member, t)}
    ${confirmButton(context, `${path}/remove`, {
      label: t.remove,
      question: t.removeQuestion(name),
      confirm: t.remove,
      about: name,
    })}</td>`;
  return html`<tr><th scope="row"><span><strong>${name}</strong> ${isSelf ? badge('', t.you) : null}
    <small class="soft">${mailAddress(email)}</small></span></th>
  <td data-name="${t.role}">${badge(role === 'owner' ? 'wait' : '', context.t.roles[role])}</td>
  <td data-name="${t.lastSeen}">${
    seenAt === null ? t.neverSeen : moment(context.language, seenAt)
  }</td>${mayChange ? press : null}</tr>`;
}

function renderRoleForm(
  context: SignedInContext,
  { userId, name, role }: Member,
  t: TeamTexts,
): Html {
  return html`<details class="confirm"><summary class="button quiet">${t.changeRole}
    <span class="spoken"> ${name}</span></summary>
  <form method="post" action="/dashboard/settings/team/${userId}/role">${tokenField(context)}
    ${roleChoices(context, role, t)}
    <button class="button strong">${context.t.save}</button></form></details>`;
}

const roleChoices = ({ t: words }: SignedInContext, value: Role, t: TeamTexts): Html =>
  choices(
    { name: 'role', label: t.role, value },
    roles
      .toReversed()
      .map((each) => ({ value: each, label: words.roles[each], hint: words.roleHints[each] })),
  );

function renderInvitations(
  context: SignedInContext,
  invitations: readonly Invitation[],
  mayChange: boolean,
  t: TeamTexts,
): Html {
  const row = ({ id, email, role, expiresAt }: Invitation) => {
    const path = `/dashboard/settings/invitations/${id}`;
    const press = html`<td class="press">
      ${actionButton(context, `${path}/send-again`, t.sendAgain, { about: email })}
      ${confirmButton(context, `${path}/revoke`, {
        label: t.takeBack,
        question: t.takeBackQuestion(email),
        confirm: t.takeBack,
        about: email,
      })}</td>`;
    return html`<tr><th scope="row">${mailAddress(email)}</th>
    <td data-name="${t.role}">${badge('', context.t.roles[role])}</td>
    <td data-name="${t.validUntil}">${moment(context.language, expiresAt)}</td>
    ${mayChange ? press : null}</tr>`;
  };
  return html`<section class="card flush" aria-labelledby="invitations">
  <div class="card-head"><h2 id="invitations">${t.invitations}</h2></div>
  <table class="folds"><thead><tr><th scope="col">${t.email}</th><th scope="col">${t.role}</th>
    <th scope="col">${t.validUntil}</th>${
      mayChange ? html`<th scope="col"><span class="spoken">${t.takeBack}</span></th>` : null
    }</tr></thead><tbody>${invitations.map(row)}</tbody></table>
</section>`;
}

function renderInvite(context: SignedInContext, refusal: Refusal | null, t: TeamTexts): Html {
  const wanted = roles.find((role) => role === refusal?.values['role']) ?? 'viewer';
  return html`<section class="card stack narrow" aria-labelledby="invite">
  <div><h2 id="invite">${t.invite}</h2><p class="soft">${t.inviteHint}</p></div>
  ${formFault(context, refusal, ['email'])}
  <form method="post" action="/dashboard/settings/team" class="fields">${tokenField(context)}
    ${field(context, refusal, { name: 'email', label: t.email, type: 'email', lengthMax: 254 })}
    ${roleChoices(context, wanted, t)}
    <div><button class="button strong">${t.sendInvitation}</button></div></form>
</section>`;
}
