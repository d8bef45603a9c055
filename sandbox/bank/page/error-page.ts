import type { Refusal } from '../refusal';
import { html } from '../../../src/lib/html';
import { renderPage } from './layout';
import { texts } from './texts';
import type { Language } from './texts';

export interface ErrorView {
  readonly language: Language;
  readonly nowMs: number;
  readonly refusal: Refusal;
}

/** Why nothing happened, and the way back. */
export function renderErrorPage({ language, nowMs, refusal }: ErrorView): string {
  const t = texts[language];
  const main = html`<div class="card empty" role="alert">
  <h1>${t.refused}</h1><p>${t.refusals[refusal.code] ?? refusal.message}</p></div>
<p class="back"><a class="button" href="/?lang=${language}">${t.back}</a></p>`;
  return renderPage({ language, nowMs, title: t.refused, path: '/', main });
}
