import type { BookView, BookedPayment } from '../book/book-state';
import type { Progress } from '../callbacks/callback-sender';
import { renderCallbackState, renderSendButton } from './callback-part';
import { formatMoney } from '../../../src/domain/money';
import { maskAccount } from '../../../src/domain/banks';
import { formatTime } from './format';
import { html } from '../../../src/lib/html';
import type { Html } from '../../../src/lib/html';
import { renderPage } from './layout';
import { signs } from './signs';
import { texts } from './texts';
import type { Language, Texts } from './texts';
import { renderLeft } from './time-left';

export interface ReceiptView {
  readonly language: Language;
  readonly nowMs: number;
  readonly booked: BookedPayment;
  readonly book: BookView;
  readonly progress: (callbackId: string) => Progress | null;
}

/**
 * What a bank shows after a payment. It has no button that pays: the second click of a double click
 * that lands here does nothing.
 */
export function renderReceiptPage(view: ReceiptView): string {
  const { language, nowMs, booked } = view;
  const { payment, settledAt } = booked;
  const t = texts[language];
  const declined = payment.mode === 'decline';
  const sign = settledAt === null ? 'scheduled' : declined ? 'declined' : 'paid';
  const title = settledAt === null ? t.scheduled : declined ? t.receiptDeclined : t.receipt;
  const what = settledAt === null ? t.press[payment.mode] : t.done[payment.mode];
  const main = html`<article id="receipt" class="card receipt" data-live>
  ${signs[sign]}
  <h1>${title}</h1>
  <p class="amount">${movedText(booked, t)}</p>
  <p class="mode">${what}</p>
  <dl class="facts">
    <div><dt>${t.bankReference}</dt><dd class="code">${payment.orderId}</dd></div>
    <div><dt>${t.billed}</dt><dd>${formatMoney(payment.billedSatang)}</dd></div>
    <div><dt>${t.payer}</dt>
      <dd>${payment.payer.accountName}<br>${payment.payer.bankName}
        ${maskAccount(payment.payer.accountNumber)}</dd></div>
    ${settledAt === null ? renderDue(payment.dueAt ?? '', view, t) : null}
  </dl>
  ${settledAt === null ? null : renderOutcomes(view, t)}
</article>
<p class="back"><a class="button" href="/?lang=${language}">${t.back}</a></p>`;
  return renderPage({ language, nowMs, title, path: pathOf(booked), main });
}

const pathOf = ({ payment }: BookedPayment) => `/payments/${payment.paymentId}`;

function movedText({ payment }: BookedPayment, t: Texts): string {
  const amounts = payment.outcomes.flatMap(({ transfer }) => transfer?.amountSatang ?? []);
  if (amounts.length === 0) return t.noTransfer;
  return amounts.map(formatMoney).join(' + ');
}

function renderDue(dueAt: string, { language, nowMs }: ReceiptView, t: Texts): Html {
  return html`<div><dt>${t.dueAt}</dt><dd>${formatTime(language, dueAt)}</dd></div>
<div><dt>${t.paysIn}</dt><dd>${renderLeft(dueAt, nowMs, '0:00')}</dd></div>`;
}

function renderOutcomes({ booked, book, language, progress }: ReceiptView, t: Texts): Html[] {
  return booked.payment.outcomes.flatMap(({ callbackId, transfer }) => {
    const callback = book.callback(callbackId);
    if (callback === null) return [];
    const { settledAt } = callback;
    const moved =
      transfer === null
        ? html`<div><dt>${t.time}</dt><dd>${formatTime(language, settledAt)}</dd></div>`
        : html`<div><dt>${t.transfer}</dt><dd class="code">${transfer.transactionId}</dd></div>
<div><dt>${t.paidAt}</dt><dd>${formatTime(language, settledAt)}</dd></div>`;
    return html`<dl class="facts">${moved}
<div><dt>${t.callback}</dt><dd>${renderCallbackState(callback, progress(callbackId), language)}
  ${renderSendButton(callback, language, pathOf(booked), t)}</dd></div></dl>
${transfer === null ? null : renderSlip(booked, transfer.transactionId, language, t)}`;
  });
}

/** The slip as the payer's app would give it, to be shown to a merchant. */
function renderSlip(
  booked: BookedPayment,
  transactionId: string,
  language: Language,
  t: Texts,
): Html {
  const address = `${pathOf(booked)}/slip.png?lang=${language}&transfer=${transactionId}`;
  return html`<figure class="slip">
  <img src="${address}" alt="${t.slipOf(transactionId)}" width="720" height="1180" loading="lazy">
  <figcaption><a class="button" href="${address}" download="slip-${transactionId}.png"
    data-key="${transactionId}-slip">${t.saveSlip}</a></figcaption></figure>`;
}
