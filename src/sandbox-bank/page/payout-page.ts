import type { BookView } from '../book/book-state';
import type { Decision, Failure } from '../book/entry';
import { payoutState } from '../book/payout-shelf';
import type { BookedPayout } from '../book/payout-shelf';
import type { Progress } from '../callbacks/callback-sender';
import { aboutText, renderCallbackState, renderSendButton } from './callback-part';
import { formatMoney, formatTime, maskAccount } from './format';
import { html } from '../../lib/html';
import type { Html } from '../../lib/html';
import { renderPage } from './layout';
import { renderDecideForm } from './payouts-part';
import { signs } from './signs';
import { texts } from './texts';
import type { Language, Texts } from './texts';

export interface PayoutView {
  readonly language: Language;
  readonly nowMs: number;
  readonly booked: BookedPayout;
  readonly book: BookView;
  readonly progress: (callbackId: string) => Progress | null;
}

const signOf = { waiting: signs.scheduled, succeeded: signs.paid, failed: signs.declined };

/** One payout: what it is, what can still become of it, and whether the gateway knows. */
export function renderPayoutPage(view: PayoutView): string {
  const { language, nowMs, booked } = view;
  const { payout, decision } = booked;
  const t = texts[language];
  const state = payoutState(booked);
  const title = t.payoutTitle[state];
  const main = html`<article id="receipt" class="card receipt" data-live>
  ${signOf[state]}
  <h1>${title}</h1>
  <p class="amount">${formatMoney(payout.amountSatang)}</p>
  ${decision?.failure ? renderFailure(decision.failure, t) : null}
  <dl class="facts">
    <div><dt>${t.payee}</dt>
      <dd>${payout.accountName}<br>${payout.bankName}
        ${maskAccount(payout.accountNumber)}</dd></div>
    <div><dt>${t.order}</dt><dd class="code">${payout.orderId}</dd></div>
    <div><dt>${t.acceptedAt}</dt><dd>${formatTime(language, payout.acceptedAt)}</dd></div>
  </dl>
  ${decision === null ? renderDecideForm(payout, language, t) : renderDecision(decision, view, t)}
</article>
<p class="back"><a class="button" href="/?lang=${language}">${t.back}</a></p>`;
  return renderPage({ language, nowMs, title, path: pathOf(booked), main });
}

const pathOf = ({ payout }: BookedPayout) => `/outgoing/${payout.orderId}`;

function renderFailure({ code, message }: Failure, t: Texts): Html {
  return html`<p class="mode">${t.failures[code] ?? message}</p>`;
}

function renderDecision(decision: Decision, view: PayoutView, t: Texts): Html {
  const { language, book, booked, progress } = view;
  const callbacks = decision.tellings.flatMap(({ callbackId }) => {
    const callback = book.callback(callbackId);
    if (callback === null) return [];
    const state = renderCallbackState(callback, progress(callbackId), language);
    return html`<div><dt>${t.callback}: ${aboutText(callback, t)}</dt><dd>${state}
  ${renderSendButton(callback, language, pathOf(booked), t)}</dd></div>`;
  });
  return html`<dl class="facts">
<div><dt>${t.transfer}</dt><dd class="code">${decision.transactionId}</dd></div>
<div><dt>${t.decidedAt}</dt><dd>${formatTime(language, decision.decidedAt)}</dd></div>
</dl><dl class="facts">${callbacks}</dl>`;
}
