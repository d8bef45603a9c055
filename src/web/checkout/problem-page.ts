import type { Problem } from '../../domain/problem';
import { html } from '../../lib/html';
import type { Html } from '../../lib/html';
import { renderPage } from './layout';
import type { Language } from '../kit/language';
import { texts } from './texts/texts';
import type { Texts } from './texts/texts';

export interface ProblemView {
  readonly problem: Problem;
  readonly language: Language;
  /** Where the request went, without its query. */
  readonly path: string;
  readonly requestId: string;
}

/** Why there is nothing to see. It tells nothing of a deposit, whether or not there is one. */
export function renderProblemPage({ problem, language, path, requestId }: ProblemView): string {
  const t = texts[language];
  const { title, hint } = t.problems[problem.code] ?? t.problem;
  // Pictures and forms lie below the page that they belong to.
  const [page = path] = /^\/pay\/[^/]+/.exec(path) ?? [];
  const again = problem.status === 404 ? null : page;
  const main = html`<main id="main" class="wide problem" tabindex="-1"><div class="card">
  <h1>${title}</h1><p>${hint}</p>
  ${again === null ? null : html`<p><a class="button strong" href="${again}">${t.tryAgain}</a></p>`}
  ${problem.status < 500 ? null : renderRequestId(requestId, t)}
</div></main>`;
  return renderPage({ language, title, merchantName: null, path: page, reloadSeconds: null, main });
}

/** Finds the request in the log, should the customer turn to somebody. */
const renderRequestId = (requestId: string, t: Texts): Html =>
  html`<p class="soft">${t.requestId}: <span class="code">${requestId}</span></p>`;
