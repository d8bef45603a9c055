import { html } from '../../../src/lib/html';
import type { Html } from '../../../src/lib/html';
import type { KeptLetter } from '../mail/mailbox';
import { formatTime } from './format';
import { renderPage } from './layout';
import { texts } from './texts';
import type { Language, Texts } from './texts';

export interface MailView {
  readonly language: Language;
  readonly nowMs: number;
  readonly letters: readonly KeptLetter[];
}

/** The mail that the gateway would have sent, newest first. */
export function renderMailPage({ language, nowMs, letters }: MailView): string {
  const t = texts[language];
  const shown = letters.map((letter) => renderLetter(letter, language, t));
  const main = html`<div class="intro"><div><h1>${t.mail.title}</h1>
  <p>${t.mail.hint}</p></div></div>
<section id="mail" class="mail" data-live aria-label="${t.mail.title}">
  ${shown.length === 0 ? renderNone(t) : shown}
</section>`;
  return renderPage({ language, nowMs, title: t.mail.title, path: '/mail', main });
}

const renderNone = (t: Texts): Html =>
  html`<div class="card empty"><h2>${t.mail.none}</h2><p>${t.mail.noneHint}</p></div>`;

const renderLetter = (letter: KeptLetter, language: Language, t: Texts): Html =>
  html`<article class="card letter">
  <h2>${letter.subject}</h2>
  <p class="soft">${t.mail.to} ${letter.to} · ${formatTime(language, letter.receivedAt)}</p>
  ${letter.text.split('\n\n').map(renderParagraph)}
</article>`;

/** A paragraph that is nothing but an address of the web can be followed. */
function renderParagraph(paragraph: string): Html {
  const text = paragraph.trim();
  return /^https?:\/\/\S+$/.test(text)
    ? html`<p><a href="${text}">${text}</a></p>`
    : html`<p>${text}</p>`;
}
