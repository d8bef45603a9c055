import { formatMoney } from '../../../../domain/money';
import { html } from '../../../../lib/html';
import type { Html } from '../../../../lib/html';
import { writeCursor } from '../../../../http/cursor';
import type { Position } from '../../../../http/cursor';
import { icons } from '../../../kit/icons';
import { badge, emptyState, moment, pager } from '../../../kit/parts';
import type { Screen, SignedInContext } from '../../frame/screen';
import { statusText } from '../parts';
import type { ListDefinition } from './definition';
import { renderFilters } from './filter-view';
import { addressOf } from './filters';
import type { FilterField, Typed } from './filters';
import { listTexts } from './texts';
import type { ListTexts } from './texts';

export interface Shown<Item> {
  readonly asked: Typed;
  /** Names of invalid filters. */
  readonly faults: readonly FilterField[];
  readonly items: readonly Item[];
  readonly hasMore: boolean;
  /** Ids of orders with an open exception. */
  readonly underReview: ReadonlySet<string>;
  /** Whether this is the newest page. */
  readonly isFirst: boolean;
}

/** A list of a merchant's orders of any kind. */
export function listScreen<Item extends Position, Status extends string>(
  visit: SignedInContext,
  definition: ListDefinition<Item, Status>,
  shown: Shown<Item>,
): Screen {
  const t = listTexts[visit.language];
  const title = visit.t.sections[definition.noun];
  const { asked, items } = shown;
  const main = html`<div class="stack">
  ${renderStatuses(visit, definition, asked, t)}
  ${renderFilters(visit, definition, shown, t)}
  <section class="card flush" aria-label="${title}" data-live>
  ${
    items.length === 0
      ? renderEmpty(visit, definition, shown, t)
      : renderTable(visit, definition, shown, t)
  }
  ${renderPager(visit, shown)}
</section></div>`;
  const self = addressOf(visit.path, asked);
  const file = addressOf(`${visit.path}.csv`, asked);
  const actions = html`<a class="button" href="${file}" download>${icons.down}<span>CSV</span></a>`;
  return { title, section: definition.noun, actions, main, live: true, self };
}

function renderStatuses<Item extends Position, Status extends string>(
  visit: SignedInContext,
  { kind, statuses }: ListDefinition<Item, Status>,
  { status: current, ...rest }: Typed,
  t: ListTexts,
): Html {
  const link = (status: Status | '', text: string) =>
    html`<li><a href="${addressOf(visit.path, { ...rest, status })}"${
      status === (current ?? '') ? html` aria-current="true"` : null
    }>${text}</a></li>`;
  return html`<ul class="tabs" aria-label="${t.status}">${link('', t.all)}${statuses.map((status) =>
    link(status, statusText(visit.language, kind, status)),
  )}</ul>`;
}

function renderTable<Item extends Position, Status extends string>(
  visit: SignedInContext,
  { noun, row }: ListDefinition<Item, Status>,
  { items, underReview }: Shown<Item>,
  t: ListTexts,
): Html {
  const { name, about } = t.nouns[noun];
  const note = (text: string | null) => (text === null ? null : html`<small>${text}</small>`);
  const warn = (text: string | null) => (text === null ? null : html` ${badge('warn', text)}`);
  const line = (item: Item) => {
    const { path, ...each } = row(item, visit.language);
    return html`<tr id="${item.id}"><td class="when">${moment(visit.language, item.createdAt)}</td>
  <th scope="row"><a href="${path}"><span>${each.name}</span>${
    each.detail === item.id ? html`<small class="code">${item.id}</small>` : note(each.detail)
  }</a></th>
  <td class="about">${each.about}</td>
  <td class="state">${each.status}${warn(each.warning)}${warn(
    underReview.has(item.id) ? t.underReview : null,
  )}${note(each.statusNote)}</td>
  <td class="money">${formatMoney(each.amountSatang)}${note(each.amountNote)}</td></tr>`;
  };
  return html`<table class="orders"><thead><tr><th scope="col">${t.created}</th>
  <th scope="col">${name}</th><th scope="col">${about}</th><th scope="col">${t.status}</th>
  <th scope="col" class="money">${t.amount}</th></tr></thead><tbody>${items.map(line)}</tbody>
  </table>`;
}

function renderPager<Item extends Position>(
  visit: SignedInContext,
  shown: Shown<Item>,
): Html | null {
  const { asked, items, hasMore, isFirst } = shown;
  const last = items.at(-1);
  return pager(visit, {
    newest: isFirst ? null : addressOf(visit.path, asked),
    older:
      hasMore && last !== undefined
        ? addressOf(visit.path, { ...asked, cursor: writeCursor(last) })
        : null,
  });
}

/** The empty state, which differs between "no orders" and "no matches". */
function renderEmpty<Item extends Position, Status extends string>(
  visit: SignedInContext,
  { noun }: ListDefinition<Item, Status>,
  { asked, isFirst, faults }: Shown<Item>,
  t: ListTexts,
): Html {
  const { none, noneHint } = t.nouns[noun];
  const link = (path: string, text: string) => html`<a class="button" href="${path}">${text}</a>`;
  if (faults.length > 0) return emptyState(t.unread, t.unreadHint, link(visit.path, t.clear));
  if (Object.keys(asked).length > 0 || !isFirst) {
    return emptyState(t.noMatch, t.noMatchHint, link(visit.path, t.clear));
  }
  return noun === 'payments'
    ? emptyState(none, noneHint, link('/dashboard', t.begin))
    : emptyState(none, noneHint, link('/docs', t.reference));
}
