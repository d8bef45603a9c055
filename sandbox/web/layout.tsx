import type { VNode } from 'preact';
import { renderDocument } from '../../src/platform/html';
import { assetPaths } from './assets';
import { type Language, languages } from './language';

export interface Layout {
  readonly language: Language;
  readonly nowMs: number;
  readonly title: string;
  /** The path of the page without its query, for the language switch. */
  readonly path: string;
  readonly main: VNode;
}

const texts = {
  en: {
    bank: 'Sandbox Bank',
    testMoney: 'Test money',
    mail: 'Mail',
    language: 'Language',
    skip: 'Skip to the content',
  },
  th: {
    bank: 'ธนาคารทดสอบ',
    testMoney: 'เงินสมมติ',
    mail: 'อีเมล',
    language: 'ภาษา',
    skip: 'ข้ามไปยังเนื้อหา',
  },
};
const languageNames: Readonly<Record<Language, string>> = { th: 'ไทย', en: 'English' };

const logo = (
  <svg class="logo" viewBox="0 0 32 32" aria-hidden="true">
    <path d="M16 3 3 10v3h26v-3L16 3Z" />
    <path d="M6 15h3v9H6zm8.500 0h3v9h-3zM23 15h3v9h-3zM3 26h26v3H3z" />
  </svg>
);

export function renderPage({ language, nowMs, title, path, main }: Layout): string {
  const t = texts[language];
  return renderDocument(
    <html lang={language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>{`${title} · ${t.bank}`}</title>
        <link rel="icon" href={assetPaths.icon} />
        <link rel="stylesheet" href={assetPaths.stylesheet} />
        <script src={assetPaths.script} defer />
      </head>
      <body data-now-ms={nowMs}>
        <a class="skip" href="#main">
          {t.skip}
        </a>
        <header class="bar">
          <div class="wide">
            <a class="brand" href={`/?lang=${language}`}>
              {logo}
              <span>{t.bank}</span>
            </a>
            <span class="play">{t.testMoney}</span>
            <a class="to-mail" href={`/mail?lang=${language}`}>
              {t.mail}
            </a>
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
          </div>
        </header>
        <main id="main" class="wide" tabindex={-1}>
          {main}
        </main>
      </body>
    </html>,
  );
}
