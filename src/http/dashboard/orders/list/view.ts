import { html } from '../../../../lib/html';
import type { Html } from '../../../../lib/html';
import { formatMoney } from '../../../../domain/money';
import type { Position } from '../../../cursor';
import { writeCursor } from '../../../cursor';
import { emptyState, moment, pager } from '../../../frame/parts';
import type { Screen, Visit } from '../../frame/screen';
import { statusText } from '../parts';
import type { ListDefinition } from './definition';
import { listTexts } from './texts';
import type { ListTexts } from './texts';

export interface Shown<Item> {
  readonly items: readonly Item[];
  readonly hasMore: boolean;
  /** Whether nothing newer is left out. */
  readonly isFirst: boolean;
  readonly status: string | undefined;
}

/** A list of a merchant's orders, whatever their noun. */
export function listScreen<Item extends Position, Status extends string>(
  visit: Visit,
  definition: ListDefinition<Item, Status>,
  shown: Shown<Item>,
): Screen {
  const t = listTexts[visit.language];
  const title = visit.t.sections[definition.noun];
  const main = html`${renderStatuses(visit, definition, shown.status, t)}
<section class="card flush" aria-label="${title}">
  ${shown.items.length === 0 ? renderEmpty(visit, definition, shown, t) : null}
  ${shown.items.length === 0 ? null : renderTable(visit, definition, shown.items, t)}
  ${renderPager(visit, shown)}
</section>`;
  return { title, section: definition.noun, main, live: true };
}

const listPath = ({ path }: Visit, query: Readonly<Record<string, string | undefined>>): string => {
  const named = Object.entries(query).filter((pair): pair is [string, string] => !!pair[1]);
  return named.length === 0 ? path : `${path}?${new URLSearchParams(named).toString()}`;
};

function renderStatuses<Item extends Position, Status extends string>(
  visit: Visit,
  { kind, statuses }: ListDefinition<Item, Status>,
  current: string | undefined,
  t: ListTexts,
): Html {
  const link = (status: Status | undefined, text: string) =>
    html`<li><a href="${listPath(visit, { status })}"${
      status === current ? html` aria-current="true"` : null
    }>${text}</a></li>`;
  return html`<ul class="tabs" aria-label="${t.status}">${link(undefined, t.all)}${statuses.map(
    (status) => link(status, statusText(visit.language, kind, status)),
  )}</ul>`;
}

function renderTable<Item extends Position, Status extends string>(
  visit: Visit,
  { noun, row }: ListDefinition<Item, Status>,
  items: readonly Item[],
  t: ListTexts,
): Html {
  const { name, about } = t.nouns[noun];
  const line = (item: Item) => {
    const { path, ...each } = row(item, visit.language);
    const note = (text: string | null) => (text === null ? null : html`<small>${text}</small>`);
    return html`<tr id="${item.id}"><td class="when">${moment(visit.language, item.createdAt)}</td>
  <th scope="row"><a href="${path}">${each.name}</a>${note(each.detail)}</th>
  <td class="about">${each.about}</td>
  <td class="state">${each.status}${note(each.statusNote)}</td>
  <td class="money">${formatMoney(each.amountSatang)}${note(each.amountNote)}</td></tr>`;
  };
  return html`<table class="orders roomy"><thead><tr><th scope="col">${t.created}</th>
  <th scope="col">${name}</th><th scope="col">${about}</th><th scope="col">${t.status}</th>
  <th scope="col" class="money">${t.amount}</th></tr></thead><tbody>${items.map(line)}</tbody>
  </table>`;
}

function renderPager<Item extends Position>(visit: Visit, shown: Shown<Item>): Html | null {
  const { status, items, hasMore, isFirst } = shown;
  const last = items.at(-1);
  const older = hasMore && last !== undefined ? { status, cursor: writeCursor(last) } : null;
  return pager(visit, {
    newest: isFirst ? null : listPath(visit, { status }),
    older: older && listPath(visit, older),
  });
}

function renderEmpty<Item extends Position, Status extends string>(
  visit: Visit,
  { noun }: ListDefinition<Item, Status>,
  { status, isFirst }: Shown<Item>,
  t: ListTexts,
): Html {
  const { none, noneHint } = t.nouns[noun];
  const link = (path: string, text: string) => html`<a class="button" href="${path}">${text}</a>`;
  if (status !== undefined || !isFirst) {
    return emptyState(t.noMatch, t.noMatchHint, link(visit.path, t.clear));
  }
  return noun === 'payments'
    ? emptyState(none, noneHint, link('/dashboard', t.begin))
    : emptyState(none, noneHint, link('/docs', t.reference));
}
