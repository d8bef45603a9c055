import type { Invitation, Member, TeamDetail } from '../../../application/accounts/team';
import { realms, type Realm } from '../../../domain/realm';
import { html, type Html } from '../../../lib/html';
import { actionButton, choices, confirmButton, field, formFault, tokenField } from '../form';
import { badge, mailAddress, moment } from '../parts';
import type { Refusal } from '../screen';
import type { AccountContext } from './context';
import { accountTexts, type AccountTexts } from './texts';

interface View {
  readonly context: AccountContext;
  readonly path: string;
  /** All members see the team; only managers may change it. */
  readonly mayChange: boolean;
  readonly t: AccountTexts['team'];
}

export function teamView(
  context: AccountContext,
  path: string,
  { members, invitations }: TeamDetail,
  refusal: Refusal | null,
  above: Html | null,
): Html {
  const { realm, role } = context.session;
  const mayChange = role === realms[realm].manager;
  const view: View = { context, path, mayChange, t: accountTexts[context.language].team };
  const isOfInvitation = refusal !== null && 'email' in refusal.values;
  return html`<div class="stack">
  ${isOfInvitation ? null : formFault(context, refusal, [])}
  ${mayChange ? above : null}
  ${renderMembers(view, members)}
  ${invitations.length === 0 ? null : renderInvitations(view, invitations)}
  ${mayChange ? renderInvite(view, isOfInvitation ? refusal : null) : null}
</div>`;
}

const pressHead = ({ mayChange }: View, label: string): Html | null =>
  mayChange ? html`<th scope="col"><span class="spoken">${label}</span></th>` : null;

function renderMembers(view: View, members: TeamDetail['members']): Html {
  const { t, context } = view;
  return html`<section class="card flush" aria-labelledby="members">
  <div class="card-head"><h2 id="members">${t[context.session.realm].members}</h2></div>
  <table class="folds"><thead><tr><th scope="col">${t.person}</th><th scope="col">${t.role}</th>
    <th scope="col">${t.lastSeen}</th>${pressHead(view, t.changeRole)}</tr></thead>
  <tbody>${members.map((member) => renderMember(view, member, isLastOf(view, members)))}
  </tbody></table>
</section>`;
}

/** The last manager can neither leave nor change role. */
const isLastOf =
  ({ context }: View, members: TeamDetail['members']) =>
  ({ role }: Member<Realm>): boolean => {
    const { manager } = realms[context.session.realm];
    return role === manager && members.filter((each) => each.role === manager).length === 1;
  };

function renderMember(
  view: View,
  member: Member<Realm>,
  isOnly: (member: Member<Realm>) => boolean,
): Html {
  const { context, mayChange, t } = view;
  const { session, language } = context;
  const { id, name, email, role, seenAt } = member;
  const mayManage = role === realms[session.realm].manager;
  return html`<tr><th scope="row"><span><strong>${name}</strong> ${
    id === session.person.id ? badge('', t.you) : null
  }
    <small class="soft">${mailAddress(email)}</small></span></th>
  <td data-name="${t.role}">${badge(mayManage ? 'wait' : '', context.t.roles[role] ?? role)}</td>
  <td data-name="${t.lastSeen}">${seenAt === null ? t.neverSeen : moment(language, seenAt)}</td>${
    mayChange
      ? html`<td class="press">${renderMemberForms(view, member, isOnly(member))}</td>`
      : null
  }</tr>`;
}

function renderMemberForms(
  { context, path, t }: View,
  member: Member<Realm>,
  isOnly: boolean,
): Html {
  const { id, name, role } = member;
  const hasFactor = member.hasFactor && id !== context.session.person.id;
  const confirm = (action: string, label: string, question: string): Html =>
    confirmButton(context, `${path}/${id}/${action}`, {
      label,
      question,
      confirm: label,
      about: name,
    });
  const isOperator = context.session.realm === 'operator';
  const changeRole = html`<details class="confirm"><summary class="button quiet">${t.changeRole}
    <span class="spoken"> ${name}</span></summary>
  <form method="post" action="${path}/${id}/role">${tokenField(context)}
    ${roleChoices(context, role, t.role)}
    <button class="button strong">${context.t.save}</button></form></details>`;
  return html`${isOnly ? null : changeRole}
  ${isOperator ? confirm('new-password', t.newPassword, t.newPasswordQuestion(name)) : null}
  ${hasFactor ? confirm('reset-factors', t.resetFactors, t.resetFactorsQuestion(name)) : null}
  ${isOnly ? null : confirm('remove', t.remove, t.removeQuestion(name))}`;
}

const roleChoices = ({ t, session }: AccountContext, value: string, label: string): Html =>
  choices(
    { name: 'role', label, value },
    realms[session.realm].roles.toReversed().map((role) => ({
      value: role,
      label: t.roles[role] ?? role,
      hint: t.roleHints[role] ?? '',
    })),
  );

function renderInvitations(view: View, invitations: readonly Invitation<Realm>[]): Html {
  const { t, context } = view;
  const words = t[context.session.realm];
  const isOperator = context.session.realm === 'operator';
  const ofLinks = html`<th scope="col">${t.purpose}</th><th scope="col">${t.invitedBy}</th>`;
  return html`<section class="card flush" aria-labelledby="invitations">
  <div class="card-head"><div><h2 id="invitations">${words.invitations}</h2>
    <p class="soft">${words.invitationsHint}</p></div></div>
  <table class="folds"><thead><tr><th scope="col">${t.email}</th><th scope="col">${t.role}</th>
    ${isOperator ? ofLinks : null}<th scope="col">${t.validUntil}</th>
    ${pressHead(view, t.revoke)}</tr></thead>
  <tbody>${invitations.map((invitation) => renderInvitation(view, invitation))}</tbody></table>
</section>`;
}

function renderInvitation(
  { context, mayChange, t }: View,
  { id, email, role, personId, invitedBy, expiresAt }: Invitation<Realm>,
): Html {
  const isOperator = context.session.realm === 'operator';
  const path = `${context.root}/settings/invitations/${id}`;
  const again = actionButton(context, `${path}/send-again`, t.sendAgain, { about: email });
  const ofLinks = html`<td data-name="${t.purpose}">${personId === null ? t.toJoin : t.toRenew}</td>
  <td data-name="${t.invitedBy}">${invitedBy ?? t.terminal}</td>`;
  const press = html`<td class="press">
    ${isOperator ? null : again}
    ${confirmButton(context, `${path}/revoke`, {
      label: t.revoke,
      question: t.revokeQuestion(email),
      confirm: t.revoke,
      about: email,
    })}</td>`;
  return html`<tr><th scope="row">${mailAddress(email)}</th>
  <td data-name="${t.role}">${badge('', context.t.roles[role] ?? role)}</td>
  ${isOperator ? ofLinks : null}
  <td data-name="${t.validUntil}">${moment(context.language, expiresAt)}</td>
  ${mayChange ? press : null}</tr>`;
}

function renderInvite({ context, path, t }: View, refusal: Refusal | null): Html {
  const words = t[context.session.realm];
  const wanted = refusal?.values['role'] ?? 'viewer';
  return html`<section class="card stack narrow" aria-labelledby="invite">
  <div><h2 id="invite">${words.invite}</h2><p class="soft">${words.inviteHint}</p></div>
  ${formFault(context, refusal, ['email'])}
  <form method="post" action="${path}" class="fields">${tokenField(context)}
    ${field(context, refusal, { name: 'email', label: t.email, type: 'email', lengthMax: 254 })}
    ${roleChoices(context, wanted, t.role)}
    <div><button class="button strong">${t.sendInvitation}</button></div></form>
</section>`;
}
