import { html } from '../../../lib/html';
import type { Html } from '../../../lib/html';
import type { Screen, Visit } from '../frame/screen';
import { overviewTexts } from './texts';

/** Counts stop there: beyond it only that there are many matters. */
const COUNTED_MAX = 100;

/** What waits, and the ways to it. */
export function overviewScreen(visit: Visit): Screen {
  const t = overviewTexts[visit.language];
  const { openExceptions } = visit.session;
  const main = html`<div class="sums">
  ${card(t.exceptions, openExceptions, t.exceptionsHint, '/console/exceptions', t.toExceptions)}
</div>`;
  return { title: visit.t.sections.overview, section: 'overview', main, live: true };
}

const card = (title: string, count: number, hint: string, path: string, link: string): Html =>
  html`<section class="card"><h2>${title}</h2>
  <p class="sum">${count >= COUNTED_MAX ? `${COUNTED_MAX}+` : count}</p>
  <p class="soft">${hint}</p>
  <p><a class="button" href="${path}">${link}</a></p></section>`;
