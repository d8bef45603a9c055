import type { VNode } from 'preact';
import { renderDocument } from '../../platform/html';
import { type Language, languages } from '../../pages/kit/language';
import { assetAddress } from './assets';
import { icons } from '../../pages/kit/payment-icons';
import { texts } from './texts/texts';

export interface Layout {
  readonly language: Language;
  readonly title: string;
  /** Title of the link in a chat, which keeps it when the state changes; null on error pages. */
  readonly preview: string | null;
  /** Null on error pages, which do not reveal the merchant. */
  readonly merchantName: string | null;
  readonly path: string;
  /** Without a script; null: no reload. */
  readonly reloadSeconds: number | null;
  readonly main: VNode;
}

const languageNames: Readonly<Record<Language, string>> = { th: 'ไทย', en: 'English' };

/** Excludes the Thai vowels that precede their consonant: they do not stand alone. */
const firstLetter = /(?![\u0e40-\u0e44])[\p{L}\p{N}]/u;

export function renderPage(layout: Layout): string {
  const { language, title, preview, merchantName, reloadSeconds } = layout;
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
            <meta property="og:title" content={preview} />
            <meta property="og:description" content={t.neverAsked} />
            <meta property="og:site_name" content={merchantName ?? ''} />
          </>
        )}
        <link rel="icon" href={assetAddress('icon.svg')} />
        <link rel="stylesheet" href={assetAddress('checkout.css')} />
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

function renderHeader({ language, merchantName }: Layout) {
  const t = texts[language];
  const name = merchantName ?? 'Saphan';
  const [letter = ''] = firstLetter.exec(name.toUpperCase()) ?? [];
  return (
    <header class="top">
      <div class="wide">
        <p class="shop">
          <span class="avatar" aria-hidden="true">
            {letter}
          </span>{' '}
          <span>
            {merchantName !== null && <small>{t.payTo}</small>} <strong>{name}</strong>
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

function renderFooter({ language, path }: Layout) {
  const t = texts[language];
  return (
    <footer class="wide">
      <p class="safe">
        {icons.shield}
        <span>{t.neverAsked}</span>
      </p>
      <p>{t.provider}</p>
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
