import type { BookView } from '../book/book-state';
import type { About, Callback } from '../book/callback-shelf';
import type { Progress } from '../callbacks/callback-sender';
import {
  aboutText,
  orderOf,
  pageOf,
  renderCallbackState,
  renderSendButton,
  transferOf,
} from './callback-part';
import { formatMoney } from '../../../src/domain/money';
import { formatTime } from './format';
import { html } from '../../../src/lib/html';
import type { Html } from '../../../src/lib/html';
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
  const { callbackId, about, settledAt } = callback;
  const transferId = transferOf(about);
  return html`<tr>
<td data-name="${t.time}"><a href="${pageOf(about)}?lang=${language}"
  data-key="${callbackId}-receipt">${formatTime(language, settledAt)}</a></td>
<td data-name="${t.what}">${aboutText(callback, t)}</td>
<td data-name="${t.amount}" class="money">${movedText(about)}</td>
<td data-name="${t.bankReference}" class="code">${orderOf(about)}</td>
<td data-name="${t.transfer}">${
    transferId === null ? t.noTransfer : html`<span class="code">${transferId}</span>`
  }</td>
<td data-name="${t.callback}">${renderCallbackState(callback, progress(callbackId), language)}</td>
<td>${renderSendButton(callback, language, '/', t)}</td>
</tr>`;
}

/** Money that came in, or, with a minus, that left. */
function movedText(about: About): string {
  if (about.kind === 'payment') {
    return about.transfer === null ? '–' : formatMoney(about.transfer.amountSatang);
  }
  const { request, decision } = about;
  if (decision.failure !== null) return '–';
  return `${request.kind === 'charge' ? '' : '−'}${formatMoney(request.amountSatang)}`;
}
