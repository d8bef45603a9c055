import { accounts, type Transfer } from '../../../domain/ledger';
import { formatMoney } from '../../../domain/money';
import { html, type Html } from '../../../lib/html';
import type { SignedInContext } from '../frame/screen';
import { orderDetailTexts } from '../orders/texts';
import type { ExceptionTexts } from './texts';

export function renderPostings(
  context: SignedInContext,
  postings: readonly Transfer[],
  t: ExceptionTexts,
): Html {
  const { amount } = orderDetailTexts[context.language];
  const row = ({ kind, amountSatang }: Transfer) => html`<tr>
  <td data-name="${t.from}">${t.accounts[accounts[kind].from]}</td>
  <td data-name="${t.to}">${t.accounts[accounts[kind].to]}</td>
  <td data-name="${amount}" class="money"><strong>${formatMoney(amountSatang)}</strong></td></tr>`;
  return html`<table class="folds plain"><thead><tr><th scope="col">${t.from}</th>
  <th scope="col">${t.to}</th><th scope="col" class="money">${amount}</th></tr></thead>
  <tbody>${postings.map(row)}</tbody></table>`;
}
