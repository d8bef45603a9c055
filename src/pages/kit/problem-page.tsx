import type { Problem } from '../../kernel/rules/problem';
import type { ApiContext } from '../../http/context';
import type { Reply } from '../../http/reply';
import type { Brand } from './brand';
import { chooseLanguage, type Language } from './language';
import { renderPublicPage } from './layout';
import { LinkButton } from './parts';
import { htmlReply, seeOther } from './reply';
import type { CommonTexts } from './texts';

export interface ProblemSite {
  readonly brand: Brand;
  readonly root: string;
  readonly texts: Readonly<Record<Language, CommonTexts>>;
}

/** Redirects to the sign-in page when the session has ended. */
export function renderProblemFor(
  { brand, root, texts }: ProblemSite,
  problem: Problem,
  ctx: ApiContext,
): Reply {
  if (problem.code === 'signed_out') return seeOther(signInPath(root, ctx));
  const language = chooseLanguage(ctx.query['lang'], ctx.headers);
  const t = texts[language];
  const isMissing = problem.status === 404 || problem.status === 405;
  const title = isMissing ? t.notFound : (t.problems[problem.code] ?? t.problem);
  const { requestId } = ctx.state;
  const main = (
    <>
      {isMissing && <p>{t.notFoundHint}</p>}
      <p>
        <LinkButton tone="strong" href={root} label={t.toHome} />
      </p>
      {problem.status >= 500 && renderRequestId(t, requestId)}
    </>
  );
  const context = {
    language,
    t,
    nowMs: Date.now(),
    root,
    path: ctx.path,
    address: ctx.ip,
    agent: null,
    device: '',
    half: null,
    mode: 'live',
    brand,
    addsAccounts: false,
    done: null,
  } as const;
  return htmlReply(renderPublicPage(context, { title, main }), language, problem.status);
}

/** Support finds the request in the log by this id. */
const renderRequestId = (t: CommonTexts, requestId: string) => (
  <p class="soft">
    {t.requestId}: <code>{requestId}</code>
  </p>
);

/** Only a GET becomes `next`: a form cannot be submitted again. */
function signInPath(root: string, { method, path, search }: ApiContext): string {
  const wanted = method === 'GET' && path !== root ? `${path}${search}` : null;
  return wanted === null ? `${root}/sign-in` : `${root}/sign-in?next=${encodeURIComponent(wanted)}`;
}
