import type { BookView } from '../book/book-state';
import type { Payout } from '../book/entry';
import { magicAmounts } from '../payouts/payout-rules';
import type { PersonsChoice } from '../payouts/payout-rules';
import { formatMoney, formatTime, maskAccount } from './format';
import { html } from '../../lib/html';
import type { Html } from '../../lib/html';
import type { Language, Texts } from './texts';

export interface PayoutsView {
  readonly language: Language;
  readonly book: BookView;
}

const shownMax = 50;

/** The payouts that wait for somebody, each with what can become of it. */
export function renderPayouts({ language, book }: PayoutsView, t: Texts): Html {
  const waiting = book.undecided();
  if (waiting.length === 0) {
    return html`<div class="card empty"><p><strong>${t.payoutsNone}</strong></p>
      <p>${t.payoutsNoneHint}</p></div>`;
  }
  const more = waiting.length - shownMax;
  const cards = waiting.slice(0, shownMax).map((payout) => renderPayout(payout, language, t));
  return html`<ul class="bills">${cards}</ul>
${more > 0 ? html`<p class="more">${t.payoutsMore(more)}</p>` : null}`;
}

/** The amounts that need nobody: folded away, and the same at every refresh. */
export function renderMagicAmounts(t: Texts): Html {
  const rows = magicAmounts.map(
    ({ satang, name }) => html`<div><dt class="code">${satang}</dt><dd>${t.magic[name]}</dd></div>`,
  );
  return html`<details class="card magic"><summary>${t.magicTitle}</summary>
<p>${t.magicHint}</p><dl>${rows}</dl></details>`;
}

function renderPayout(payout: Payout, language: Language, t: Texts): Html {
  const { orderId, amountSatang, bankName, accountNumber, acceptedAt } = payout;
  const id = `payout-${orderId}`;
  return html`<li class="card bill" aria-labelledby="${id}">
  <div class="line"><span class="merchant">${bankName}</span>
    <span class="chip waiting">${t.payoutWaits}</span></div>
  <h3 id="${id}" class="amount">${formatMoney(amountSatang)}</h3>
  <dl class="facts">
    <div><dt>${t.payee}</dt><dd>${maskAccount(accountNumber)}</dd></div>
    <div><dt>${t.acceptedAt}</dt><dd>${formatTime(language, acceptedAt)}</dd></div>
    <div><dt>${t.order}</dt><dd><a class="code" href="/outgoing/${orderId}?lang=${language}"
      data-key="${id}-page">${orderId}</a></dd></div>
  </dl>
  ${renderDecideForm(payout, language, t)}
</li>`;
}

/** Sent as often as one likes, it decides once. */
export function renderDecideForm(payout: Payout, language: Language, t: Texts): Html {
  const { orderId, amountSatang, bankName } = payout;
  const button = (choice: PersonsChoice, looks: string) =>
    html`<button class="${looks}" name="outcome" value="${choice}"
      data-key="payout-${orderId}-${choice}">${t.decide[choice]}
      <span class="spoken">${formatMoney(amountSatang)}, ${bankName}</span></button>`;
  return html`<form method="post" action="/outgoing/${orderId}/decide?lang=${language}"
  class="ways"><div class="main-ways" role="group" aria-label="${t.decideActions}">
  ${button('succeed', 'strong')}${button('fail', 'danger')}</div></form>`;
}
