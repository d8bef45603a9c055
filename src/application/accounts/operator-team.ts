import { listOpenLinks } from '../../db/accounts/operator-links';
import type { OperatorLink } from '../../db/accounts/operator-links';
import { changeOperator, findOperatorByEmail, listOperators } from '../../db/accounts/operators';
import type { Colleague } from '../../db/accounts/operators';
import type { Language } from '../../db/accounts/users';
import type { Actor } from '../../domain/audit-event';
import type { OperatorRole } from '../../domain/operator';
import { Problem } from '../../domain/problem';
import { commit } from '../commit';
import type { Deps } from '../deps';
import { mailOperatorLink } from './operator-links';
import { recordOperatorAuditEvent } from './record-operator-audit-event';

export type { Colleague };

export interface OperatorTeam {
  readonly operators: readonly Colleague[];
  readonly links: readonly OperatorLink[];
}

export async function findOperatorTeam(deps: Pick<Deps, 'db'>): Promise<OperatorTeam> {
  const [operators, links] = await Promise.all([listOperators(deps.db), listOpenLinks(deps.db)]);
  return { operators, links };
}

/** Throws Problem `member_already` or `rate_limit_exceeded`. */
export async function inviteOperator(
  deps: Deps,
  actor: Actor,
  invited: { readonly email: string; readonly role: OperatorRole; readonly language: Language },
): Promise<void> {
  if ((await findOperatorByEmail(deps.db, invited.email)) !== null) {
    throw new Problem('member_already', { param: 'email' });
  }
  await mailOperatorLink(deps, actor, invited);
}

/**
 * Mails an operator a link to a new password; the old one goes on until it is used. Throws Problem
 * `member_not_found` or `rate_limit_exceeded`.
 */
export async function mailNewPassword(deps: Deps, actor: Actor, operatorId: string): Promise<void> {
  const known = (await listOperators(deps.db)).find(({ id }) => id === operatorId);
  if (known === undefined) throw new Problem('member_not_found');
  await mailOperatorLink(deps, actor, known);
}

/**
 * Gives an operator another role; null removes them and signs them out. Throws Problem
 * `member_not_found` or `last_admin`.
 */
export async function changeOperatorRole(
  deps: Pick<Deps, 'db' | 'vault'>,
  actor: Actor,
  operatorId: string,
  role: OperatorRole | null,
): Promise<void> {
  await commit(deps, async (trx) => {
    const change = await changeOperator(trx, operatorId, role);
    if (change === 'not_found') throw new Problem('member_not_found');
    if (change === 'last_admin') throw new Problem('last_admin');
    const act = role === null ? 'operator.removed' : 'operator.role_changed';
    const detail = role === null ? {} : { role };
    await recordOperatorAuditEvent(deps, trx, actor, act, { subject: operatorId, detail });
  });
}
