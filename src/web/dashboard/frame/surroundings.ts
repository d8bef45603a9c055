import { html } from '../../../lib/html';
import { sandboxBadge } from '../../kit/layout';
import { formatClock, formatShortDay } from '../../checkout/format';
import type { Surroundings } from '../../kit/screen';
import type { Visit } from './screen';
import { groups, sections } from './sections';

/** The merchant that the person works for just now, and the ways to the pages. */
export function surroundingsOf(visit: Visit): Surroundings {
  const { t, session } = visit;
  return {
    whose: session.merchant.name,
    place: html`<strong>${session.merchant.name}</strong> ${sandboxBadge(visit)}`,
    person: session.user,
    groups: groups.map((group) => ({
      name: group.name,
      title: group.name === 'business' ? null : t.groups[group.name],
      sections: group.sections.map((name) => ({
        name,
        title: t.sections[name],
        ...sections[name],
      })),
    })),
    warning: warningFor(visit),
  };
}

function warningFor({ t, language, session }: Visit): string | null {
  if (session.merchant.status === 'disabled') return t.disabled;
  const { payoutsHeldUntil } = session;
  return payoutsHeldUntil === null
    ? null
    : t.payoutsHeld(
        `${formatShortDay(language, payoutsHeldUntil)}, ${formatClock(payoutsHeldUntil)}`,
      );
}
