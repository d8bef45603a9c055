import { logoPath } from '../../business/pages/logo';
import { formatMoney } from '../../kernel/rules/money';
import { type DepositView, hasQr, versionOf } from './deposit-view';
import { renderPage, type Preview } from './layout';
import { renderBanner } from './parts/banner';
import { renderByHand } from './parts/by-hand';
import { renderCard } from './parts/card';
import { renderContact } from './parts/contact';
import { renderPay, renderQr, renderSave } from './parts/pay';
import { renderSlip } from './parts/slip';
import { renderSteps } from './parts/steps';
import { renderReceipt, renderSummary } from './parts/summary';
import { texts, type Texts } from './texts/texts';

const RELOAD_SECONDS = 15;

/** Pure. */
export function renderDepositPage(view: DepositView): string {
  const { brand, deposit, shop, state, pageToken, language, nowMs, reloads } = view;
  const t = texts[language];
  const path = `/pay/${pageToken}`;
  const isDone = state === 'paid';
  const main = (
    <main
      id="main"
      class="wide"
      tabindex={-1}
      data-url={path}
      data-state={state}
      data-version={versionOf(deposit, state)}
      data-now-ms={nowMs}>
      {renderBanner(view, t)}
      <div id="content" class={state}>
        {renderContent(view, t)}
      </div>
      {renderContact(view, t)}
      {!isDone && renderReloadChoice(view, t)}
      <p id="live" class="spoken" role="status" />
    </main>
  );
  return renderPage({
    brand,
    language,
    title: titleOf(view, t),
    preview: previewOf(view, t),
    shop,
    path,
    reloadSeconds: isDone || !reloads ? null : RELOAD_SECONDS,
    main,
  });
}

function previewOf(view: DepositView, t: Texts): Preview {
  const { deposit, shop, publicUrl } = view;
  return {
    title: plainTitle(view, t),
    text: deposit.description ?? t.neverAsked,
    pictureUrl: shop.logoId === null ? null : `${publicUrl}${logoPath(shop.logoId)}`,
  };
}

function titleOf(view: DepositView, t: Texts): string {
  const { state, refusal } = view;
  const title = plainTitle(view, t);
  if (refusal !== null) return `${t.slip.refused} · ${title}`;
  return state === 'waiting' ? title : `${t.states[state].name} · ${title}`;
}

function plainTitle({ deposit, shop }: DepositView, t: Texts): string {
  const title = deposit.method === 'token' ? t.cardTitle : t.title;
  return title(formatMoney(deposit.amountSatang), shop.profile.name);
}

function renderContent(view: DepositView, t: Texts) {
  switch (view.state) {
    case 'paid':
      return renderReceipt(view, t);
    case 'authenticate':
    case 'charging':
      return renderCard(view, t);
    case 'waiting':
      return (
        <>
          <div class="column">{renderPay(view, t)}</div>
          <div class="column">
            {renderByHand(view, t)}
            {renderSteps(view, t)}
            {view.deposit.takesSlips && renderSlip(view, t)}
          </div>
        </>
      );
    case 'checking':
    case 'resend':
    case 'wrong_slip':
    case 'short':
    case 'beyond_link':
    case 'link_closed':
    case 'expired':
    case 'failed':
      return (
        <>
          <div class="column">
            {renderSummary(view, t)}
            {renderHiddenQr(view, t)}
          </div>
          {view.deposit.takesSlips && <div class="column">{renderSlip(view, t)}</div>}
        </>
      );
  }
}

/**
 * For a customer who uploaded a slip without having paid. Collapsed, to prevent a second payment.
 */
function renderHiddenQr(view: DepositView, t: Texts) {
  if (!hasQr(view.deposit, view.state, view.nowMs)) return null;
  return (
    <details class="card" id="show-qr">
      <summary data-key="show-qr">{t.showQr}</summary>
      <p class="soft">{t.showQrHint}</p>
      {renderQr(view, t)}
      {renderSave(view, t)}
    </details>
  );
}

/**
 * Without a script the page reloads itself, which discards a chosen file: this link turns it off.
 */
function renderReloadChoice({ pageToken, language, reloads }: DepositView, t: Texts) {
  const path = `/pay/${pageToken}?lang=${language}`;
  const choice = reloads ? (
    <a href={`${path}&reload=off`}>{t.reload.pause}</a>
  ) : (
    <>
      {t.reload.paused} <a href={path}>{t.reload.resume}</a>
    </>
  );
  return (
    <noscript>
      <p class="reload">{choice}</p>
    </noscript>
  );
}
