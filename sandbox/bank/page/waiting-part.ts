import type { BookView } from '../book/book-state';
import type { Account, GatewayRequest } from '../book/entry';
import { magicAmounts, tokenNames } from '../requests/request-rules';
import type { PersonsChoice } from '../requests/request-rules';
import { requestPath } from './callback-part';
import { formatMoney } from '../../../src/domain/money';
import { maskAccount } from '../../../src/domain/banks';
import { formatTime } from './format';
import { html } from '../../../src/lib/html';
import type { Html } from '../../../src/lib/html';
import type { Language, Texts } from './texts';

export interface WaitingView {
  readonly language: Language;
  readonly book: BookView;
}

const shownMax = 50;

/** The requests that wait for somebody, each with what can become of it. */
export function renderWaiting({ language, book }: WaitingView, t: Texts): Html {
  const waiting = book.undecided();
  if (waiting.length === 0) {
    return html`<div class="card empty"><p><strong>${t.outgoingNone}</strong></p>
      <p>${t.outgoingNoneHint}</p></div>`;
  }
  const more = waiting.length - shownMax;
  const cards = waiting.slice(0, shownMax).map((request) => renderRequest(request, language, t));
  return html`<ul class="bills">${cards}</ul>
${more > 0 ? html`<p class="more">${t.outgoingMore(more)}</p>` : null}`;
}

/** The amounts and tokens that need nobody: folded away, and the same at every refresh. */
export function renderMagic(t: Texts): Html {
  const amounts = magicAmounts.map(
    ({ satang, name }) => html`<div><dt class="code">${satang}</dt><dd>${t.magic[name]}</dd></div>`,
  );
  const tokens = tokenNames.map(
    (name) => html`<div><dt class="code">${name}</dt><dd>${t.tokens[name]}</dd></div>`,
  );
  return html`<details class="card magic"><summary>${t.magicTitle}</summary>
<p>${t.magicHint}</p><dl>${amounts}</dl>
<p>${t.tokensHint}</p><dl class="tokens">${tokens}</dl></details>`;
}

function renderRequest(request: GatewayRequest, language: Language, t: Texts): Html {
  const { kind, orderId, amountSatang, acceptedAt } = request;
  const id = requestId(request);
  const account = accountOf(request);
  const mask = account === null ? null : maskAccount(account.accountNumber);
  return html`<li class="card bill" aria-labelledby="${id}">
  <div class="line"><span class="merchant">${partyOf(request, t)}</span>
    <span class="chip ${kind}">${t.kind[kind]}</span></div>
  <h3 id="${id}" class="amount">${formatMoney(amountSatang)}</h3>
  <dl class="facts">
    ${mask === null ? null : html`<div><dt>${t.payee}</dt><dd>${mask}</dd></div>`}
    ${renderRefunded(request, language, t)}
    <div><dt>${t.acceptedAt}</dt><dd>${formatTime(language, acceptedAt)}</dd></div>
    <div><dt>${t.order}</dt><dd><a class="code" href="${requestPath(request)}?lang=${language}"
      data-key="${id}-page">${orderId}</a></dd></div>
  </dl>
  ${renderDecideForm(request, language, t)}
</li>`;
}

/** What a refund gives back: a charge has a page here, what a customer paid has another name. */
export function renderRefunded(request: GatewayRequest, language: Language, t: Texts): Html | null {
  if (request.kind !== 'refund') return null;
  const { paymentId, account } = request;
  const address = requestPath({ kind: 'charge', orderId: paymentId });
  const link =
    account === null
      ? html`<a href="${address}?lang=${language}" data-key="${requestId(request)}-charge">
          ${paymentId}</a>`
      : paymentId;
  return html`<div><dt>${t.refundedPayment}</dt><dd class="code">${link}</dd></div>`;
}

/** Sent as often as one likes, it decides once. */
export function renderDecideForm(request: GatewayRequest, language: Language, t: Texts): Html {
  const about = `${formatMoney(request.amountSatang)}, ${partyOf(request, t)}`;
  const button = (choice: PersonsChoice, looks: string) =>
    html`<button class="${looks}" name="outcome" value="${choice}"
      data-key="${requestId(request)}-${choice}">${t.decide[choice]}
      <span class="spoken">${about}</span></button>`;
  return html`<form method="post" action="${requestPath(request)}/decide?lang=${language}"
  class="ways"><div class="main-ways" role="group" aria-label="${t.decideActions}">
  ${button('succeed', 'strong')}${button('fail', 'danger')}</div></form>`;
}

const requestId = ({ kind, orderId }: GatewayRequest) => `${kind}-${orderId}`;

/** Null: a token stands in its place. */
export function accountOf(request: GatewayRequest): Account | null {
  return request.kind === 'charge' ? null : request.account;
}

/** Whom the money is for, in a word. */
function partyOf(request: GatewayRequest, t: Texts): string {
  return accountOf(request)?.bankName ?? t.chargedToken;
}
