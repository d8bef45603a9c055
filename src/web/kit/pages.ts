import { timingSafeEqual } from 'node:crypto';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import { Problem } from '../../domain/problem';
import type { ProblemCode } from '../../domain/problem';
import type { ApiDeps } from '../../http/api-deps';
import type { OperationFacts, Parsed, Request } from '../../http/definition';
import { parse } from '../../contract/fields';
import type { Callers } from '../../http/middleware/authenticate';
import { operation } from '../../http/operation';
import type { Operation } from '../../http/operation';
import { chooseLanguage, languages } from '../checkout/language';
import type { Language } from '../checkout/language';
import { newToken } from '../../lib/secret-token';
import { isSurelySameOrigin } from '../checkout/same-origin';
import type { Reply } from '../../http/reply';
import { FORM_TOKEN } from './form';
import { renderFrame, renderOpenFrame, versionOf } from './layout';
import { htmlReply, languageCookie } from './reply';
import { deviceCookie } from '../../http/session-cookie';
import type { PageContext, OpenScreen, Refusal, Screen, SignedInContext, Layout } from './screen';
import type { CommonTexts } from './texts';

/** Credentials by which people are known. */
type PeopleAuth = 'session' | 'console';

/** What every page's address may say after the question mark. */
const lookQueryOf = (done: Readonly<Record<string, string>>) =>
  z.object({
    lang: z.enum(languages).optional().catch(undefined),
    done: z
      .string()
      .optional()
      .transform((name) => (name !== undefined && Object.hasOwn(done, name) ? name : null))
      .catch(null),
  });

type PlainQuery = ReturnType<typeof lookQueryOf>;
type LookShape = z.output<PlainQuery>;
type PageQuery = z.ZodType<LookShape>;
type Params = z.ZodType | undefined;

/** What pages of one kind have in common: who comes, in whose words, inside of what. */
export interface Site<A extends PeopleAuth, Texts extends CommonTexts, Visit, Role> {
  readonly family: 'dashboard' | 'console';
  readonly auth: A;
  /** Where its pages begin: `/dashboard`. */
  readonly root: `/${string}`;
  readonly texts: Readonly<Record<Language, Texts>>;
  /** The role of who may look at everything. */
  readonly looks: Role;
  readonly visitOf: (look: PageContext<Texts>, caller: Callers[A]) => Visit;
  /** Throws Problem `not_permitted`, or `merchant_disabled` for what creates something. */
  readonly demand: (caller: Callers[A], needed: Role, creates: boolean) => void;
  readonly layoutOf: (visit: Visit) => Layout;
}

interface Facts<P extends Params> {
  readonly name: string;
  readonly summary: string;
  readonly path: `/${string}`;
  readonly params?: P & z.ZodType;
  readonly errors?: readonly ProblemCode[];
}

interface Asked<P extends Params, Q extends z.ZodType> {
  readonly params: Parsed<P>;
  readonly query: z.output<Q>;
}

interface Sent<P extends Params, F extends z.ZodType> {
  readonly params: Parsed<P>;
  readonly fields: z.output<F>;
}

export interface PageDefinition<P extends Params, Q extends PageQuery, V, R, S> extends Facts<P> {
  readonly role?: R;
  readonly query?: Q;
  readonly show: (deps: ApiDeps, visit: V, asked: Asked<P, Q>) => S | Promise<S>;
}

export interface DownloadDefinition<Q extends PageQuery, V, R> extends Facts<undefined> {
  readonly role?: R;
  readonly query: Q;
  readonly contentType: string;
  readonly give: (deps: ApiDeps, visit: V, asked: Asked<undefined, Q>) => Download;
}

/** A file for whoever is signed in to keep. */
interface Download {
  readonly body: Readable;
  readonly filename: string;
}

export interface OpenPageDefinition<P extends Params, Q extends PageQuery, L> extends Facts<P> {
  readonly query?: Q;
  readonly show: (deps: ApiDeps, look: L, asked: Asked<P, Q>) => OpenScreen | Promise<OpenScreen>;
}

export interface FormActionDefinition<
  F extends z.ZodType,
  P extends Params,
  V,
  R,
  S,
> extends Facts<P> {
  readonly role: R;
  /** Creates something, which a disabled merchant may not. */
  readonly creates?: boolean;
  readonly fields: F;
  readonly take: (deps: ApiDeps, visit: V, sent: Sent<P, F>) => Promise<Reply>;
  /** The page again, with the reason; without it, what is refused has a page of its own. */
  readonly again?: (deps: ApiDeps, visit: V, refusal: Refusal, params: Parsed<P>) => S | Promise<S>;
}

export interface OpenFormActionDefinition<
  F extends z.ZodType,
  P extends Params,
  L,
> extends Facts<P> {
  readonly fields: F;
  readonly take: (deps: ApiDeps, look: L, sent: Sent<P, F>) => Promise<Reply>;
  readonly again: (
    deps: ApiDeps,
    look: L,
    refusal: Refusal,
    params: Parsed<P>,
  ) => OpenScreen | Promise<OpenScreen>;
}

type AnyRequest = Pick<
  Request<'none' | PeopleAuth, undefined, undefined, undefined>,
  'headers' | 'address' | 'path'
>;

const success = { status: 200, contentTypes: ['text/html'] } as const;
const seeOtherOrPage = { status: 303, contentTypes: ['text/html'] } as const;

/** The four things that people meet: pages and forms, of who is signed in and of whoever comes. */
export class Pages<
  A extends PeopleAuth,
  Texts extends CommonTexts,
  Visit extends SignedInContext<Texts>,
  Role extends NonNullable<OperationFacts['needs']>,
  Section extends string,
> {
  private readonly facts;
  readonly pageQuery: PlainQuery;

  constructor(private readonly site: Site<A, Texts, Visit, Role>) {
    this.facts = { family: site.family, described: false } as const;
    this.pageQuery = lookQueryOf(site.texts.en.done);
  }

  private lookOf(
    { config }: ApiDeps,
    { headers, address, path }: AnyRequest,
    query: LookShape | null,
  ): PageContext<Texts> {
    const language = chooseLanguage(query?.lang, headers);
    const agent = headers['user-agent'] ?? null;
    const device = deviceCookie.read(headers, config.http.publicUrl) ?? newToken().token;
    const { mode } = config;
    const done = query?.done ?? null;
    const { root, texts } = this.site;
    const t = texts[language];
    return { language, t, nowMs: Date.now(), root, path, address, agent, device, mode, done };
  }

  private cookieFor({ config }: ApiDeps, { headers }: AnyRequest, query: LookShape) {
    return languageCookie(query.lang, headers, config.http.publicUrl, this.site.root);
  }

  /** A page as the answer to a form, for what is shown once. */
  readonly withFrame = (
    visit: Visit,
    screen: Screen<Section>,
    status = 200,
    cookie: string | null = null,
  ) =>
    htmlReply(
      renderFrame(visit, screen, this.site.layoutOf(visit)),
      visit.language,
      status,
      cookie,
    );

  /** A page of somebody who is signed in, in any role unless one is said. */
  readonly page = <P extends Params = undefined, Q extends PageQuery = PlainQuery>(
    definition: PageDefinition<P, Q, Visit, Role, Screen<Section>>,
  ): Operation => {
    const { role = this.site.looks, show, errors = [], query: schema, ...facts } = definition;
    return operation<A, P, Q>({
      ...this.facts,
      ...facts,
      method: 'GET',
      auth: this.site.auth,
      needs: role,
      query: (schema ?? this.pageQuery) as unknown as Q & z.ZodType,
      success,
      errors: ['not_permitted', ...errors],
      respond: async (deps, request) => {
        const { caller, params } = request;
        this.site.demand(caller, role, false);
        const query = request.query as z.output<Q>;
        const visit = this.site.visitOf(this.lookOf(deps, request, query), caller);
        const screen = await show(deps, visit, { params, query });
        const reply = this.withFrame(visit, screen, 200, this.cookieFor(deps, request, query));
        const version = versionOf(screen);
        if (version === null) return reply;
        return { ...reply, headers: { ...reply.headers, ETag: `"${version}"` } };
      },
    });
  };

  /** A file that is sent while it is read, to somebody who may look at everything. */
  readonly download = <Q extends PageQuery>(
    definition: DownloadDefinition<Q, Visit, Role>,
  ): Operation => {
    const { role = this.site.looks, give, contentType, errors = [], query: schema } = definition;
    const { name, summary, path } = definition;
    return operation<A, undefined, Q>({
      ...this.facts,
      name,
      summary,
      path,
      method: 'GET',
      auth: this.site.auth,
      needs: role,
      query: schema,
      success: { status: 200, contentTypes: [contentType.replace(/;.*/, '')] },
      errors: ['not_permitted', ...errors],
      respond: (deps, request) => {
        const { caller } = request;
        this.site.demand(caller, role, false);
        const query = request.query as z.output<Q>;
        const visit = this.site.visitOf(this.lookOf(deps, request, query), caller);
        const { body, filename } = give(deps, visit, { params: undefined, query });
        body.once('error', ({ name: kind, stack }) => {
          deps.log.error({ operation: name, error: { name: kind, stack } }, 'a file broke off');
        });
        const headers = { 'Content-Disposition': `attachment; filename="${filename}"` };
        return { status: 200, contentType, body, headers };
      },
    });
  };

  /** A page of whoever comes. */
  readonly openPage = <P extends Params = undefined, Q extends PageQuery = PlainQuery>(
    definition: OpenPageDefinition<P, Q, PageContext<Texts>>,
  ): Operation => {
    const { show, errors = [], query: schema, ...facts } = definition;
    return operation({
      ...this.facts,
      ...facts,
      method: 'GET',
      // A secret in the path is all that lets in: whoever tries one after the other is stopped.
      auth: facts.params === undefined ? 'none' : 'link',
      query: (schema ?? this.pageQuery) as unknown as Q & z.ZodType,
      success,
      errors,
      respond: async (deps, request) => {
        const query = request.query as z.output<Q>;
        const look = this.lookOf(deps, request, query);
        const screen = await show(deps, look, { params: request.params, query });
        const cookie = this.cookieFor(deps, request, query);
        return htmlReply(renderOpenFrame(look, screen), look.language, 200, cookie);
      },
    });
  };

  /** A form that somebody sends who is signed in. The role that it needs is always said. */
  readonly formAction = <F extends z.ZodType, P extends Params = undefined>(
    definition: FormActionDefinition<F, P, Visit, Role, Screen<Section>>,
  ): Operation => {
    const { role, fields: schema, take, again, errors = [], creates, ...facts } = definition;
    const disabled = creates === true ? (['merchant_disabled'] as const) : [];
    return operation<A, P>({
      ...this.facts,
      ...facts,
      method: 'POST',
      auth: this.site.auth,
      needs: role,
      fields: true,
      success: seeOtherOrPage,
      errors: ['not_permitted', ...disabled, ...errors],
      respond: async (deps, request) => {
        const { caller, params } = request;
        const visit = this.site.visitOf(this.lookOf(deps, request, null), caller);
        demandSameOrigin(deps, request);
        const sent = await request.readFields();
        demandFormToken(sent, visit);
        this.site.demand(caller, role, creates === true);
        try {
          return await take(deps, visit, { params, fields: readFields(schema, sent) });
        } catch (error) {
          if (again === undefined || !isForForm(error)) throw error;
          const refusal = refusalOf(error, sent);
          const screen = await again(deps, visit, refusal, params);
          return refusedReply(this.withFrame(visit, screen, error.status), error, null);
        }
      },
    });
  };

  /** A form that anybody may send, from our own page. */
  readonly openFormAction = <F extends z.ZodType, P extends Params = undefined>(
    definition: OpenFormActionDefinition<F, P, PageContext<Texts>>,
  ): Operation => {
    const { fields: schema, take, again, errors = [], ...facts } = definition;
    return operation({
      ...this.facts,
      ...facts,
      method: 'POST',
      auth: 'none',
      fields: true,
      success: seeOtherOrPage,
      errors: ['rate_limit_exceeded', ...errors],
      respond: async (deps, request) => {
        const look = this.lookOf(deps, request, null);
        const { params } = request;
        demandSameOrigin(deps, request);
        const sent = await request.readFields();
        try {
          return await take(deps, look, { params, fields: readFields(schema, sent) });
        } catch (error) {
          if (!isForForm(error)) throw error;
          const refusal = refusalOf(error, sent);
          const screen = await again(deps, look, refusal, params);
          const page = renderOpenFrame(look, screen);
          const reply = htmlReply(page, look.language, error.status);
          return refusedReply(reply, error, sent.get('email'));
        }
      },
    });
  };
}

/** Throws Problem `cross_site`. */
function demandSameOrigin({ config }: ApiDeps, { headers }: AnyRequest): void {
  if (!isSurelySameOrigin(headers, config.http.publicUrl)) throw new Problem('cross_site');
}

/** Throws Problem `cross_site`, too: a form that was shown to another session is not this one's. */
function demandFormToken(
  sent: URLSearchParams,
  { formToken }: Pick<SignedInContext, 'formToken'>,
): void {
  const given = Buffer.from(sent.get(FORM_TOKEN) ?? '');
  const expected = Buffer.from(formToken);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw new Problem('cross_site');
  }
}

/** A field that is sent several times is a list. */
function readFields<F extends z.ZodType>(schema: F, sent: URLSearchParams): z.output<F> {
  const names = [...new Set(sent.keys())].filter((name) => name !== FORM_TOKEN);
  const values = names.map((name) => {
    const all = sent.getAll(name);
    return [name, all.length > 1 ? all : all[0]] as const;
  });
  return parse(schema, Object.fromEntries(values), 'invalid_request');
}

/** A problem that is shown on the page of the form; another has a page of its own. */
const isForForm = (error: unknown): error is Problem =>
  error instanceof Problem && ![404, 500].includes(error.status) && error.code !== 'not_permitted';

function refusalOf(error: Problem, sent: URLSearchParams): Refusal {
  const values = Object.fromEntries([...sent].filter(([name]) => name !== FORM_TOKEN));
  const { param = null, headers } = error.detail;
  const wait = headers?.['Retry-After'];
  return { code: error.code, param, waitSeconds: wait === undefined ? null : Number(wait), values };
}

/** The page of a refused form, with what the problem says in headers. */
const refusedReply = (reply: Reply, problem: Problem, email: string | null): Reply => ({
  ...reply,
  headers: { ...reply.headers, ...problem.detail.headers },
  refusal: { problem, email },
});
