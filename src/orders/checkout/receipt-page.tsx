import type { Receipt } from '../../statements/pages/receipt/receipt';
import { receiptTexts } from '../../statements/pages/receipt/texts';
import { icons } from '../../pages/kit/payment-icons';
import type { DepositView } from './deposit-view';
import { renderPage } from './layout';
import { texts } from './texts/texts';

export function renderReceiptPage(view: DepositView, receipt: Receipt) {
  const { brand, pageToken, language, shop } = view;
  const t = receiptTexts[language];
  const path = `/pay/${pageToken}`;
  const main = (
    <main id="main" class="wide" tabindex={-1}>
      <section class="card receipt" aria-labelledby="amount">
        <h1 id="amount">
          <span class="label">{receipt.title}</span> <span class="amount">{receipt.amount}</span>
        </h1>
        {receipt.sandbox !== null && <p class="note">{receipt.sandbox}</p>}
        <dl class="rows">
          {[[texts[language].receipt.to, receipt.merchantName] as const, ...receipt.rows].map(
            ([name, value]) => (
              <div>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
          )}
        </dl>
        <p class="soft">{receipt.notice}</p>
        <p class="save">
          <a class="button strong" href={`${path}/receipt.pdf?lang=${language}`} download>
            {icons.down}
            <span>{t.pdf}</span>
          </a>{' '}
          <button type="button" class="button" data-print hidden>
            {t.print}
          </button>{' '}
          <a class="button" href={`${path}?lang=${language}`}>
            {texts[language].backToPage}
          </a>
        </p>
      </section>
    </main>
  );
  return renderPage({
    brand,
    language,
    title: `${receipt.title} · ${receipt.merchantName}`,
    preview: null,
    shop,
    path: `${path}/receipt`,
    reloadSeconds: null,
    main,
  });
}
