import type { ManualRefund } from '../../../application/payments/manual-refunds';
import { formatMoney } from '../../../domain/money';
import { html, type Html } from '../../../lib/html';
import { accountText } from '../../dashboard/orders/parts';
import { badge, emptyState, moment, pager } from '../../kit/parts';
import type { Screen, SignedInContext } from '../frame/screen';
import { refundTaskTexts, type RefundTaskTexts } from './texts';

const PATH = '/console/refunds';

export interface RefundTasks {
  readonly items: readonly ManualRefund[];
  readonly hasMore: boolean;
  readonly isFirst: boolean;
}

/** Oldest first. */
export function refundTasksScreen(context: SignedInContext, view: RefundTasks): Screen {
  const t = refundTaskTexts[context.language];
  const { items, hasMore, isFirst } = view;
  const last = items.at(-1);
  const title = context.t.sections.refunds;
  const main = html`<section class="card flush" aria-label="${title}">
  ${items.length === 0 ? emptyState(t.none, t.noneHint) : renderTable(context, items, t)}
  ${pager(
    { t: { ...context.t, older: t.next, newest: t.first } },
    {
      newest: isFirst ? null : PATH,
      older: hasMore && last !== undefined ? `${PATH}?after=${last.id}` : null,
    },
  )}
</section>`;
  return { title, section: 'refunds', main, live: true };
}

function renderTable(
  { language }: SignedInContext,
  items: readonly ManualRefund[],
  t: RefundTaskTexts,
): Html {
  const row = (refund: ManualRefund) => html`<tr><th scope="row">
    <a href="${PATH}/${refund.id}"><code>${refund.id}</code></a>
    ${refund.proposal?.status === 'pending' ? badge('wait', t.waiting) : null}</th>
  <td data-name="${t.merchant}">${refund.merchantName}</td>
  <td data-name="${t.account}">${accountText(language, refund)}</td>
  <td data-name="${t.created}">${moment(language, refund.createdAt)}</td>
  <td data-name="${t.amount}" class="money">${formatMoney(refund.amountSatang)}</td></tr>`;
  return html`<table class="folds roomy"><thead><tr><th scope="col">${t.refund}</th>
  <th scope="col">${t.merchant}</th><th scope="col">${t.account}</th>
  <th scope="col">${t.created}</th><th scope="col" class="money">${t.amount}</th></tr></thead>
  <tbody>${items.map(row)}</tbody></table>`;
}
