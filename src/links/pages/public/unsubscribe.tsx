import { z } from 'zod';
import { says } from '../../../contract/fields';
import type { ApiDeps } from '../../../http/api-deps';
import type { Request } from '../../../http/definition';
import { operation } from '../../../http/operation';
import type { Reply } from '../../../http/reply';
import { renderPage } from '../../../orders/checkout/layout';
import { chooseLanguage, languages } from '../../../pages/kit/language';
import { pageHeaders } from '../../../pages/kit/page-headers';
import { endSubscription, findSubscription, type Subscription } from '../../monthly-mails';
import { linkTexts } from './texts';

/** A malformed token gets the same 404 as an unknown one. */
const params = z.object({ token: z.string().regex(/^[0-9a-z]{26}$/, says('page_not_found')) });
const query = z.object({ lang: z.enum(languages).optional().catch(undefined) });

const ofPage = {
  family: 'page',
  path: '/l/unsubscribe/:token',
  auth: 'link',
  described: false,
  params,
  query,
  success: { status: 200, contentTypes: ['text/html'] },
  errors: ['page_not_found'],
} as const;

export const unsubscribeOperations = [
  operation({
    ...ofPage,
    name: 'showMonthlyUnsubscribe',
    summary: 'The page of the link in a monthly mail. Changes nothing',
    method: 'GET',
    respond: async (deps, request) =>
      pageReply(deps, request, await findSubscription(deps, request.params.token)),
  }),

  operation({
    ...ofPage,
    name: 'endMonthlySubscription',
    summary: 'End the monthly mails to one payer, as mail programs send it (RFC 8058)',
    method: 'POST',
    form: true,
    respond: async (deps, request) =>
      pageReply(deps, request, await endSubscription(deps, request.params.token)),
  }),
];

/** The token is the credential: the page shows nothing that its mail does not have. */
function pageReply(
  { config }: ApiDeps,
  request: Pick<
    Request<'link', typeof params, typeof query, undefined>,
    'params' | 'query' | 'headers'
  >,
  { merchantName, isOn }: Subscription,
): Reply {
  const language = chooseLanguage(request.query.lang, request.headers);
  const t = linkTexts[language].monthly;
  const path = `/l/unsubscribe/${request.params.token}`;
  const main = (
    <main id="main" class="wide link" tabindex={-1}>
      <section class="card" aria-labelledby="title">
        <h1 id="title">{t.title}</h1>
        <p role={isOn ? undefined : 'status'}>{(isOn ? t.isOn : t.isOff)(merchantName)}</p>
        {isOn && (
          <form method="post" action={`${path}?lang=${language}`}>
            <button class="button strong">
              <span>{t.end}</span>
            </button>
          </form>
        )}
      </section>
    </main>
  );
  const { brand } = config;
  const page = { brand, language, title: t.title, path, main };
  return {
    status: 200,
    contentType: 'text/html; charset=utf-8',
    body: renderPage({ ...page, preview: null, shop: null, reloadSeconds: null }),
    headers: pageHeaders(language),
  };
}
