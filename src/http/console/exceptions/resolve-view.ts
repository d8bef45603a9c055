import type { ExceptionDossier } from '../../../application/find-dossier';
import { postingsOf } from '../../../domain/exception';
import type { Resolution } from '../../../domain/exception';
import { accounts, changes } from '../../../domain/ledger';
import type { Transfer } from '../../../domain/ledger';
import { formatMoney } from '../../../domain/money';
import { html } from '../../../lib/html';
import type { Html } from '../../../lib/html';
import { field, formFault, tokenField } from '../../frame/form';
import type { Refusal, Screen, Visit } from '../frame/screen';
import { dossierTexts } from '../orders/texts';
import { wayOf } from './detail-view';
import { moneyOf } from './list-view';
import { exceptionTexts } from './texts';
import type { ExceptionTexts } from './texts';

/** What one way of resolving would do, before it is done. */
export function resolveScreen(
  visit: Visit,
  { exception, balance }: ExceptionDossier,
  resolution: Resolution,
  refusal: Refusal | null,
): Screen {
  const t = exceptionTexts[visit.language];
  const path = `/console/exceptions/${exception.id}`;
  const { name, does } = wayOf(t, exception, resolution);
  const postings = postingsOf(exception, resolution);
  const { available, held } = changes(postings);
  const moves = balance !== null && (available !== 0 || held !== 0);
  const main = html`<div class="stack narrow">
<section class="card stack" aria-labelledby="posts">
  <div><h2 id="posts">${t.wouldPost}</h2><p>${does(moneyOf(exception))}</p></div>
  ${
    postings.length === 0
      ? html`<p class="soft">${t.postsNothing}</p>`
      : renderPostings(visit, postings, t)
  }
  ${
    moves
      ? html`<p>${t.balanceAfter}: <strong>${t.balanceOf(
          formatMoney(balance.availableSatang + available),
          formatMoney(balance.heldSatang + held),
        )}</strong></p>`
      : null
  }
</section>
<section class="card stack" aria-label="${t.reason}">
  ${formFault(visit, refusal, ['reason'])}
  <form method="post" action="${path}/resolve" class="fields">${tokenField(visit)}
    <input type="hidden" name="as" value="${resolution}">
    ${field(visit, refusal, {
      name: 'reason',
      label: t.reason,
      hint: t.reasonHint,
      lengthMax: 1_000,
      lines: 3,
      autofocus: true,
    })}
    <p class="soft">${t.final}</p>
    <div class="row"><button class="button danger">${t.confirm}</button>
      <a class="button" href="${path}">${t.back}</a></div></form>
</section></div>`;
  return { title: t.confirmTitle(name), section: 'exceptions', main };
}

function renderPostings(visit: Visit, postings: readonly Transfer[], t: ExceptionTexts): Html {
  const { amount } = dossierTexts[visit.language];
  const row = ({ kind, amountSatang }: Transfer) => html`<tr>
  <td data-name="${t.from}">${t.accounts[accounts[kind].from]}</td>
  <td data-name="${t.to}">${t.accounts[accounts[kind].to]}</td>
  <td data-name="${amount}" class="money"><strong>${formatMoney(amountSatang)}</strong></td></tr>`;
  return html`<table class="folds plain"><thead><tr><th scope="col">${t.from}</th>
  <th scope="col">${t.to}</th><th scope="col" class="money">${amount}</th></tr></thead>
  <tbody>${postings.map(row)}</tbody></table>`;
}
