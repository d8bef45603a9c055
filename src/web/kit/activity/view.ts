import type { ShownAuditEvent } from '../../../application/accounts/list-audit-events';
import type { AuditEvent, AuditEventName } from '../../../domain/audit-event';
import { html, type Html } from '../../../lib/html';
import { recordedText } from '../condition-text';
import { emptyState, moment, pager } from '../parts';
import type { PageContext } from '../screen';
import { activityTexts, type ActivityTexts } from './texts';

export interface ActivityView {
  readonly items: readonly ShownAuditEvent[];
  readonly hasMore: boolean;
  readonly isFirst: boolean;
}

export function actsPage(
  context: PageContext,
  title: string,
  { items, hasMore, isFirst }: ActivityView,
): Html {
  const t = activityTexts[context.language];
  const last = items.at(-1);
  const older = hasMore && last !== undefined ? `${context.path}?before=${last.number}` : null;
  return html`<p class="soft">${t.hint}</p>
<section class="card flush" aria-label="${title}">
  ${items.length === 0 ? emptyState(t.none, t.noneHint) : renderTable(context, items, t)}
  ${pager(context, { newest: isFirst ? null : context.path, older })}
</section>`;
}

function renderTable(
  context: PageContext,
  items: readonly ShownAuditEvent[],
  t: ActivityTexts,
): Html {
  const row = (line: ShownAuditEvent) => html`<tr>
  <td data-name="${t.when}">${moment(context.language, line.at)}</td>
  <td data-name="${t.who}">${actorText(context, line)}</td>
  <td data-name="${t.what}"><span>${t.events[line.act as AuditEventName] ?? line.act}
    <small>${detailText(context, line)}</small></span></td>
  <td class="whole" data-name="${t.address}">${line.address ?? ''}</td></tr>`;
  return html`<table class="folds"><thead><tr><th scope="col">${t.when}</th>
  <th scope="col">${t.who}</th><th scope="col">${t.what}</th><th scope="col">${t.address}</th>
  </tr></thead><tbody>${items.map(row)}</tbody></table>`;
}

/** The Unix user of a command is shown to operators only. */
export function actorText(
  { root, language }: Pick<PageContext, 'root' | 'language'>,
  { actorKind, actorName, actorId }: Pick<ShownAuditEvent, 'actorKind' | 'actorName' | 'actorId'>,
): string {
  const t = activityTexts[language];
  if (actorKind === 'operator') return actorName ?? t.operator;
  if (actorKind === 'command') {
    return root === '/console' ? `${t.command} (${actorId})` : t.command;
  }
  return actorKind === 'key' ? `${t.key} ${actorId}` : (actorName ?? actorId);
}

function detailText({ language }: PageContext, { subject, detail }: ShownAuditEvent): string {
  const kept = Object.entries(JSON.parse(detail) as AuditEvent['detail'])
    .map(([name, value]) => recordedText(language, name, value))
    .filter((text) => text !== '');
  return [subject, ...kept].join(' · ');
}
