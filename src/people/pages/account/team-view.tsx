import type { VNode } from 'preact';
import type { Invitation, Member, TeamDetail } from '../../../merchants/team/team';
import { type Realm, realms } from '../../../kernel/rules/realm';
import { Card } from '../../../pages/kit/card';
import {
  ActionButton,
  Choices,
  Confirm,
  Field,
  Form,
  FormFault,
  Submit,
} from '../../../pages/kit/form';
import { Badge, MailAddress, Time } from '../../../pages/kit/parts';
import type { Refusal } from '../../../pages/kit/screen';
import { type Row, Table } from '../../../pages/kit/table';
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
  above: VNode | null,
) {
  const { realm, role } = context.session;
  const mayChange = role === realms[realm].manager;
  const view: View = { context, path, mayChange, t: accountTexts[context.language].team };
  const isOfInvitation = refusal !== null && 'email' in refusal.values;
  return (
    <div class="stack">
      {!isOfInvitation && <FormFault refusal={refusal} />}
      {mayChange && above}
      {renderMembers(view, members)}
      {invitations.length !== 0 && renderInvitations(view, invitations)}
      {mayChange && renderInvite(view, isOfInvitation ? refusal : null)}
    </div>
  );
}

function renderMembers(view: View, members: TeamDetail['members']) {
  const { t, context } = view;
  return (
    <Card id="members" title={t[context.session.realm].members} flush>
      <Table
        columns={[t.person, t.role, t.lastSeen, view.mayChange ? { press: t.changeRole } : null]}
        rows={members.map((member) => renderMember(view, member, isLastOf(view, members)))}
      />
    </Card>
  );
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
): Row {
  const { context, mayChange, t } = view;
  const { session } = context;
  const { id, name, email, role, seenAt } = member;
  const mayManage = role === realms[session.realm].manager;
  return [
    <span>
      <strong>{name}</strong> {id === session.person.id && <Badge>{t.you}</Badge>}{' '}
      <small class="soft">
        <MailAddress address={email} />
      </small>
    </span>,
    <Badge tone={mayManage ? 'wait' : ''}>{context.t.roles[role] ?? role}</Badge>,
    seenAt === null ? t.neverSeen : <Time at={seenAt} />,
    mayChange ? renderMemberForms(view, member, isOnly(member)) : null,
  ];
}

function renderMemberForms({ context, path, t }: View, member: Member<Realm>, isOnly: boolean) {
  const { id, name, role } = member;
  const hasFactor = member.hasFactor && id !== context.session.person.id;
  const confirm = (action: string, label: string, question: string) => (
    <Confirm action={`${path}/${id}/${action}`} label={label} question={question} about={name} />
  );
  const isOperator = context.session.realm === 'operator';
  const changeRole = (
    <Confirm
      action={`${path}/${id}/role`}
      label={t.changeRole}
      about={name}
      confirm={context.t.save}
      tone="strong">
      {roleChoices(context, role, t.role)}
    </Confirm>
  );
  return (
    <>
      {!isOnly && changeRole}
      {isOperator && confirm('new-password', t.newPassword, t.newPasswordQuestion(name))}
      {hasFactor && confirm('reset-factors', t.resetFactors, t.resetFactorsQuestion(name))}
      {!isOnly && confirm('remove', t.remove, t.removeQuestion(name))}
    </>
  );
}

const roleChoices = ({ t, session }: AccountContext, value: string, label: string) => (
  <Choices
    name="role"
    label={label}
    value={value}
    options={realms[session.realm].roles.toReversed().map((role) => ({
      value: role,
      label: t.roles[role] ?? role,
      hint: t.roleHints[role] ?? '',
    }))}
  />
);

function renderInvitations(view: View, invitations: readonly Invitation<Realm>[]) {
  const { t, context } = view;
  const words = t[context.session.realm];
  const isOperator = context.session.realm === 'operator';
  return (
    <Card id="invitations" title={words.invitations} hint={words.invitationsHint} flush>
      <Table
        columns={[
          t.email,
          t.role,
          isOperator ? t.purpose : null,
          isOperator ? t.invitedBy : null,
          t.validUntil,
          view.mayChange ? { press: t.revoke } : null,
        ]}
        rows={invitations.map((invitation) => renderInvitation(view, invitation))}
      />
    </Card>
  );
}

function renderInvitation(
  { context, t }: View,
  { id, email, role, personId, invitedBy, expiresAt }: Invitation<Realm>,
): Row {
  const isOperator = context.session.realm === 'operator';
  const path = `${context.root}/settings/invitations/${id}`;
  return [
    <MailAddress address={email} />,
    <Badge>{context.t.roles[role] ?? role}</Badge>,
    personId === null ? t.toJoin : t.toRenew,
    invitedBy ?? t.terminal,
    <Time at={expiresAt} />,
    <>
      {!isOperator && (
        <ActionButton action={`${path}/send-again`} label={t.sendAgain} about={email} />
      )}
      <Confirm
        action={`${path}/revoke`}
        label={t.revoke}
        question={t.revokeQuestion(email)}
        about={email}
      />
    </>,
  ];
}

function renderInvite({ context, path, t }: View, refusal: Refusal | null) {
  const words = t[context.session.realm];
  const wanted = refusal?.values['role'] ?? 'viewer';
  return (
    <Card id="invite" title={words.invite} hint={words.inviteHint} narrow>
      <Form action={path} refusal={refusal}>
        <Field name="email" label={t.email} type="email" lengthMax={254} />
        {roleChoices(context, wanted, t.role)}
        <Submit label={t.sendInvitation} />
      </Form>
    </Card>
  );
}
