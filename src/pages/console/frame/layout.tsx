import { SandboxBadge } from '../../kit/layout';
import type { Layout } from '../../kit/screen';
import type { SignedInContext } from './screen';
import { groups, type SectionName, sections } from './sections';

export function layoutOf(context: SignedInContext): Layout {
  const { t, session } = context;
  const waiting: Partial<Record<SectionName, number>> = {
    exceptions: session.openExceptions,
    approvals: session.pendingApprovals,
    refunds: session.openRefunds,
    merchants: session.waitingMerchants,
  };
  return {
    siteName: t.console,
    workspace: (
      <>
        <strong>{t.console}</strong> <SandboxBadge />
      </>
    ),
    person: session.person,
    groups: groups.map((group) => ({
      name: group.name,
      title: group.name === 'work' ? null : t.groups[group.name],
      sections: group.sections.map((name) => ({
        name,
        title: t.sections[name],
        count: waiting[name] ?? null,
        ...sections[name],
      })),
    })),
    warning: null,
  };
}
