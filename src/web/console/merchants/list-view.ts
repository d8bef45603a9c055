import type { ListedMerchant, MerchantState } from '../../../application/merchants/find-merchants';
import { formatMoney } from '../../../domain/money';
import { html, type Html } from '../../../lib/html';
import { badge, emptyState, moment, pager } from '../../kit/parts';
import { searchForm } from '../../kit/search';
import type { Screen, SignedInContext } from '../frame/screen';
import { merchantTexts, type MerchantTexts } from './texts';

export interface MerchantListView {
  readonly items: readonly ListedMerchant[];
  readonly hasMore: boolean;
  readonly state: MerchantState;
  readonly word: string;
  readonly isFirst: boolean;
}

const PATH = '/console/merchants';
const states: readonly MerchantState[] = ['all', 'waiting', 'active', 'disabled'];

const pathOf = (asked: Readonly<Record<string, string>>): string => {
  const given = Object.entries(asked).filter(([, value]) => value !== '' && value !== 'all');
  return given.length === 0 ? PATH : `${PATH}?${new URLSearchParams(given).toString()}`;
};

/** Newest first. */
export function merchantsScreen(context: SignedInContext, view: MerchantListView): Screen {
  const t = merchantTexts[context.language];
  const { items, hasMore, isFirst, state, word } = view;
  const last = items.at(-1);
  const older = hasMore && last !== undefined ? pathOf({ state, q: word, after: last.id }) : null;
  const tab = (each: MerchantState) =>
    html`<li><a href="${pathOf({ state: each, q: word })}"${
      each === state ? html` aria-current="true"` : null
    }>${t.states[each]}</a></li>`;
  const { label, hint, press } = t;
  const main = html`${searchForm({ path: PATH, word, label, hint, press, keep: { state } })}
<ul class="tabs" aria-label="${t.state}">${states.map(tab)}</ul>
<section class="card flush" aria-label="${context.t.sections.merchants}">
  ${items.length === 0 ? emptyState(t.none, t.noneHint) : renderTable(context, items, t)}
  ${pager(context, { newest: isFirst ? null : pathOf({ state, q: word }), older })}
</section>`;
  return { title: context.t.sections.merchants, section: 'merchants', main };
}

export const standingOf = (
  { status, isWaiting }: Pick<ListedMerchant, 'status' | 'isWaiting'>,
  t: MerchantTexts,
): Html => {
  if (status === 'active') return badge('good', t.states.active);
  return isWaiting ? badge('warn', t.states.waiting) : badge('bad', t.states.disabled);
};

function renderTable(
  context: SignedInContext,
  items: readonly ListedMerchant[],
  t: MerchantTexts,
): Html {
  const row = (merchant: ListedMerchant) => html`<tr><th scope="row"><span>
    <a href="${PATH}/${merchant.id}">${merchant.name}</a>
    <small><code>${merchant.id}</code></small></span></th>
  <td data-name="${t.status}">${standingOf(merchant, t)}</td>
  <td data-name="${t.created}">${moment(context.language, merchant.createdAt)}</td>
  <td data-name="${t.available}" class="money">${formatMoney(merchant.availableSatang)}</td></tr>`;
  return html`<table class="folds roomy"><thead><tr><th scope="col">${t.name}</th>
  <th scope="col">${t.status}</th><th scope="col">${t.created}</th>
  <th scope="col" class="money">${t.available}</th></tr></thead>
  <tbody>${items.map(row)}</tbody></table>`;
}
