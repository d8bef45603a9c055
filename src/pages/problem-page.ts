import type { Problem } from '../kernel/rules/problem';
import type { ApiContext } from '../http/context';
import type { PageFamily } from '../http/definition';
import type { Reply } from '../http/reply';
import type { Brand } from './kit/brand';
import { chooseLanguage } from './kit/language';
import { pageHeaders } from './kit/page-headers';
import { renderProblemPage } from '../orders/checkout/problem-page';
import { texts as consoleTexts } from './console/frame/texts';
import { texts as dashboardTexts } from './dashboard/frame/texts';
import { renderProblemFor } from './kit/problem-page';

export const problemPageOf =
  (brand: Brand) =>
  (family: PageFamily, problem: Problem, ctx: ApiContext): Reply => {
    switch (family) {
      case 'page':
        return checkoutProblem(brand, problem, ctx);
      case 'dashboard':
        return renderProblemFor({ brand, root: '/dashboard', texts: dashboardTexts }, problem, ctx);
      case 'console':
        return renderProblemFor({ brand, root: '/console', texts: consoleTexts }, problem, ctx);
    }
  };

function checkoutProblem(
  brand: Brand,
  problem: Problem,
  { path, query, headers, state }: ApiContext,
): Reply {
  const language = chooseLanguage(query['lang'], headers);
  return {
    status: problem.status,
    contentType: 'text/html; charset=utf-8',
    body: renderProblemPage({ brand, problem, language, path, requestId: state.requestId }),
    headers: pageHeaders(language),
  };
}
