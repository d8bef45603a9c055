import type { Problem } from '../../domain/problem';
import { html } from '../../lib/html';
import type { Html } from '../../lib/html';
import type { ApiContext } from '../../http/context';
import { chooseLanguage } from './language';
import type { Language } from './language';
import type { Reply } from '../../http/reply';
import { renderPublicPage } from './layout';
import { htmlReply, seeOther } from './reply';
import type { CommonTexts } from './texts';

/** Whose pages a problem is shown on. */
export interface ProblemSite {
  readonly root: string;
  readonly texts: Readonly<Record<Language, CommonTexts>>;
}

/** Why there is nothing to see; who is not signed in is led to where that can be done. */
export function renderProblemFor(
  { root, texts }: ProblemSite,
  problem: Problem,
  ctx: ApiContext,
): Reply {
  if (problem.code === 'signed_out') return seeOther(signInPath(root, ctx));
  const language = chooseLanguage(ctx.query['lang'], ctx.headers);
  const t = texts[language];
  const isMissing = problem.status === 404 || problem.status === 405;
  const title = isMissing ? t.notFound : (t.problems[problem.code] ?? t.problem);
  const { requestId } = ctx.state;
  const main = html`
  ${isMissing ? html`<p>${t.notFoundHint}</p>` : null}
  <p><a class="button strong" href="${root}">${t.toHome}</a></p>
${problem.status < 500 ? null : renderRequestId(t, requestId)}`;
  const context = {
    language,
    t,
    nowMs: Date.now(),
    root,
    path: ctx.path,
    address: ctx.ip,
    agent: null,
    device: '',
    mode: 'live',
    done: null,
  } as const;
  return htmlReply(renderPublicPage(context, { title, main }), language, problem.status);
}

/** Finds the request in the log, should the person turn to somebody. */
const renderRequestId = (t: CommonTexts, requestId: string): Html =>
  html`<p class="soft">${t.requestId}: <code>${requestId}</code></p>`;

/** Afterwards the person comes to where he wanted to go. */
function signInPath(root: string, { method, path, search }: ApiContext): string {
  const wanted = method === 'GET' && path !== root ? `${path}${search}` : null;
  return wanted === null ? `${root}/sign-in` : `${root}/sign-in?next=${encodeURIComponent(wanted)}`;
}
