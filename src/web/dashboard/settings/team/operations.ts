import { z } from 'zod';
import {
  changeTeamMember,
  findTeam,
  inviteAgain,
  inviteMember,
  revokeInvitation,
} from '../../../../application/accounts/team';
import type { ApiDeps } from '../../../../http/api-deps';
import { id } from '../../../../contract/fields';
import { email, nothing, role } from '../../../kit/fields';
import { formAction, page } from '../../frame/page';
import { seeOther } from '../../../kit/reply';
import type { Refusal, SignedInContext } from '../../frame/screen';
import { teamScreen } from './view';

const PATH = '/dashboard/settings/team';
const memberParams = z.object({ id: id('usr_', 'member_not_found') });
const invitationParams = z.object({ id: id('inv_', 'invitation_not_found') });

const show = async (deps: ApiDeps, context: SignedInContext, refusal: Refusal | null) =>
  teamScreen(context, await findTeam(deps, context.session), refusal);

export const teamOperations = [
  page({
    name: 'showTeam',
    summary: 'Who works for the merchant',
    path: PATH,
    render: (deps, context) => show(deps, context, null),
  }),

  formAction({
    name: 'inviteMember',
    summary: 'Invite somebody into the team',
    path: PATH,
    role: 'owner',
    fields: z.object({ email, role }),
    errors: ['invalid_email', 'member_already', 'rate_limit_exceeded'],
    async handle(deps, { audit, session, language }, { fields }) {
      await inviteMember(deps, audit, session, { ...fields, language });
      return seeOther(PATH, 'invited');
    },
    onError: show,
  }),

  formAction({
    name: 'changeMemberRole',
    summary: 'Give a member another role',
    path: '/dashboard/settings/team/:id/role',
    role: 'owner',
    params: memberParams,
    fields: z.object({ role }),
    errors: ['member_not_found', 'last_owner'],
    async handle(deps, { audit, session }, { params, fields }) {
      await changeTeamMember(deps, audit, session, params.id, fields.role);
      return seeOther(PATH, 'member_changed');
    },
    onError: show,
  }),

  formAction({
    name: 'removeMember',
    summary: 'Take a member out of the team, and sign the member out',
    path: '/dashboard/settings/team/:id/remove',
    role: 'owner',
    params: memberParams,
    fields: nothing,
    errors: ['member_not_found', 'last_owner'],
    async handle(deps, { audit, session }, { params }) {
      await changeTeamMember(deps, audit, session, params.id, null);
      return seeOther(PATH, 'member_removed');
    },
    onError: show,
  }),

  formAction({
    name: 'inviteAgain',
    summary: 'Send the mail of an invitation once more',
    path: '/dashboard/settings/invitations/:id/send-again',
    role: 'owner',
    params: invitationParams,
    fields: nothing,
    errors: ['invitation_not_found', 'rate_limit_exceeded'],
    async handle(deps, { audit, session, language }, { params }) {
      await inviteAgain(deps, audit, session, params.id, language);
      return seeOther(PATH, 'invited_again');
    },
    onError: show,
  }),

  formAction({
    name: 'revokeInvitation',
    summary: 'Take an invitation back',
    path: '/dashboard/settings/invitations/:id/revoke',
    role: 'owner',
    params: invitationParams,
    fields: nothing,
    errors: ['invitation_not_found'],
    async handle(deps, { audit, session }, { params }) {
      await revokeInvitation(deps, audit, session, params.id);
      return seeOther(PATH, 'invitation_revoked');
    },
  }),
];
