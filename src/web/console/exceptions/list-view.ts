import type { Exception } from '../../../application/orders/find-order-detail';
import { exceptionKinds, type ExceptionKind } from '../../../domain/exception';
import { formatMoney } from '../../../domain/money';
import { html, type Html } from '../../../lib/html';
import { kindTexts } from '../../kit/kind-texts';
import { badge, emptyState, moment, pager } from '../../kit/parts';
import type { Screen, SignedInContext } from '../frame/screen';
import { exceptionTexts, type ExceptionTexts } from './texts';

export interface ExceptionListView {
  readonly items: readonly Exception[];
  readonly hasMore: boolean;
  readonly state: 'open' | 'resolved';
  readonly kind: ExceptionKind | null;
  readonly isFirst: boolean;
}

const PATH = '/console/exceptions';

const pathOf = (asked: Readonly<Record<string, string | null>>): string => {
  const given = Object.entries(asked).filter((pair): pair is [string, string] => pair[1] !== null);
  return given.length === 0 ? PATH : `${PATH}?${new URLSearchParams(given).toString()}`;
};

/** Open exceptions, oldest first; or resolved ones, newest first. */
export function exceptionsScreen(context: SignedInContext, view: ExceptionListView): Screen {
  const t = exceptionTexts[context.language];
  const { items, hasMore, isFirst, state, kind } = view;
  const last = items.at(-1);
  const asked = { state: state === 'open' ? null : state, kind };
  const more = hasMore && last !== undefined ? pathOf({ ...asked, after: last.id }) : null;
  const none = state === 'open' ? t.none : t.noneResolved;
  const main = html`${renderFilters(view, t)}
<section class="card flush" aria-label="${context.t.sections.exceptions}">
  ${items.length === 0 ? emptyState(none, t.noneHint) : renderTable(context, items, t)}
  ${pager(
    { t: state === 'open' ? { ...context.t, older: t.next, newest: t.first } : context.t },
    { newest: isFirst ? null : pathOf(asked), older: more },
  )}
</section>`;
  return { title: context.t.sections.exceptions, section: 'exceptions', main, live: true };
}

function renderFilters({ state, kind }: ExceptionListView, t: ExceptionTexts): Html {
  const tab = (each: 'open' | 'resolved') =>
    html`<li><a href="${pathOf({ state: each === 'open' ? null : each, kind })}"${
      each === state ? html` aria-current="true"` : null
    }>${t[each]}</a></li>`;
  const link = (each: ExceptionKind | null, text: string) =>
    html`<li><a href="${pathOf({ state: state === 'open' ? null : state, kind: each })}"${
      each === kind ? html` aria-current="true"` : null
    }>${text}</a></li>`;
  return html`<div class="tab-rows"><ul class="tabs" aria-label="${t.state}">${tab('open')}${tab(
    'resolved',
  )}</ul>
<ul class="tabs" aria-label="${t.kind}">${link(null, t.all)}${exceptionKinds.map((each) =>
    link(each, t.kinds[each]),
  )}</ul></div>`;
}

function renderTable(
  context: SignedInContext,
  items: readonly Exception[],
  t: ExceptionTexts,
): Html {
  const { language } = context;
  const row = (exception: Exception) => {
    const { id, kind, merchantName, openedAt, resolved, waitingApprovalId } = exception;
    return html`<tr><th scope="row"><a href="${PATH}/${id}">${t.kinds[kind]}</a></th>
  <td data-name="${t.about}"><span>${aboutOf(context, exception)}</span></td>
  <td data-name="${t.merchant}">${merchantName ?? t.unknownMerchant}</td>
  <td data-name="${t.opened}">${moment(language, openedAt)}${
    resolved === null ? null : html` ${badge('good', t.resolved)}`
  }${waitingApprovalId === null ? null : html` ${badge('wait', t.waits)}`}</td>
  <td data-name="${t.money}" class="money">${moneyOf(exception)}</td></tr>`;
  };
  return html`<table class="folds roomy"><thead><tr><th scope="col">${t.kind}</th>
  <th scope="col">${t.about}</th><th scope="col">${t.merchant}</th><th scope="col">${t.opened}</th>
  <th scope="col" class="money">${t.money}</th></tr></thead>
  <tbody>${items.map(row)}</tbody></table>`;
}

function aboutOf({ language }: SignedInContext, { order, callback }: Exception): Html {
  if (order === null) return html`<code>${callback?.namedOrder ?? ''}</code>`;
  return html`${kindTexts[language][order.kind].label} <small><code>${order.id}</code></small>`;
}

/** The amount in suspense, or else the amount of the order or of the callback. */
export function moneyOf({ suspendedSatang, order, callback }: Exception): string {
  const satang = suspendedSatang > 0 ? suspendedSatang : (order?.amountSatang ?? null);
  const spoken = satang ?? callback?.amountSatang ?? null;
  return spoken === null ? '–' : formatMoney(spoken);
}
