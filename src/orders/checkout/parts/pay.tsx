import { formatMoney } from '../../../kernel/rules/money';
import { formatLeft } from '../../../platform/format-left';
import { formatClock, formatDay, isSameDay } from '../../../pages/kit/format';
import type { DepositView } from '../deposit-view';
import type { Texts } from '../texts/texts';
import { renderAmount } from './amount';
import { icons } from '../../../pages/kit/payment-icons';

export function renderPay(view: DepositView, t: Texts) {
  const { deposit } = view;
  const amount = formatMoney(deposit.amountSatang);
  return (
    <section class="card pay" aria-labelledby="amount">
      {renderAmount(t.amount, deposit)}
      <p class="recipient">
        {t.appShows} <strong>{deposit.billerName}</strong>
      </p>
      {renderQr(view, t)}
      {renderTimer(view, t)}
      {renderSave(view, t)}
      {view.isSandbox && deposit.bill !== null && renderPayNow(view, t)}
      <ul class="rules">
        <li>
          {icons.check}
          <strong>{t.rule(amount, momentText(view, t))}</strong>
        </li>
        {renderExpectedPayer(deposit, t)}
      </ul>
    </section>
  );
}

function renderExpectedPayer({ expectedPayer }: DepositView['deposit'], t: Texts) {
  if (expectedPayer === null) return null;
  return (
    <li>
      {icons.check}
      <span>
        {t.payFrom}: {expectedPayer.bankName} <span class="mask">{expectedPayer.accountMask}</span>
      </span>
    </li>
  );
}

/** White background in dark mode as well: scanners need the contrast. */
export function renderQr({ deposit, pageToken }: DepositView, t: Texts) {
  const alt = t.qrAlt(formatMoney(deposit.amountSatang), deposit.ref ?? '');
  return (
    <figure class="qr">
      <figcaption aria-hidden="true" lang="en">
        {t.qrBand}
      </figcaption>
      <img src={`/pay/${pageToken}/qr-code.png`} width={288} height={288} alt={alt} />
    </figure>
  );
}

export function renderSave({ deposit, pageToken, language }: DepositView, t: Texts) {
  return (
    <p class="save">
      <a
        class="button strong"
        href={`/pay/${pageToken}/qr.png?lang=${language}`}
        download={`saphan-${deposit.ref}.png`}
        data-key="save">
        {icons.down}
        <span>{t.save}</span>
      </a>{' '}
      <small>{t.saveHint}</small>
    </p>
  );
}

function renderPayNow({ pageToken, language }: DepositView, t: Texts) {
  return (
    <form
      class="save"
      method="post"
      enctype="multipart/form-data"
      action={`/pay/${pageToken}/sandbox-payment?lang=${language}`}>
      <button class="button" data-key="pay-now">
        <span>{t.payNow}</span>
      </button>{' '}
      <small>{t.payNowHint}</small>
    </form>
  );
}

/** `role=timer` is silent; the script announces five minutes, one minute and the end. */
function renderTimer({ deposit, nowMs }: DepositView, t: Texts) {
  const expiresMs = deposit.expiresAt?.getTime() ?? null;
  if (expiresMs === null) return null;
  return (
    <p class="timer" role="timer">
      {icons.clock}
      <span>{t.timeLeft}</span>{' '}
      <span
        class="left"
        data-expires-ms={expiresMs}
        data-at-5={t.minutesLeft(5)}
        data-at-1={t.minutesLeft(1)}
        data-at-0={t.timeIsUp}>
        {formatLeft(expiresMs - nowMs)}
      </span>
    </p>
  );
}

function momentText({ deposit, nowMs, language }: DepositView, t: Texts): string {
  const { expiresAt } = deposit;
  if (expiresAt === null) return '';
  const isToday = isSameDay(expiresAt, new Date(nowMs));
  return t.moment(formatClock(expiresAt), isToday ? null : formatDay(language, expiresAt));
}
