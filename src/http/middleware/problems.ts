import type { Problem } from '../../domain/problem';
import type { ApiContext } from '../context';
import { texts as consoleTexts } from '../console/texts/texts';
import { texts as dashboardTexts } from '../dashboard/texts/texts';
import { docUrlOf } from '../doc-url';
import { renderProblemFor } from '../frame/problem-page';
import { chooseLanguage } from '../pages/language';
import { pageHeaders } from '../pages/page-headers';
import { renderProblemPage } from '../pages/problem-page';
import { json } from '../reply';
import type { Reply } from '../reply';

/** Routes speak one of these dialects; ops speaks as qr does, the last three speak to people. */
export type Family = 'qr' | 'bank' | 'callback' | 'ops' | 'page' | 'dashboard' | 'console';

/** A problem as the callers of a family read it. */
export function renderProblem(
  family: Family,
  problem: Problem,
  ctx: ApiContext,
  publicUrl: string,
): Reply {
  const { requestId } = ctx.state;
  if (family === 'page') return pageOf(problem, ctx);
  if (family === 'dashboard') {
    return renderProblemFor({ root: '/dashboard', texts: dashboardTexts }, problem, ctx);
  }
  if (family === 'console') {
    return renderProblemFor({ root: '/console', texts: consoleTexts }, problem, ctx);
  }
  const { wireCode: code, message, type, detail, status } = problem;
  const doc_url = docUrlOf(publicUrl, code);
  const error = { code, message, type, param: detail.param, doc_url, request_id: requestId };
  switch (family) {
    case 'qr':
    case 'ops':
      return json(status, { error });
    case 'bank':
      return json(status, { status, message, data: {}, error });
    case 'callback':
      return json(status, { status: false, message, error });
  }
}

function pageOf(problem: Problem, { path, query, headers, state }: ApiContext): Reply {
  const language = chooseLanguage(query['lang'], headers);
  return {
    status: problem.status,
    contentType: 'text/html; charset=utf-8',
    body: renderProblemPage({ problem, language, path, requestId: state.requestId }),
    headers: pageHeaders(language),
  };
}
