import type { PaymentMode } from '../book/entry';
import type { OpenPayment, OpenPayments } from '../gateway';
import { planTransfers } from '../payments/plan-transfers';
import { formatMoney } from '../../../src/domain/money';
import { html } from '../../../src/lib/html';
import type { Html } from '../../../src/lib/html';
import type { Language, Texts } from './texts';
import { renderLeft } from './time-left';

export interface OpenView {
  readonly language: Language;
  readonly nowMs: number;
  readonly gatewayUrl: string;
  readonly open: OpenPayments;
  /** A new token for every form: a form pays once, however often it is sent. */
  readonly newToken: () => string;
}

/** What the gateway waits for, each with the ways to pay it; or why that is not known. */
export function renderOpen(view: OpenView, t: Texts): Html {
  const { open, gatewayUrl } = view;
  if (open.kind === 'unreachable') {
    return html`<div class="card notice bad" role="alert">
      <p><strong>${t.unreachable(gatewayUrl, open.reason)}</strong></p>
      <p>${t.unreachableHint}</p></div>`;
  }
  if (open.payments.length === 0) {
    return html`<div class="card empty">
      <svg viewBox="0 0 48 48" aria-hidden="true"><path fill-rule="evenodd"
        d="M6 6h14v14H6zM28 6h14v14H28zM6 28h14v14H6zM11 11v4h4v-4zM33 11v4h4v-4zM11 33v4h4v-4z
        M28 28h5v5h-5zM37 28h5v5h-5zM28 37h5v5h-5zM37 37h5v5h-5z"/></svg>
      <p><strong>${t.none}</strong></p><p>${t.noneHint}</p></div>`;
  }
  const bills = open.payments.map((payment) => renderBill(payment, view, t));
  return html`<ul class="bills">${bills}</ul>`;
}

function renderBill(payment: OpenPayment, view: OpenView, t: Texts): Html {
  const { paymentId, purpose, amountSatang, merchant, reference, status } = payment;
  const deposit =
    purpose === 'deposit' ? html`<span class="chip deposit">${t.deposit}</span>` : null;
  return html`<li class="card bill" aria-labelledby="${paymentId}">
  <div class="line"><span class="merchant">${merchant}</span>
    <span class="chips">${deposit}<span class="chip ${status}">${t.status[status]}</span></span>
  </div>
  <h2 id="${paymentId}" class="amount">${formatMoney(amountSatang)}</h2>
  <dl class="facts">
    <div><dt>${t.reference}</dt><dd>${reference ?? '–'}</dd></div>
    <div><dt>${t.timeLeft}</dt><dd>${renderLeft(payment.expiresAt, view.nowMs, t.over)}</dd></div>
  </dl>
  ${renderPayForm(payment, view, t)}
</li>`;
}

function renderPayForm(payment: OpenPayment, view: OpenView, t: Texts): Html {
  const { amountSatang, qrData, expiresAt, paymentId, reference, status } = payment;
  const isPending = status === 'pending' && Date.parse(expiresAt) > view.nowMs;
  const about = `${formatMoney(amountSatang)}, ${reference ?? payment.merchant}`;
  const button = (mode: PaymentMode, label: string, hint: string | null, looks: string) =>
    html`<button class="${looks}" name="mode" value="${mode}" data-key="${paymentId}-${mode}">
      ${label}${hint === null ? null : html` <small>${hint}</small>`}
      <span class="spoken">${about}</span></button>`;
  const differing = (mode: 'short' | 'over') =>
    amountSatang < 2
      ? null
      : button(mode, t.press[mode], sumOf(planTransfers(mode, amountSatang, null)), 'small');
  return html`<form method="post" action="/pay?lang=${view.language}" class="ways">
  <input type="hidden" name="token" value="${view.newToken()}" data-token>
  <input type="hidden" name="qr_data" value="${qrData}">
  <input type="hidden" name="expires_at" value="${expiresAt}">
  <div class="main-ways" role="group" aria-label="${t.actions}">
    ${button('pay', isPending ? t.press.pay : t.pressLate, null, 'strong')}
    ${isPending ? button('decline', t.press.decline, null, 'danger') : null}
  </div>
  <div class="other-ways">
    ${differing('short')}${differing('over')}
    ${button('twice', t.press.twice, '×2', 'small')}
    ${isPending ? button('late', t.press.late, t.lateHint, 'small') : null}
  </div>
</form>`;
}

function sumOf(amounts: readonly number[]): string {
  return formatMoney(amounts.reduce((sum, satang) => sum + satang, 0));
}
