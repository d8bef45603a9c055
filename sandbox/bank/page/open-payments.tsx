import { formatMoney } from '../../../src/kernel/rules/money';
import type { Language } from '../../web/language';
import type { OpenPayment, OpenPayments } from '../gateway';
import { planTransfers } from '../payments/plan-transfers';
import type { PaymentMode } from '../records';
import { texts } from './texts';
import { renderLeft } from './time-left';

export interface OpenPaymentsView {
  readonly language: Language;
  readonly nowMs: number;
  readonly gatewayUrl: string;
  readonly open: OpenPayments;
  /** A token for each form. It is the idempotency key of the payment. */
  readonly newToken: () => string;
}

/** The open payments of the gateway, each with a button for every way to pay it. */
export function renderOpenPayments(view: OpenPaymentsView) {
  const { open, gatewayUrl, language } = view;
  const t = texts[language];
  if (open.kind === 'unreachable') {
    return (
      <div class="card notice bad" role="alert">
        <p>
          <strong>{t.unreachable(gatewayUrl, open.reason)}</strong>
        </p>
        <p>{t.unreachableHint}</p>
      </div>
    );
  }
  if (open.payments.length === 0) {
    return (
      <div class="card empty">
        <p>
          <strong>{t.none}</strong>
        </p>
        <p>{t.noneHint}</p>
      </div>
    );
  }
  return <ul class="bills">{open.payments.map((payment) => renderBill(payment, view))}</ul>;
}

function renderBill(payment: OpenPayment, view: OpenPaymentsView) {
  const { paymentId, purpose, amountSatang, merchant, reference, status } = payment;
  const t = texts[view.language];
  const deposit = purpose === 'deposit' ? <span class="chip deposit">{t.deposit}</span> : null;
  return (
    <li class="card bill" aria-labelledby={paymentId}>
      <div class="line">
        <span class="merchant">{merchant}</span>
        <span class="chips">
          {deposit}
          <span class={`chip ${status}`}>{t.status[status]}</span>
        </span>
      </div>
      <h2 id={paymentId} class="amount">
        {formatMoney(amountSatang)}
      </h2>
      <dl class="facts">
        <div>
          <dt>{t.reference}</dt>
          <dd>{reference ?? '–'}</dd>
        </div>
        <div>
          <dt>{t.timeLeft}</dt>
          <dd>{renderLeft(payment.expiresAt, view.nowMs, t.over)}</dd>
        </div>
      </dl>
      {renderPayForm(payment, view)}
    </li>
  );
}

function renderPayForm(payment: OpenPayment, view: OpenPaymentsView) {
  const { amountSatang, qrData, expiresAt, paymentId, reference, status } = payment;
  const t = texts[view.language];
  const isPending = status === 'pending' && Date.parse(expiresAt) > view.nowMs;
  const label = `${formatMoney(amountSatang)}, ${reference ?? payment.merchant}`;
  const button = (mode: PaymentMode, text: string, hint: string | null, style: string) => (
    <button class={style} name="mode" value={mode} data-key={`${paymentId}-${mode}`}>
      {text}
      {hint !== null && (
        <>
          {' '}
          <small>{hint}</small>
        </>
      )}{' '}
      <span class="spoken">{label}</span>
    </button>
  );
  const otherAmount = (mode: 'short' | 'over') => {
    if (amountSatang < 2) return null;
    const [satang = 0] = planTransfers(mode, amountSatang, null);
    return button(mode, t.pay[mode], formatMoney(satang), 'small');
  };
  return (
    <form method="post" action={`/pay?lang=${view.language}`} class="ways">
      <input type="hidden" name="token" value={view.newToken()} data-token />
      <input type="hidden" name="qr_data" value={qrData} />
      <input type="hidden" name="expires_at" value={expiresAt} />
      <div class="main-ways" role="group" aria-label={t.actions}>
        {button('pay', isPending ? t.pay.pay : t.payExpired, null, 'strong')}
        {isPending && button('decline', t.pay.decline, null, 'danger')}
      </div>
      <div class="other-ways">
        {otherAmount('short')}
        {otherAmount('over')}
        {button('twice', t.pay.twice, '×2', 'small')}
        {isPending && button('late', t.pay.late, t.lateHint, 'small')}
      </div>
    </form>
  );
}
