import type { BookView } from '../book/book-state';
import type { Decision, Failure, GatewayRequest } from '../book/entry';
import { requestState } from '../book/request-shelf';
import type { BookedRequest } from '../book/request-shelf';
import type { Progress } from '../callbacks/callback-sender';
import { aboutText, renderCallbackState, renderSendButton, requestPath } from './callback-part';
import { formatMoney } from '../../../src/domain/money';
import { maskAccount } from '../../../src/domain/banks';
import { formatTime } from './format';
import { html } from '../../../src/lib/html';
import type { Html } from '../../../src/lib/html';
import { renderPage } from './layout';
import { signs } from './signs';
import { texts } from './texts';
import type { Language, Texts } from './texts';
import { accountOf, renderDecideForm, renderRefunded } from './waiting-part';

export interface RequestView {
  readonly language: Language;
  readonly nowMs: number;
  readonly booked: BookedRequest;
  readonly book: BookView;
  readonly progress: (callbackId: string) => Progress | null;
}

const signOf = { waiting: signs.scheduled, succeeded: signs.paid, failed: signs.declined };

/** One request: what it is, what can still become of it, and whether the gateway knows. */
export function renderRequestPage(view: RequestView): string {
  const { language, nowMs, booked } = view;
  const { request, decision } = booked;
  const t = texts[language];
  const state = requestState(booked);
  const title = t.requestTitle[request.kind][state];
  const main = html`<article id="receipt" class="card receipt" data-live>
  ${signOf[state]}
  <h1>${title}</h1>
  <p class="amount">${formatMoney(request.amountSatang)}</p>
  ${decision?.failure ? renderFailure(decision.failure, t) : null}
  <dl class="facts">
    ${renderParty(request, t)}
    ${renderRefunded(request, language, t)}
    <div><dt>${t.order}</dt><dd class="code">${request.orderId}</dd></div>
    <div><dt>${t.acceptedAt}</dt><dd>${formatTime(language, request.acceptedAt)}</dd></div>
  </dl>
  ${decision === null ? renderDecideForm(request, language, t) : renderDecision(decision, view, t)}
</article>
<p class="back"><a class="button" href="/?lang=${language}">${t.back}</a></p>`;
  return renderPage({ language, nowMs, title, path: requestPath(request), main });
}

function renderParty(request: GatewayRequest, t: Texts): Html | null {
  const account = accountOf(request);
  if (account !== null) {
    const { accountName, bankName, accountNumber } = account;
    return html`<div><dt>${t.payee}</dt>
      <dd>${accountName === '' ? null : html`${accountName}<br>`}${bankName}
        ${maskAccount(accountNumber)}</dd></div>`;
  }
  return request.kind === 'charge'
    ? html`<div><dt>${t.chargedToken}</dt><dd class="code">${request.token}</dd></div>`
    : html`<div><dt>${t.backTo}</dt><dd>${t.chargedToken}</dd></div>`;
}

function renderFailure({ code, message }: Failure, t: Texts): Html {
  return html`<p class="mode">${t.failures[code] ?? message}</p>`;
}

function renderDecision(decision: Decision, view: RequestView, t: Texts): Html {
  const { language, book, booked, progress } = view;
  const callbacks = decision.tellings.flatMap(({ callbackId }) => {
    const callback = book.callback(callbackId);
    if (callback === null) return [];
    const state = renderCallbackState(callback, progress(callbackId), language);
    return html`<div><dt>${t.callback}: ${aboutText(callback, t)}</dt><dd>${state}
  ${renderSendButton(callback, language, requestPath(booked.request), t)}</dd></div>`;
  });
  return html`<dl class="facts">
<div><dt>${t.transfer}</dt><dd class="code">${decision.transactionId}</dd></div>
<div><dt>${t.decidedAt}</dt><dd>${formatTime(language, decision.decidedAt)}</dd></div>
</dl><dl class="facts">${callbacks}</dl>`;
}
