import type { ListedRefusal } from '../../../application/callbacks/list-refused-callbacks';
import { html, type Html } from '../../../lib/html';
import { emptyState, moment, pager } from '../../kit/parts';
import type { Screen, SignedInContext } from '../frame/screen';
import { refusedCallbackTexts, type RefusedCallbackTexts } from './texts';

const PATH = '/console/refused-callbacks';

export interface RefusedCallbackList {
  readonly items: readonly ListedRefusal[];
  readonly hasMore: boolean;
  readonly isFirst: boolean;
}

/** Newest first. */
export function refusedCallbacksScreen(
  context: SignedInContext,
  { items, hasMore, isFirst }: RefusedCallbackList,
): Screen {
  const t = refusedCallbackTexts[context.language];
  const last = items.at(-1);
  const title = context.t.sections.refused;
  const main = html`<p class="soft">${t.hint}</p>
<section class="card flush" aria-label="${title}">
  ${items.length === 0 ? emptyState(t.none, t.noneHint) : renderTable(context, items, t)}
  ${pager(context, {
    newest: isFirst ? null : PATH,
    older: hasMore && last !== undefined ? `${PATH}?before=${last.id}` : null,
  })}
</section>`;
  return { title, section: 'refused', main };
}

function renderTable(
  { language }: SignedInContext,
  items: readonly ListedRefusal[],
  t: RefusedCallbackTexts,
): Html {
  const order = ({ orderId, namedOrder }: ListedRefusal) =>
    orderId === null
      ? html`<span>${t.unknown} <small><code>${namedOrder}</code></small></span>`
      : html`<a href="/console/orders/${orderId}"><code>${orderId}</code></a>`;
  const row = (refused: ListedRefusal) => html`<tr><th scope="row">${moment(
    language,
    refused.receivedAt,
  )}</th>
  <td data-name="${t.account}"><span>${refused.accountLabel}
    <small><code>${refused.accountId}</code></small></span></td>
  <td data-name="${t.order}">${order(refused)}</td>
  <td data-name="${t.reason}"><span>${refused.message}
    <small><code>${refused.code}</code></small></span></td></tr>`;
  return html`<table class="folds roomy"><thead><tr><th scope="col">${t.received}</th>
  <th scope="col">${t.account}</th><th scope="col">${t.order}</th>
  <th scope="col">${t.reason}</th></tr></thead><tbody>${items.map(row)}</tbody></table>`;
}
