import type { BookView, Callback } from '../book/book-state';
import type { Progress } from '../callbacks/callback-sender';
import { renderCallbackState, renderSendButton } from './callback-part';
import { formatMoney, formatTime } from './format';
import { html } from '../../lib/html';
import type { Html } from '../../lib/html';
import type { Language, Texts } from './texts';

export interface RecentView {
  readonly language: Language;
  readonly book: BookView;
  readonly progress: (callbackId: string) => Progress | null;
}

const shownMax = 50;

/** What the bank did last, newest first, and whether the gateway knows. */
export function renderRecent(view: RecentView, t: Texts): Html {
  const title = html`<h2 id="recent-title">${t.recent}</h2>`;
  const callbacks = view.book.newest(shownMax);
  if (callbacks.length === 0) {
    return html`${title}<div class="card empty"><p>${t.recentNone}</p></div>`;
  }
  const rows = callbacks.map((callback) => renderRow(callback, view, t));
  return html`${title}
<div class="card scroll" role="region" aria-labelledby="recent-title" tabindex="0">
<table><thead><tr>
<th scope="col">${t.time}</th><th scope="col">${t.what}</th>
<th scope="col" class="money">${t.amount}</th><th scope="col">${t.bankReference}</th>
<th scope="col">${t.transfer}</th><th scope="col">${t.callback}</th>
<th scope="col"><span class="spoken">${t.sendAgain}</span></th>
</tr></thead><tbody>${rows}</tbody></table></div>`;
}

function renderRow(callback: Callback, { language, progress }: RecentView, t: Texts): Html {
  const { callbackId, payment, transfer, settledAt } = callback;
  const transferId =
    transfer === null ? t.noTransfer : html`<span class="code">${transfer.transactionId}</span>`;
  return html`<tr>
<td data-name="${t.time}"><a href="/payments/${payment.paymentId}?lang=${language}"
  data-key="${callbackId}-receipt">${formatTime(language, settledAt)}</a></td>
<td data-name="${t.what}">${t.done[payment.mode]}</td>
<td data-name="${t.amount}" class="money">${
    transfer === null ? '–' : formatMoney(transfer.amountSatang)
  }</td>
<td data-name="${t.bankReference}" class="code">${payment.orderId}</td>
<td data-name="${t.transfer}">${transferId}</td>
<td data-name="${t.callback}">${renderCallbackState(callback, progress(callbackId), t)}</td>
<td>${renderSendButton(callback, language, '/', t)}</td>
</tr>`;
}
