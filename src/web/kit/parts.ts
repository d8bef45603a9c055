import { html, type Html } from '../../lib/html';
import { formatClock, formatPreciseClock, formatShortDay } from './format';
import type { Language } from './language';
import { icons } from './icons';
import type { PageContext } from './screen';

/** "21 Nov 2026, 14:05" in Bangkok. */
export function moment(language: Language, at: Date): Html {
  const text = `${formatShortDay(language, at)}, ${formatClock(at)}`;
  return html`<time datetime="${at.toISOString()}">${text}</time>`;
}

/** "21 Nov 2026, 14:05:09" in Bangkok, to compare with logs. */
export function preciseMoment(language: Language, at: Date): Html {
  const text = `${formatShortDay(language, at)}, ${formatPreciseClock(at)}`;
  return html`<time datetime="${at.toISOString()}">${text}</time>`;
}

export const badge = (tone: '' | 'good' | 'warn' | 'bad' | 'wait', text: string): Html =>
  html`<span class="badge ${tone}">${text}</span>`;

export function mailAddress(address: string): Html {
  const at = address.lastIndexOf('@');
  return html`${address.slice(0, at)}<wbr>${address.slice(at)}`;
}

export const emptyState = (title: string, hint: string, action: Html | null = null): Html =>
  html`<div class="empty"><strong>${title}</strong><p>${hint}</p>${action}</div>`;

/** Copies the text of the element with the id `of`. Hidden until the script shows it. */
export const copyButton = ({ t }: Pick<PageContext, 't'>, of: string, about: string): Html =>
  html`<button type="button" class="button copy" data-copy="${of}" data-copied="${t.copied}" hidden>
  ${icons.copy}<span>${t.copy}</span><span class="spoken"> ${about}</span></button>`;

export const facts = (rows: readonly (readonly [string, Html | string] | null)[]): Html =>
  html`<dl class="facts">${rows.map((row) =>
    row === null ? null : html`<div><dt>${row[0]}</dt><dd>${row[1]}</dd></div>`,
  )}</dl>`;

/** Null if the list has one page. */
export function pager(
  { t }: Pick<PageContext, 't'>,
  { newest, older }: { readonly newest: string | null; readonly older: string | null },
): Html | null {
  if (newest === null && older === null) return null;
  const link = (path: string | null, text: string) =>
    path === null ? html`<span></span>` : html`<a class="button" href="${path}">${text}</a>`;
  return html`<div class="pager">${link(newest, t.newest)}${link(older, t.older)}</div>`;
}
