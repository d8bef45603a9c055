import { listOpenLinks } from '../../db/accounts/operator-links';
import type { OperatorLink } from '../../db/accounts/operator-links';
import { changeOperator, findOperatorByEmail, listOperators } from '../../db/accounts/operators';
import type { Colleague } from '../../db/accounts/operators';
import type { Language } from '../../db/accounts/users';
import type { OperatorRole } from '../../domain/operator';
import { Problem } from '../../domain/problem';
import type { Deps } from '../deps';
import { mailOperatorLink } from './operator-links';
import { recordAuditEvent } from './record-audit-event';
import type { AuditContext } from './record-audit-event';

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
  audit: AuditContext,
  invited: { readonly email: string; readonly role: OperatorRole; readonly language: Language },
): Promise<void> {
  if ((await findOperatorByEmail(deps.db, invited.email)) !== null) {
    throw new Problem('member_already', { param: 'email' });
  }
  await mailOperatorLink(deps, audit, invited);
}

/**
 * Mails an operator a link to a new password; the old one goes on until it is used. Throws Problem
 * `member_not_found` or `rate_limit_exceeded`.
 */
export async function mailNewPassword(
  deps: Deps,
  audit: AuditContext,
  operatorId: string,
): Promise<void> {
  const known = (await listOperators(deps.db)).find(({ id }) => id === operatorId);
  if (known === undefined) throw new Problem('member_not_found');
  await mailOperatorLink(deps, audit, known);
}

/**
 * Gives an operator another role; null removes them and signs them out. Throws Problem
 * `member_not_found` or `last_admin`.
 */
export async function changeOperatorRole(
  deps: Pick<Deps, 'db' | 'vault'>,
  audit: AuditContext,
  operatorId: string,
  role: OperatorRole | null,
): Promise<void> {
  await deps.db.transaction(async (trx) => {
    const change = await changeOperator(trx, operatorId, role);
    if (change === 'not_found') throw new Problem('member_not_found');
    if (change === 'last_admin') throw new Problem('last_admin');
    const act = role === null ? 'operator.removed' : 'operator.role_changed';
    const detail = role === null ? {} : { role };
    await recordAuditEvent(deps, trx, audit, act, { subject: operatorId, detail });
  });
}
