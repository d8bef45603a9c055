import type { VNode } from 'preact';
import type { Shop } from '../../business/find-business';
import { ShopMark } from '../../business/pages/shop-mark';
import { renderDocument } from '../../platform/html';
import { BRAND_STYLES, type Brand } from '../../pages/kit/brand';
import { type Language, languages } from '../../pages/kit/language';
import { assetAddress } from './assets';
import { icons } from '../../pages/kit/payment-icons';
import { texts } from './texts/texts';

/** Of the link in a chat, which keeps it when the state changes. */
export interface Preview {
  readonly title: string;
  readonly text: string;
  readonly pictureUrl: string | null;
}

export interface Layout {
  readonly brand: Brand;
  readonly language: Language;
  readonly title: string;
  /** Null on error pages. */
  readonly preview: Preview | null;
  /** Null on error pages, which do not reveal the merchant. */
  readonly shop: Shop | null;
  readonly path: string;
  /** Without a script; null: no reload. */
  readonly reloadSeconds: number | null;
  readonly main: VNode;
}

const languageNames: Readonly<Record<Language, string>> = { th: 'ไทย', en: 'English' };

export function renderPage(layout: Layout): string {
  const { brand, language, title, preview, shop, reloadSeconds } = layout;
  const t = texts[language];
  return renderDocument(
    <html lang={language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <meta name="format-detection" content="telephone=no" />
        <title>{title}</title>
        {preview !== null && (
          <>
            <meta property="og:type" content="website" />
            <meta property="og:title" content={preview.title} />
            <meta property="og:description" content={preview.text} />
            <meta property="og:site_name" content={shop?.profile.name ?? ''} />
            {preview.pictureUrl !== null && (
              <meta property="og:image" content={preview.pictureUrl} />
            )}
          </>
        )}
        <link rel="icon" href={assetAddress('icon.svg')} />
        <link rel="stylesheet" href={assetAddress('checkout.css')} />
        {brand.colour !== null && <link rel="stylesheet" href={BRAND_STYLES} />}
        <script src={assetAddress('checkout.js')} type="module" />
        {reloadSeconds !== null && (
          <noscript>
            <meta http-equiv="refresh" content={String(reloadSeconds)} />
          </noscript>
        )}
      </head>
      <body>
        <a class="skip" href="#main">
          {t.skip}
        </a>
        {renderHeader(layout)}
        {layout.main}
        {renderFooter(layout)}
      </body>
    </html>,
  );
}

function renderHeader({ brand, language, shop }: Layout) {
  const t = texts[language];
  return (
    <header class="top">
      <div class="wide">
        <p class="shop">
          {shop !== null && <ShopMark {...shop} />}{' '}
          <span>
            {shop !== null && <small>{t.payTo}</small>}{' '}
            <strong>{shop?.profile.name ?? brand.name}</strong>
          </span>
        </p>
        <p class="secured">
          {icons.lock}
          <span>{t.secured}</span>
        </p>
      </div>
    </header>
  );
}

function renderFooter({ brand, language, path }: Layout) {
  const t = texts[language];
  return (
    <footer class="wide">
      <p class="safe">
        {icons.shield}
        <span>{t.neverAsked}</span>
      </p>
      <p>
        {t.provider(brand.name)}
        {brand.supportUrl !== null && (
          <>
            {' · '}
            <a href={brand.supportUrl}>{t.support}</a>
          </>
        )}
      </p>
      <nav aria-label={t.language}>
        {languages.map((other) => (
          <a
            href={`${path}?lang=${other}`}
            lang={other}
            hreflang={other}
            aria-current={other === language ? 'true' : undefined}>
            {languageNames[other]}
          </a>
        ))}
      </nav>
    </footer>
  );
}
