import { z } from 'zod';
import { revokeOperatorLink } from '../../../../application/accounts/operator-links';
import {
  changeOperatorRole,
  findOperatorTeam,
  inviteOperator,
  mailNewPassword,
} from '../../../../application/accounts/operator-team';
import { operatorRoles } from '../../../../domain/operator';
import type { ApiDeps } from '../../../../http/api-deps';
import { id } from '../../../../contract/fields';
import { email, nothing } from '../../../kit/fields';
import { seeOther } from '../../../kit/reply';
import { formAction, page } from '../../frame/page';
import type { Refusal, SignedInContext } from '../../frame/screen';
import { operatorsScreen } from './view';

const PATH = '/console/settings/operators';
const params = z.object({ id: id('opr_', 'member_not_found') });
const linkParams = z.object({ id: id('opl_', 'invitation_not_found') });
const role = z.enum(operatorRoles);

const show = async (deps: ApiDeps, context: SignedInContext, refusal: Refusal | null) =>
  operatorsScreen(context, await findOperatorTeam(deps), refusal);

export const consoleOperatorOperations = [
  page({
    name: 'showOperators',
    summary: 'Who decides in the console',
    path: PATH,
    render: (deps, context) => show(deps, context, null),
  }),

  formAction({
    name: 'inviteOperator',
    summary: 'Invite an operator by mail',
    path: PATH,
    role: 'admin',
    fields: z.object({ email, role }),
    errors: ['invalid_email', 'member_already', 'rate_limit_exceeded'],
    async handle(deps, { audit, language }, { fields }) {
      await inviteOperator(deps, audit, { ...fields, language });
      return seeOther(PATH, 'operator_invited');
    },
    onError: show,
  }),

  formAction({
    name: 'changeOperatorRole',
    summary: 'Give an operator another role',
    path: '/console/settings/operators/:id/role',
    role: 'admin',
    params,
    fields: z.object({ role }),
    errors: ['member_not_found', 'last_admin'],
    async handle(deps, { audit }, sent) {
      await changeOperatorRole(deps, audit, sent.params.id, sent.fields.role);
      return seeOther(PATH, 'operator_changed');
    },
    onError: show,
  }),

  formAction({
    name: 'removeOperator',
    summary: 'Take an operator out of the console, and sign them out',
    path: '/console/settings/operators/:id/remove',
    role: 'admin',
    params,
    fields: nothing,
    errors: ['member_not_found', 'last_admin'],
    async handle(deps, { audit }, sent) {
      await changeOperatorRole(deps, audit, sent.params.id, null);
      return seeOther(PATH, 'operator_removed');
    },
    onError: show,
  }),

  formAction({
    name: 'mailNewPassword',
    summary: 'Mail an operator a link to a new password',
    path: '/console/settings/operators/:id/new-password',
    role: 'admin',
    params,
    fields: nothing,
    errors: ['member_not_found', 'rate_limit_exceeded'],
    async handle(deps, { audit }, sent) {
      await mailNewPassword(deps, audit, sent.params.id);
      return seeOther(PATH, 'password_link_sent');
    },
    onError: show,
  }),

  formAction({
    name: 'revokeOperatorLink',
    summary: 'Take a link to the console back',
    path: '/console/settings/operator-links/:id/revoke',
    role: 'admin',
    params: linkParams,
    fields: nothing,
    errors: ['invitation_not_found'],
    async handle(deps, { audit }, sent) {
      await revokeOperatorLink(deps, audit, sent.params.id);
      return seeOther(PATH, 'link_revoked');
    },
  }),
];
