import { formatMoney } from '../../../src/kernel/rules/money';
import type { ApiError } from '../../web/api-error';
import { errorText } from '../../web/errors';
import { formatTime } from '../../web/language';
import { renderPage } from '../../web/layout';
import type { Book } from '../book';
import { type PaymentMode, requestState } from '../records';
import {
  eventText,
  movedText,
  recordPath,
  renderCallbackState,
  renderSendButton,
} from './callbacks';
import { type OpenPaymentsView, renderOpenPayments } from './open-payments';
import { renderPendingRequests, renderTestValues } from './pending-requests';
import { texts } from './texts';
import { renderLeft } from './time-left';

export interface ListView extends OpenPaymentsView {
  readonly book: Book;
  /** A payment that failed, shown with the submitted text. */
  readonly failed: { readonly qrData: string; readonly error: ApiError } | null;
}

const SHOWN_MAX = 50;

export function renderListPage(view: ListView): string {
  const { language, nowMs, book } = view;
  const t = texts[language];
  const pending = book.requests().filter((request) => requestState(request) === 'waiting');
  const main = (
    <>
      <div class="intro">
        <div>
          <h1>{t.open}</h1>
          <p>{t.openHint}</p>
        </div>
      </div>
      {renderTotals(view)}
      <div class="columns">
        <section id="open" data-live aria-label={t.open}>
          {renderOpenPayments(view)}
        </section>
        <div class="side">
          {renderPasteForm(view)}
          <div id="scheduled" data-live>
            {renderScheduled(view)}
          </div>
        </div>
      </div>
      <section class="outgoing" aria-labelledby="outgoing-title">
        <div>
          <h2 id="outgoing-title">{t.requests}</h2>
          <p>{t.requestsHint}</p>
        </div>
        <div id="outgoing" data-live>
          {renderPendingRequests(pending, language)}
        </div>
        {renderTestValues(language)}
      </section>
      <section id="recent" data-live>
        {renderRecent(view)}
      </section>
    </>
  );
  return renderPage({ language, nowMs, title: t.open, path: '/', main });
}

function renderTotals({ book, language }: ListView) {
  const t = texts[language];
  const totals = book.totals();
  const { amountSatang, payouts, refunds, charges, waiting, undelivered } = totals;
  const shown: [string, string | number][] = [
    [t.moneyIn, formatMoney(amountSatang + charges.succeeded.amountSatang)],
    [t.moneyOut, formatMoney(payouts.succeeded.amountSatang + refunds.succeeded.amountSatang)],
    [t.pendingRequests, payouts.waiting.count + refunds.waiting.count],
    [t.waitingCallbacks, waiting],
    [t.undeliveredCallbacks, undelivered],
  ];
  return (
    <dl id="sums" class="sums" data-live>
      {shown.map(([name, value]) => (
        <div>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function renderPasteForm({ language, newToken, failed }: ListView) {
  const t = texts[language];
  const error =
    failed === null ? null : (
      <p id="qr-error" class="error" role="alert">
        {errorText(failed.error, language)}
      </p>
    );
  const describedBy = failed === null ? 'qr-hint' : 'qr-hint qr-error';
  const modes: PaymentMode[] = ['decline', 'short', 'over', 'twice'];
  return (
    <form class="card paste" method="post" action={`/pay?lang=${language}`}>
      <h2>{t.paste}</h2>
      <p id="qr-hint">{t.pasteHint}</p>
      <input type="hidden" name="token" value={newToken()} data-token />
      <label for="qr">{t.payload}</label>
      <textarea
        id="qr"
        name="qr_data"
        rows={4}
        maxlength={2048}
        required
        spellcheck={false}
        autocomplete="off"
        autocapitalize="off"
        aria-describedby={describedBy}
        aria-invalid={failed === null ? undefined : 'true'}
        autofocus={failed !== null}
        value={failed?.qrData ?? ''}
      />
      {error}
      <div class="main-ways">
        <button class="strong" name="mode" value="pay">
          {t.pay.pay}
        </button>
      </div>
      <div class="other-ways" role="group" aria-label={t.actions}>
        {modes.map((mode) => (
          <button class="small" name="mode" value={mode}>
            {t.pay[mode]}
          </button>
        ))}
      </div>
    </form>
  );
}

function renderScheduled({ book, language, nowMs }: ListView) {
  const t = texts[language];
  const scheduled = book.scheduledPayments().slice(0, SHOWN_MAX);
  if (scheduled.length === 0) return '';
  const rows = scheduled.map((payment) => (
    <li>
      <a href={`${recordPath(payment)}?lang=${language}`}>
        <strong>{formatMoney(payment.billedSatang)}</strong>
      </a>{' '}
      <span class="code">{payment.orderId}</span>{' '}
      <span>
        {t.paysIn} {renderLeft(payment.dueAt ?? '', nowMs, '0:00')}
      </span>
    </li>
  ));
  return (
    <section class="card" aria-labelledby="scheduled-title">
      <h2 id="scheduled-title">{t.scheduled}</h2>
      <ul class="due">{rows}</ul>
    </section>
  );
}

/** The newest callbacks, one per transfer or decision. */
function renderRecent({ book, language }: ListView) {
  const t = texts[language];
  const title = <h2 id="recent-title">{t.recent}</h2>;
  const recent = book.newestCallbacks(SHOWN_MAX);
  if (recent.length === 0) {
    return (
      <>
        {title}
        <div class="card empty">
          <p>{t.recentNone}</p>
        </div>
      </>
    );
  }
  const rows = recent.map(({ callback, record }) => {
    const { callbackId, createdAt, transfer, body } = callback;
    return (
      <tr>
        <td data-name={t.time}>
          <a href={`${recordPath(record)}?lang=${language}`} data-key={`${callbackId}-receipt`}>
            {formatTime(language, createdAt)}
          </a>
        </td>
        <td data-name={t.event}>{eventText(record, callback, language)}</td>
        <td data-name={t.amount} class="money">
          {movedText(record, callback)}
        </td>
        <td data-name={t.bankReference} class="code">
          {body.orderId}
        </td>
        <td data-name={t.transfer}>
          {transfer === null ? t.noTransfer : <span class="code">{transfer.transactionId}</span>}
        </td>
        <td data-name={t.callback}>{renderCallbackState(callback, language)}</td>
        <td>{renderSendButton(callback, language, '/')}</td>
      </tr>
    );
  });
  return (
    <>
      {title}
      <div class="card scroll" role="region" aria-labelledby="recent-title" tabindex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t.time}</th>
              <th scope="col">{t.event}</th>
              <th scope="col" class="money">
                {t.amount}
              </th>
              <th scope="col">{t.bankReference}</th>
              <th scope="col">{t.transfer}</th>
              <th scope="col">{t.callback}</th>
              <th scope="col">
                <span class="spoken">{t.sendAgain}</span>
              </th>
            </tr>
          </thead>
          <tbody>{rows}</tbody>
        </table>
      </div>
    </>
  );
}
