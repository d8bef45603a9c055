import { logoPath } from '../../../business/pages/logo';
import { formatMoney } from '../../../kernel/rules/money';
import { renderPage } from '../../../orders/checkout/layout';
import { texts as checkoutTexts } from '../../../orders/checkout/texts/texts';
import type { Brand } from '../../../pages/kit/brand';
import { formatClock, formatDay } from '../../../pages/kit/format';
import type { Language } from '../../../pages/kit/language';
import { icons } from '../../../pages/kit/payment-icons';
import type { PaymentLink } from '../../find-link';
import type { PublicLink } from '../../pay-link';
import { linkTexts, type LinkTexts } from './texts';

export interface LinkView extends PublicLink {
  readonly brand: Brand;
  readonly language: Language;
  readonly publicUrl: string;
  /** As typed; null without a refusal. */
  readonly refusedAmount: string | null;
}

/** From this number of remaining payments on, the page shows it. */
const SHOWN_LEFT_MAX = 20;

/** Pure. */
export function renderLinkPage(view: LinkView): string {
  const { link, shop, state, language } = view;
  const t = linkTexts[language];
  const { amount, title } = link;
  const priced = typeof amount === 'number' ? `${title} · ${formatMoney(amount)}` : title;
  const main = (
    <main id="main" class="wide link" tabindex={-1}>
      {state === 'active' ? renderForm(view, t) : renderClosed(view, t)}
    </main>
  );
  return renderPage({
    brand: view.brand,
    language,
    title: state === 'active' ? priced : `${statementOf(view, t).name} · ${title}`,
    preview: {
      title: `${priced} · ${shop.profile.name}`,
      text: link.description ?? checkoutTexts[language].neverAsked,
      pictureUrl: shop.logoId === null ? null : `${view.publicUrl}${logoPath(shop.logoId)}`,
    },
    shop,
    path: `/l/${link.token}`,
    reloadSeconds: null,
    main,
  });
}

const renderTitle = ({ title, description }: PaymentLink) => (
  <>
    <h1 id="title">{title}</h1>
    {description !== null && <p>{description}</p>}
  </>
);

function renderForm({ link, language, refusedAmount }: LinkView, t: LinkTexts) {
  const { amount, endsAt } = link;
  const left = link.paymentsMax === null ? Infinity : link.paymentsMax - link.paid;
  return (
    <section class="card" aria-labelledby="title">
      {renderTitle(link)}
      <form method="post" action={`/l/${link.token}?lang=${language}`}>
        {typeof amount === 'number' ? (
          <p>
            <span class="label">{t.amount}</span> <span class="amount">{formatMoney(amount)}</span>
          </p>
        ) : (
          renderAmount(amount, refusedAmount, t)
        )}
        {left <= SHOWN_LEFT_MAX && <p class="soft">{t.left(left)}</p>}
        {endsAt !== null && <p class="soft">{t.until(momentText(endsAt, language))}</p>}
        <button class="button strong">
          <span>{t.pay}</span>
        </button>
        <p class="soft">{t.next}</p>
      </form>
    </section>
  );
}

function renderAmount(
  { minSatang, maxSatang }: Exclude<PaymentLink['amount'], number>,
  refused: string | null,
  t: LinkTexts,
) {
  return (
    <>
      <label class="field" for="amount">
        {t.enter}
      </label>
      <input
        id="amount"
        name="amount"
        class="text"
        inputmode="numeric"
        autocomplete="off"
        maxlength={12}
        required
        value={refused ?? ''}
        aria-describedby={refused === null ? 'bounds' : 'bounds amount-error'}
        aria-invalid={refused === null ? undefined : 'true'}
        autofocus={refused !== null}
      />
      <p id="bounds" class="soft">
        {t.bounds(formatMoney(minSatang), formatMoney(maxSatang))}
      </p>
      {refused !== null && (
        <p id="amount-error" class="error" role="alert">
          {t.wrongAmount}
        </p>
      )}
    </>
  );
}

/** A link for one payment is paid, not sold out. */
const statementOf = ({ link, state }: LinkView, t: LinkTexts) =>
  state === 'sold_out' && link.paymentsMax === 1 ? t.paid : t.states[state];

function renderClosed(view: LinkView, t: LinkTexts) {
  const { link, state, language } = view;
  const { name, hint } = statementOf(view, t);
  const opensAt = state === 'scheduled' ? link.startsAt : null;
  return (
    <>
      <div class="banner expired" role="status">
        <span class="sign">{icons.clock}</span>
        <div>
          <p class="name">{name}</p>
          <p>{opensAt === null ? hint : t.opens(momentText(opensAt, language))}</p>
        </div>
      </div>
      <section class="card" aria-labelledby="title">
        {renderTitle(link)}
        {(state === 'sold_out' || state === 'stopped') && <p>{t.noPay}</p>}
      </section>
    </>
  );
}

const momentText = (at: Date, language: Language): string =>
  checkoutTexts[language].moment(formatClock(at), formatDay(language, at));
