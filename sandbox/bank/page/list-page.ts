import type { Payment, PaymentMode } from '../book/entry';
import type { Refusal } from '../refusal';
import { formatMoney } from '../../../src/domain/money';
import { html } from '../../../src/lib/html';
import type { Html } from '../../../src/lib/html';
import { renderPage } from './layout';
import { renderOpen } from './open-part';
import type { OpenView } from './open-part';
import { renderRecent } from './recent-part';
import type { RecentView } from './recent-part';
import { texts } from './texts';
import type { Texts } from './texts';
import { renderLeft } from './time-left';
import { renderMagic, renderWaiting } from './waiting-part';

export interface ListView extends OpenView, RecentView {
  /** A payment that was just refused, to be shown with what was typed. */
  readonly refused: { readonly qrData: string; readonly refusal: Refusal } | null;
}

const shownMax = 50;

/** The bank's first page: what can be paid, and what has been. */
export function renderListPage(view: ListView): string {
  const { language, nowMs } = view;
  const t = texts[language];
  const main = html`
<div class="intro">
  <div><h1>${t.open}</h1><p>${t.openHint}</p></div>
  <p class="controls">
    <button type="button" class="quiet" data-pause data-resume-text="${t.resume}" hidden>
      ${t.pause}</button>
    <a class="button quiet" href="/?lang=${language}" data-refresh>${t.refresh}</a>
  </p>
</div>
${renderSums(view, t)}
<div class="columns">
  <section id="open" data-live aria-label="${t.open}">${renderOpen(view, t)}</section>
  <div class="side">${renderPasteForm(view, t)}
    <div id="scheduled" data-live>${renderScheduled(view, t)}</div>
  </div>
</div>
<section class="outgoing" aria-labelledby="outgoing-title">
  <div><h2 id="outgoing-title">${t.outgoing}</h2><p>${t.outgoingHint}</p></div>
  <div id="outgoing" data-live>${renderWaiting(view, t)}</div>
  ${renderMagic(t)}
</section>
<section id="recent" data-live>${renderRecent(view, t)}</section>`;
  return renderPage({ language, nowMs, title: t.open, path: '/', main });
}

function renderSums({ book }: ListView, t: Texts): Html {
  const { amountSatang, payouts, refunds, charges, waiting, undelivered } = book.totals();
  const inSatang = amountSatang + charges.succeeded.amountSatang;
  const outSatang = payouts.succeeded.amountSatang + refunds.succeeded.amountSatang;
  const sums: [string, string | number][] = [
    [t.sums.moved, formatMoney(inSatang)],
    [t.sums.paidOut, formatMoney(outSatang)],
    [t.sums.undecided, payouts.waiting.count + refunds.waiting.count],
    [t.sums.waiting, waiting],
    [t.sums.undelivered, undelivered],
  ];
  return html`<dl id="sums" class="sums" data-live>${sums.map(
    ([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`,
  )}</dl>`;
}

function renderPasteForm({ language, newToken, refused }: ListView, t: Texts): Html {
  const error =
    refused === null
      ? null
      : html`<p id="qr-error" class="error" role="alert"><strong>${t.refused}.</strong>
          ${t.refusals[refused.refusal.code] ?? refused.refusal.message}</p>`;
  const about = refused === null ? 'qr-hint' : 'qr-hint qr-error';
  const invalid = refused === null ? null : html` aria-invalid="true" autofocus`;
  const modes: PaymentMode[] = ['decline', 'short', 'over', 'twice'];
  return html`<form class="card paste" method="post" action="/pay?lang=${language}">
  <h2>${t.paste}</h2>
  <p id="qr-hint">${t.pasteHint}</p>
  <input type="hidden" name="token" value="${newToken()}" data-token>
  <label for="qr">${t.payload}</label>
  <textarea id="qr" name="qr_data" rows="4" maxlength="2048" required spellcheck="false"
    autocomplete="off" autocapitalize="off" aria-describedby="${about}"${invalid}>
${refused?.qrData ?? ''}</textarea>${error}
  <div class="main-ways">
    <button class="strong" name="mode" value="pay">${t.press.pay}</button></div>
  <div class="other-ways" role="group" aria-label="${t.actions}">${modes.map(
    (mode) => html`<button class="small" name="mode" value="${mode}">${t.press[mode]}</button> `,
  )}</div>
</form>`;
}

function renderScheduled({ book, language, nowMs }: ListView, t: Texts): Html | string {
  const scheduled = book.scheduled().slice(0, shownMax);
  if (scheduled.length === 0) return '';
  const row = ({ paymentId, orderId, billedSatang, dueAt }: Payment) => html`<li>
    <a href="/payments/${paymentId}?lang=${language}">
      <strong>${formatMoney(billedSatang)}</strong></a>
    <span class="code">${orderId}</span>
    <span>${t.paysIn} ${renderLeft(dueAt ?? '', nowMs, '0:00')}</span></li>`;
  return html`<section class="card" aria-labelledby="scheduled-title">
    <h2 id="scheduled-title">${t.scheduled}</h2>
    <ul class="due">${scheduled.map(row)}</ul></section>`;
}
