import type { ShownAct } from '../../../../application/list-acts';
import type { Act } from '../../../../domain/act';
import { html } from '../../../../lib/html';
import type { Html } from '../../../../lib/html';
import { emptyState, moment, pager } from '../../../frame/parts';
import type { Screen, Visit } from '../../frame/screen';
import { activityTexts } from './texts';
import type { ActivityTexts } from './texts';

export interface ActivityView {
  readonly items: readonly ShownAct[];
  readonly hasMore: boolean;
  readonly isFirst: boolean;
}

/** The audit log of the merchant. */
export function activityScreen(visit: Visit, { items, hasMore, isFirst }: ActivityView): Screen {
  const t = activityTexts[visit.language];
  const last = items.at(-1);
  const older = hasMore && last !== undefined ? `${visit.path}?before=${last.number}` : null;
  const main = html`<p class="soft">${t.hint}</p>
<section class="card flush" aria-label="${visit.t.sections.activity}">
  ${items.length === 0 ? emptyState(t.none, t.noneHint) : renderTable(visit, items, t)}
  ${pager(visit, { newest: isFirst ? null : visit.path, older })}
</section>`;
  return { title: visit.t.sections.activity, section: 'activity', main };
}

function renderTable(visit: Visit, items: readonly ShownAct[], t: ActivityTexts): Html {
  const row = (line: ShownAct) => html`<tr>
  <td data-name="${t.when}">${moment(visit.language, line.at)}</td>
  <td data-name="${t.who}">${actorText(line, t)}</td>
  <td data-name="${t.what}"><span>${t.acts[line.act as Act] ?? line.act}
    <small>${detailText(line)}</small></span></td>
  <td data-name="${t.address}">${line.address ?? ''}</td></tr>`;
  return html`<table class="folds"><thead><tr><th scope="col">${t.when}</th>
  <th scope="col">${t.who}</th><th scope="col">${t.what}</th><th scope="col">${t.address}</th>
  </tr></thead><tbody>${items.map(row)}</tbody></table>`;
}

function actorText({ actorKind, actorName, actorId }: ShownAct, t: ActivityTexts): string {
  if (actorKind === 'operator') return t.operator;
  return actorKind === 'command' ? t.command : (actorName ?? actorId);
}

/** What it was done to, and what else was kept of it. */
function detailText({ subject, detail }: ShownAct): string {
  const kept = Object.values(JSON.parse(detail) as Readonly<Record<string, unknown>>);
  return [subject, ...kept.map(String)].join(' · ');
}
