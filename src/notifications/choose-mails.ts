import type { Deps } from '../deps';
import { recordAuditEvent, type AuditContext } from '../kernel/audit/record-audit-event';
import { orProblem, Problem } from '../kernel/rules/problem';
import { auditContextOf, type MerchantSession } from '../people/sessions';
import { lockRole } from '../people/store/memberships';
import { isOn, memberMailKinds, type MemberMailKind } from './rules/member-mail';
import { findSubscription, listChoices, writeChoice } from './store/member-mails';

type Doing = Pick<Deps, 'db' | 'vault'>;
type Seat = Pick<MerchantSession, 'person' | 'merchant' | 'role'>;

/** The kinds that the member gets. */
export async function findOwnMails(
  { db }: Pick<Deps, 'db'>,
  { person, merchant, role }: Seat,
): Promise<readonly MemberMailKind[]> {
  const chosen = await listChoices(db, { userId: person.id, merchantId: merchant.id });
  return memberMailKinds.filter((kind) => isOn(kind, role, chosen.get(kind) ?? null));
}

/**
 * Turns the given kinds on and the others off, for the member alone. A kind that keeps its state
 * also keeps following the role. Throws Problem `signed_out` for a former member.
 */
export async function chooseOwnMails(
  deps: Doing,
  audit: AuditContext,
  { person, merchant }: Seat,
  wanted: readonly MemberMailKind[],
): Promise<void> {
  await deps.db.transaction(async (trx) => {
    const team = { realm: 'merchant', merchantId: merchant.id } as const;
    const role = await lockRole(trx, team, person.id);
    if (role === null) throw new Problem('signed_out');
    const present = await findOwnMails({ db: trx }, { person, merchant, role });
    const changed = memberMailKinds.filter(
      (kind) => present.includes(kind) !== wanted.includes(kind),
    );
    if (changed.length === 0) return;
    const member = { userId: person.id, merchantId: merchant.id };
    for (const kind of changed) await writeChoice(trx, member, kind, wanted.includes(kind));
    const detail = {
      on: changed.filter((kind) => wanted.includes(kind)).join(', '),
      off: changed.filter((kind) => !wanted.includes(kind)).join(', '),
    };
    await recordAuditEvent(deps, trx, audit, 'user.mails_chosen', { subject: person.id, detail });
  });
}

export interface UnsubscribeLink {
  readonly kind: MemberMailKind;
  readonly merchantName: string;
  readonly isOn: boolean;
}

/** Throws Problem `page_not_found` for an unknown token and for that of a former member. */
export async function findUnsubscribeLink(
  { db }: Pick<Deps, 'db'>,
  token: string,
): Promise<UnsubscribeLink> {
  const { kind, merchantName, role, chosen } = await subscriptionAt(db, token);
  return { kind, merchantName, isOn: isOn(kind, role, chosen) };
}

/** Turns off one kind of one member. The token is the credential. Throws as the link does. */
export async function unsubscribe(
  deps: Doing,
  token: string,
  address: string,
): Promise<UnsubscribeLink> {
  return deps.db.transaction(async (trx) => {
    const { userId: personId, merchantId, kind, ...found } = await subscriptionAt(trx, token);
    if (isOn(kind, found.role, found.chosen)) {
      await writeChoice(trx, { userId: personId, merchantId }, kind, false);
      const audit = auditContextOf({ realm: 'merchant', personId, merchantId }, address);
      const what = { subject: personId, detail: { off: kind } };
      await recordAuditEvent(deps, trx, audit, 'user.unsubscribed', what);
    }
    return { kind, merchantName: found.merchantName, isOn: false };
  });
}

const subscriptionAt = async (db: Doing['db'], token: string) =>
  orProblem(await findSubscription(db, token), 'page_not_found');
