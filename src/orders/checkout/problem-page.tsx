import type { Problem } from '../../kernel/rules/problem';
import type { Brand } from '../../pages/kit/brand';
import type { Language } from '../../pages/kit/language';
import { renderPage } from './layout';
import { texts, type Texts } from './texts/texts';

export interface ProblemView {
  readonly brand: Brand;
  readonly problem: Problem;
  readonly language: Language;
  readonly path: string;
  readonly requestId: string;
}

/** Does not reveal whether a deposit exists. */
export function renderProblemPage({
  brand,
  problem,
  language,
  path,
  requestId,
}: ProblemView): string {
  const t = texts[language];
  const { title, hint } = t.problems[problem.code] ?? t.problem;
  // Pictures and forms have paths below that of their page.
  const [page = path] = /^\/(?:pay|l)\/[^/]+/.exec(path) ?? [];
  const retryPath = problem.status === 404 ? null : page;
  const main = (
    <main id="main" class="wide problem" tabindex={-1}>
      <div class="card">
        <h1>{title}</h1>
        <p>{hint}</p>
        {retryPath !== null && (
          <p>
            <a class="button strong" href={retryPath}>
              {t.tryAgain}
            </a>
          </p>
        )}
        {problem.status >= 500 && renderRequestId(requestId, t)}
      </div>
    </main>
  );
  return renderPage({
    brand,
    language,
    title,
    preview: null,
    shop: null,
    path: page,
    reloadSeconds: null,
    main,
  });
}

/** Support finds the request in the log by this id. */
const renderRequestId = (requestId: string, t: Texts) => (
  <p class="soft">
    {t.requestId}: <span class="code">{requestId}</span>
  </p>
);
