import { formatClock, formatShortDay } from '../../kit/format';
import { SandboxBadge } from '../../kit/layout';
import type { Layout } from '../../kit/screen';
import type { SignedInContext } from './screen';
import { groups, type SectionName, sections } from './sections';

export function layoutOf(context: SignedInContext): Layout {
  const { t, session } = context;
  return {
    siteName: session.merchant.name,
    workspace: (
      <>
        <strong>{session.merchant.name}</strong> <SandboxBadge />
      </>
    ),
    person: session.person,
    groups: groups.map((group) => ({
      name: group.name,
      title: group.name === 'business' ? null : t.groups[group.name],
      sections: group.sections.filter(isShown(context)).map((name) => ({
        name,
        title: t.sections[name],
        count: name === 'approvals' ? session.pendingApprovals : null,
        ...sections[name],
      })),
    })),
    warning: warningFor(context),
  };
}

/** Merchants' own provider accounts are a setting of the installation. */
const isShown =
  ({ addsAccounts }: SignedInContext) =>
  (name: SectionName): boolean =>
    name !== 'accounts' || addsAccounts;

function warningFor({ t, language, session }: SignedInContext): string | null {
  if (session.merchant.status === 'disabled') return t.disabled;
  const { payoutsHeldUntil } = session;
  return payoutsHeldUntil === null
    ? null
    : t.payoutsHeld(
        `${formatShortDay(language, payoutsHeldUntil)}, ${formatClock(payoutsHeldUntil)}`,
      );
}
